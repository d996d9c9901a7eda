import type { CanaryForm, CanaryQuestion, InstructionLanguage } from '../../core/index.ts'
import { canaryQuestions } from '../../metrics/judged/canaries.ts'
import { packs } from '../../packs/index.ts'

/** Known-bad answers for every task that a judge may be asked in a run. */
export async function allCanaries(
  language: InstructionLanguage,
  form: CanaryForm = {},
): Promise<readonly CanaryQuestion[]> {
  const ofPacks = await Promise.all(packs.map(async (pack) => (await pack.canaries?.(language, form)) ?? []))
  return [...canaryQuestions(language, form), ...ofPacks.flat()]
}
