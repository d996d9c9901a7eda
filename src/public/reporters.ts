// `shinsa/reporters`: renders a run as text, and describes its JSON document.
export { toCsv } from '../reporters/csv.ts'
export { RunDocument, toJson } from '../reporters/json.ts'
export { toJunit } from '../reporters/junit.ts'
export { toMarkdown } from '../reporters/markdown.ts'
export type { RunReport } from '../reporters/run-report.ts'
export { terminal } from '../reporters/terminal.ts'
export { toTerminalReport } from '../reporters/terminal-report.ts'
