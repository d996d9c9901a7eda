// `shinsa/stores`: stores for runs and for judges' answers.
export { openSqliteAnswerCache } from '../stores/sqlite-answer-cache.ts'
export { openSqliteStore } from '../stores/sqlite-store.ts'
