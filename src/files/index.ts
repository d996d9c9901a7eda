export { atomicWrite } from './atomic-write.ts'
export { isProcessAlive } from './is-process-alive.ts'
export { removeUnfinished } from './unfinished-files.ts'
