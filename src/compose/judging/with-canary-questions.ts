import type { InstructionLanguage } from '../../core/index.ts'
import { canary, withCanaries, type ConfiguredJudge } from '../../judges/index.ts'
import { allCanaries } from './canaries.ts'
import { createRandom } from '../../statistics/random.ts'
import { type CanaryTracker, canaryRate } from './canary-tracker.ts'

/** How judges are watched. `seed` decides which known-bad answers come when. */
export type CanaryWatch = {
  readonly language: InstructionLanguage
  readonly adkCompat: boolean
  readonly seed: number
  readonly tracker: CanaryTracker
}

/** A judge that known-bad answers are mixed in for; what it says counts only as long as it sees through them. */
export async function withCanaryQuestions(
  judge: ConfiguredJudge,
  { language, adkCompat, seed, tracker }: CanaryWatch,
): Promise<ConfiguredJudge> {
  // Part of the key of kept answers: those that were given unwatched would let a judge off without a single canary.
  const marked: ConfiguredJudge = { ...judge, settings: { ...judge.settings, canaries: true } }
  const canaries = (await allCanaries(language, { adkCompat })).map((question) => canary(question))
  return withCanaries(marked, canaries, { rate: canaryRate, random: createRandom(seed), onCanary: tracker.note })
}
