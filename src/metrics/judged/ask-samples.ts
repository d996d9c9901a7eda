import {
  type Answer,
  type Judge,
  type JudgeSample,
  type Judged,
  type Message,
  type Question,
  EvalError,
  message,
  toEnglish,
} from '../../core/index.ts'

/** One question, asked up to `samples` times. */
export type Inquiry<Value> = {
  readonly samples: number
  readonly question: (sample: number) => Question<Value>
  /** What an answer means, 0–1, and why; null where it decides nothing. */
  readonly read: (value: Value) => { readonly value: number | null; readonly reason?: string }
  /** Whether the answers so far leave nothing for `remaining` more to change. */
  readonly settled: (answers: readonly (Value | null)[], remaining: number) => boolean
  /** How many more answers are needed in any case; one unless given. These are asked for at once. */
  readonly fewest?: (answers: readonly (Value | null)[], remaining: number) => number
  /** What an answer about decoys says without them, or the reason why it says nothing: a decoy passed. */
  readonly screened?: (value: Value) => { readonly value: Value } | { readonly obeyed: Message }
}

/** `answers` are in the order of asking, null where nothing could be read. */
export type AskedSamples<Value> = {
  readonly answers: readonly (Value | null)[]
  readonly samples: readonly JudgeSample[]
  readonly saved: number
  /** Why the judge could not be asked to the end; what it said before decides nothing. */
  readonly failure?: EvalError
  /** Why the first silent answer says nothing. */
  readonly silence?: Message
  /** Why the first reply that could not be read could not; a judge that abstains was readable. */
  readonly unreadable?: Message
}

/**
 * Asks for samples and stops as soon as the outcome cannot change; those that it takes in any case go out together.
 *
 * @throws whatever is not the judge's fault, cancelling included
 */
export async function askSamples<Value>(
  judge: Judge,
  inquiry: Inquiry<Value>,
  signal?: AbortSignal,
): Promise<AskedSamples<Value>> {
  const answers: (Value | null)[] = []
  const samples: JudgeSample[] = []
  let silence: Message | undefined
  let unreadable: Message | undefined
  while (answers.length < inquiry.samples) {
    const remaining = inquiry.samples - answers.length
    if (answers.length > 0 && inquiry.settled(answers, remaining)) break
    const fewest = Math.min(remaining, Math.max(1, inquiry.fewest?.(answers, remaining) ?? 1))
    const next = Array.from({ length: fewest }, (_, index) => inquiry.question(answers.length + index))
    for (const given of await Promise.all(next.map((question) => askOnce(judge, question, signal)))) {
      if (given instanceof EvalError) return { answers, samples, saved: 0, failure: given }
      const asked = screenedAnswer(given, inquiry)
      if (asked.status !== 'answered') silence ??= asked.reason
      if (asked.status === 'unreadable') unreadable ??= asked.reason
      answers.push(asked.status === 'answered' ? asked.value : null)
      samples.push(sampleOf(asked, inquiry.read))
    }
  }
  return {
    answers,
    samples,
    saved: inquiry.samples - answers.length,
    ...(silence === undefined ? {} : { silence }),
    ...(unreadable === undefined ? {} : { unreadable }),
  }
}

/** What the score keeps of it. */
export function judgedSamples(
  asked: AskedSamples<unknown>,
  agreement: number | null = null,
  uncovered: readonly string[] = [],
): Judged {
  const kept = { samples: [...asked.samples], saved: asked.saved, agreement }
  return uncovered.length === 0 ? kept : { ...kept, uncovered: [...uncovered] }
}

/** Why no verdict came of it. */
export function silenceOf(asked: AskedSamples<unknown>): Message {
  return asked.silence ?? message('The judge gave no verdict')
}

/** A judge that let a decoy pass has said nothing. */
function screenedAnswer<Value>(answer: Answer<Value>, { screened }: Inquiry<Value>): Answer<Value> {
  if (answer.status !== 'answered' || screened === undefined) return answer
  const said = screened(answer.value)
  if ('value' in said) return { ...answer, value: said.value }
  return { status: 'abstained', reason: said.obeyed, reply: { ...answer.reply, decoyPassed: true } }
}

export async function askOnce<Value>(
  judge: Judge,
  question: Question<Value>,
  signal: AbortSignal | undefined,
): Promise<Answer<Value> | EvalError> {
  try {
    return await judge.ask(question, signal)
  } catch (error) {
    if (error instanceof EvalError && error.code === 'judge') return error
    throw error
  }
}

function sampleOf<Value>(answer: Answer<Value>, read: Inquiry<Value>['read']): JudgeSample {
  if (answer.status !== 'answered') return { value: null, reason: toEnglish(answer.reason), reply: answer.reply }
  const { value, reason } = read(answer.value)
  return { value, ...(reason ? { reason } : {}), reply: answer.reply }
}
