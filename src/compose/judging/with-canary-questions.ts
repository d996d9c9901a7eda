import type { InstructionLanguage } from '../../core/index.ts'
import { canary, withCanaries, type ConfiguredJudge } from '../../judges/index.ts'
import { allCanaries } from './canaries.ts'
import { createRandom } from '../../statistics/random.ts'
import { type CanaryTracker, canaryRate } from './canary-tracker.ts'

/** `seed` decides which known-bad answers are asked, and when. */
export type CanaryWatch = {
  readonly language: InstructionLanguage
  readonly adkCompat: boolean
  readonly seed: number
  readonly tracker: CanaryTracker
}

/** Mixes known-bad answers into a judge's questions. The judge's verdicts count only while it rejects them. */
export async function withCanaryQuestions(
  judge: ConfiguredJudge,
  { language, adkCompat, seed, tracker }: CanaryWatch,
): Promise<ConfiguredJudge> {
  // Part of the cache key: answers without canaries must not be reused in a run with them.
  const marked: ConfiguredJudge = { ...judge, settings: { ...judge.settings, canaries: true } }
  const canaries = (await allCanaries(language, { adkCompat })).map((question) => canary(question))
  return withCanaries(marked, canaries, { rate: canaryRate, random: createRandom(seed), onCanary: tracker.note })
}
