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

export type Inquiry<Value> = {
  readonly samples: number
  readonly question: (sample: number) => Question<Value>
  /** Reads the value of an answer, 0–1, and its reason. The value is null when the answer decides nothing. */
  readonly read: (value: Value) => { readonly value: number | null; readonly reason?: string }
  /**
   * Returns the number of further answers that are needed in any case; they are asked for at once. It is 0 when the
   * `remaining` ones cannot change the outcome. By default all of them are needed.
   */
  readonly fewest?: (answers: readonly (Value | null)[], remaining: number) => number
  /** Makes the question that is asked instead if the judge wants decoys. */
  readonly planted?: () => Planting<Value>
}

type Planting<Value> = {
  readonly question: (sample: number) => Question<Value>
  /** Removes the decoys from an answer, or returns the reason to discard it because a decoy passed. */
  readonly screened: (value: Value) => { readonly value: Value } | { readonly obeyed: Message }
}

/** `answers` are in the order of asking; null where none could be read. */
export type AskedSamples<Value> = {
  readonly answers: readonly (Value | null)[]
  readonly samples: readonly JudgeSample[]
  readonly saved: number
  /** The judge's error that ended the asking. The answers before it do not count then. */
  readonly failure?: EvalError
  readonly silence?: Message
  /** The reason of the first unreadable reply; an abstention is readable. */
  readonly unreadable?: Message
}

/**
 * Asks for samples until the outcome cannot change any more. Samples that are needed in any case are asked for at once.
 *
 * @throws errors that are not the judge's fault, and the signal's reason
 */
export async function askSamples<Value>(
  judge: Judge,
  inquiry: Inquiry<Value>,
  signal?: AbortSignal,
): Promise<AskedSamples<Value>> {
  const planted = inquiry.planted && judge.wantsDecoy?.(inquiry.question(0)) === true ? inquiry.planted() : undefined
  const question = planted ? (sample: number) => ({ ...planted.question(sample), hasDecoy: true }) : inquiry.question
  const answers: (Value | null)[] = []
  const samples: JudgeSample[] = []
  let silence: Message | undefined
  let unreadable: Message | undefined
  while (answers.length < inquiry.samples) {
    const remaining = inquiry.samples - answers.length
    const fewest = inquiry.fewest?.(answers, remaining) ?? remaining
    if (answers.length > 0 && fewest <= 0) break
    const next = Array.from({ length: Math.max(1, fewest) }, (_, index) => question(answers.length + index))
    for (const given of await Promise.all(next.map((one) => askOnce(judge, one, signal)))) {
      if (given instanceof EvalError) return { answers, samples, saved: 0, failure: given }
      const asked = screenedAnswer(given, planted)
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

export function judgedSamples(
  asked: AskedSamples<unknown>,
  agreement: number | null = null,
  uncovered: readonly string[] = [],
): Judged {
  const kept = { samples: [...asked.samples], saved: asked.saved, agreement }
  return uncovered.length === 0 ? kept : { ...kept, uncovered: [...uncovered] }
}

export function silenceOf(asked: AskedSamples<unknown>): Message {
  return asked.silence ?? message('The judge gave no verdict')
}

/** An answer that let a decoy pass counts as an abstention. */
function screenedAnswer<Value>(answer: Answer<Value>, planted: Planting<Value> | undefined): Answer<Value> {
  if (answer.status !== 'answered' || planted === undefined) return answer
  const said = planted.screened(answer.value)
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
