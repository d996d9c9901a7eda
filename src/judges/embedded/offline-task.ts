import type { z } from 'zod'
import { type Finding, type InstructionLanguage, type OfflineTask, message } from '../../core/index.ts'
import { type Weights, loadWeights } from './weights.ts'

export function offlineTask<Subject>(
  form: z.ZodType<Subject>,
  find: (subject: Subject, weights: Weights, language: InstructionLanguage) => Finding<unknown>,
): OfflineTask {
  return async (subject, language) => {
    const read = form.safeParse(subject)
    return read.success
      ? find(read.data, await loadWeights(), language)
      : { abstained: message('the question has no subject that code can read') }
  }
}
