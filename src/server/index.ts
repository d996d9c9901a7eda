export type { Abilities } from './abilities.ts'
export { serve } from './serve.ts'
