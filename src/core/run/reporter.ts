import type { RunEvent } from './run-event.ts'

/**
 * Reads a run as it happens, event by event. A reporter that throws is noted, and the run goes on without it.
 *
 * @example
 * const failures: Reporter = (event) => {
 *   if (event.type === 'case-end' && event.result.verdict === 'failed') console.error(event.result.evalCase.id)
 * }
 */
export type Reporter = (event: RunEvent) => void | Promise<void>
