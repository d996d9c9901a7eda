import type { Judge, Judged, JudgeSample, Message, Question } from '../../../core/index.ts'
import { EvalError, message, toEnglish } from '../../../core/index.ts'
import { askOnce } from '../ask-samples.ts'
import type { DecoyPair } from './decoys.ts'
import { obeyedReason } from './decoys.ts'

/** A question that has to be answered by a fail, and what it asks about instead of what. */
export type Decoy<Value> = DecoyPair & { readonly question: Question<Value> }

export type Confirmation = {
  /** Why the pass does not count; absent where it does. */
  readonly reason?: Message
  /** The judge broke. */
  readonly failure?: Message
  readonly sample?: JudgeSample
}

/** Asks about a decoy after a pass, once. A judge that cannot tell of it did not pass it; one that cannot be read confirms nothing. */
export async function confirmPass<Value extends { readonly reason: string }>(
  judge: Judge,
  decoy: Decoy<Value>,
  passes: (value: Value) => boolean,
  signal: AbortSignal | undefined,
): Promise<Confirmation> {
  const answer = await askOnce(judge, { ...decoy.question, hasDecoy: true }, signal)
  if (answer instanceof EvalError) return { reason: answer.sentence, failure: answer.sentence }
  const { reply } = answer
  if (answer.status === 'abstained')
    return { sample: { value: null, reason: `decoy: ${toEnglish(answer.reason)}`, reply } }
  if (answer.status === 'unreadable') {
    const reason = message('The judge had no answer to a decoy: {problem}', { problem: toEnglish(answer.reason) })
    return { reason, sample: { value: null, reason: toEnglish(reason), reply } }
  }
  if (!passes(answer.value)) return { sample: { value: null, reason: `decoy: ${answer.value.reason}`, reply } }
  const reason = obeyedReason(decoy)
  return { reason, sample: { value: null, reason: toEnglish(reason), reply: { ...reply, decoyPassed: true } } }
}

/** What the score keeps: the decoy was asked in the place of a vote that was saved, if there was one. */
export function withConfirmation(judged: Judged, { sample }: Confirmation): Judged {
  if (sample === undefined) return judged
  return { ...judged, samples: [...judged.samples, sample], saved: Math.max(0, judged.saved - 1) }
}
