export { openSqliteStore } from './sqlite-store.ts'
