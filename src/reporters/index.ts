export type { JudgedTrust } from './judge-agreement.ts'
export type { RunReport } from './run-report.ts'
