// `shinsa/stores`: where runs and judges' answers are kept.
export { openSqliteAnswerCache } from '../stores/sqlite-answer-cache.ts'
export { openSqliteStore } from '../stores/sqlite-store.ts'
