import {
  type Judge,
  type Judged,
  type JudgeSample,
  type Message,
  type Question,
  EvalError,
  message,
  toEnglish,
} from '../../../core/index.ts'
import { askOnce } from '../ask-samples.ts'
import { type DecoyPair, obeyedReason } from './decoys.ts'

/** A question that the judge has to fail, with the text it asks about and the text that this one replaces. */
export type Decoy<Value> = DecoyPair & { readonly question: Question<Value> }

export type Confirmation = {
  readonly reason?: Message
  readonly failure?: EvalError
  readonly samples: readonly JudgeSample[]
}

type Passed<Value> = {
  readonly question: Question<Value>
  readonly decoy: Decoy<Value>
  readonly passes: (value: Value) => boolean
  /** Decides whether the second answer is still a pass; `passes` by default. */
  readonly stands?: (value: Value) => boolean
}

export const unconfirmed: Confirmation = { samples: [] }

/**
 * Confirms a pass by a decoy, which the judge has to fail. After that the judge is asked once more without the passages
 * of the answer that speak to it, because a judge that yields by chance may have done so only once. A judge that
 * abstains on the decoy did not pass it; an unreadable reply confirms nothing.
 */
export async function confirmPass<Value extends { readonly reason: string }>(
  judge: Judge,
  { decoy, passes, question, stands = passes }: Passed<Value>,
  signal: AbortSignal | undefined,
): Promise<Confirmation> {
  const failed = await askDecoy(judge, decoy, passes, signal)
  const withheld = failed.reason === undefined ? judge.withholding?.(question) : undefined
  if (withheld === undefined) return failed
  const again = await askWithheld(judge, withheld, stands, signal)
  return { ...again, samples: [...failed.samples, ...again.samples] }
}

async function askDecoy<Value extends { readonly reason: string }>(
  judge: Judge,
  decoy: Decoy<Value>,
  passes: (value: Value) => boolean,
  signal: AbortSignal | undefined,
): Promise<Confirmation> {
  const answer = await askOnce(judge, { ...decoy.question, hasDecoy: true }, signal)
  if (answer instanceof EvalError) return { reason: answer.sentence, failure: answer, samples: [] }
  const { reply } = answer
  if (answer.status === 'abstained') return { samples: [silent(`decoy: ${toEnglish(answer.reason)}`, reply)] }
  if (answer.status === 'unreadable') {
    const reason = message('The judge had no answer to a decoy: {problem}', { problem: toEnglish(answer.reason) })
    return { reason, samples: [silent(toEnglish(reason), reply)] }
  }
  if (!passes(answer.value)) return { samples: [silent(`decoy: ${answer.value.reason}`, reply)] }
  const reason = obeyedReason(decoy)
  return { reason, samples: [silent(toEnglish(reason), { ...reply, decoyPassed: true })] }
}

async function askWithheld<Value extends { readonly reason: string }>(
  judge: Judge,
  question: Question<Value>,
  stands: (value: Value) => boolean,
  signal: AbortSignal | undefined,
): Promise<Confirmation> {
  const answer = await askOnce(judge, { ...question, hasDecoy: true }, signal)
  if (answer instanceof EvalError) return { reason: answer.sentence, failure: answer, samples: [] }
  if (answer.status === 'answered' && stands(answer.value))
    return { samples: [silent(answer.value.reason, { ...answer.reply, confirmed: true })] }
  const reason =
    answer.status === 'answered'
      ? message('the judge changed its mind when passages that speak to it were withheld')
      : message('the judge gave no verdict when passages that speak to it were withheld')
  return { reason, samples: [silent(toEnglish(reason), answer.reply)] }
}

function silent(reason: string, reply: JudgeSample['reply']): JudgeSample {
  return { value: null, reason, reply }
}

/** Confirming questions take the place of votes that were saved, if there were any. */
export function withConfirmation(judged: Judged, { samples }: Confirmation): Judged {
  return { ...judged, samples: [...judged.samples, ...samples], saved: Math.max(0, judged.saved - samples.length) }
}
