import { z } from 'zod'
import type { FailureFeatures } from './failure-features.ts'
import { nearestOf } from './failure-groups.ts'

export const FailureMode = z.object({
  name: z.string().min(1).max(200),
  definition: z.string().max(2000).default(''),
  examples: z
    .array(z.object({ case: z.string(), evidence: z.array(z.string().max(500)).min(1).max(200) }))
    .min(1)
    .max(100),
})
export type FailureMode = z.infer<typeof FailureMode>

/** The file `failure-modes.yaml` beside a dataset. People edit its modes, and the next run is coded by them. */
export const FailureModes = z
  .object({ version: z.literal(1), modes: z.array(FailureMode).max(500) })
  .refine(({ modes }) => new Set(modes.map(({ name }) => name)).size === modes.length, {
    message: 'two modes have the same name',
  })
export type FailureModes = z.infer<typeof FailureModes>

/** A failure further from all examples has no mode. */
const furthest = 0.5

/** Returns for each failure the mode of the nearest example, or null when none is near. */
export function codeByModes(
  failures: readonly FailureFeatures[],
  modes: readonly FailureMode[],
): readonly (string | null)[] {
  const examples = modes.flatMap(({ name, examples: own }) => own.map(({ evidence }) => ({ name, evidence })))
  const evidence = examples.map((example) => example.evidence)
  return failures.map((features) => {
    const { index, distance } = nearestOf(features, evidence)
    return distance <= furthest ? (examples[index]?.name ?? null) : null
  })
}
