import type { RunEvent } from './run-event.ts'

/** Reads a run as it happens. One that throws is noted and the run goes on without it. */
export type Reporter = (event: RunEvent) => void | Promise<void>
