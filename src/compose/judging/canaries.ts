import type { CanaryForm, CanaryQuestion, InstructionLanguage } from '../../core/index.ts'
import { canaryQuestions } from '../../metrics/judged/canaries.ts'
import { packs } from '../../packs/index.ts'

export async function allCanaries(
  language: InstructionLanguage,
  form: CanaryForm = {},
): Promise<readonly CanaryQuestion[]> {
  const ofPacks = await Promise.all(packs.map(async (pack) => (await pack.canaries?.(language, form)) ?? []))
  return [...canaryQuestions(language, form), ...ofPacks.flat()]
}
