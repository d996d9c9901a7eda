export { openSqliteAnswerCache } from './sqlite-answer-cache.ts'
export { openSqliteStore } from './sqlite-store.ts'
