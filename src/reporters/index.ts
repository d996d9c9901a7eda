export type { JudgedTrust } from './judges/judge-agreement.ts'
export type { RunReport } from './run-report.ts'
