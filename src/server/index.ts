export type { RunDesk, RunNotes } from './abilities/run-desk.ts'
export type { Abilities } from './abilities.ts'
export type { ApiProblem, Choices, RunEstimate, RunWish } from './api.ts'
export { serve } from './serve.ts'
