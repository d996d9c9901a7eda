export type { RunReport } from './run-report.ts'
