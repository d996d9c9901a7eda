import {
  type CaseResult,
  type Message,
  type Reporter,
  type Review,
  message,
  responseTextOf,
} from '../../../core/index.ts'
import type { Language } from '../../../i18n/index.ts'
import { wrap } from '../../../reporters/display-width.ts'
import { type Style, createStyle } from '../../../reporters/style.ts'
import { oneLine } from '../../../reporters/visible-text.ts'
import { readReview, reviewWarningsIn } from '../../../text/index.ts'

export type ReviewProgressOptions = {
  readonly write: (text: string) => void
  readonly columns: number
  readonly language: Language
  readonly verbose: boolean
}

/** Prints a line per case while reviews run, and with `verbose` each answer. */
export function reviewProgress(options: ReviewProgressOptions): Reporter {
  const style = createStyle({ ...options, color: false })
  const write = (lines: readonly string[]) => options.write(lines.map((line) => `${line}\n`).join(''))
  let [total, repeats] = [0, 1]
  return (event) => {
    if (event.type === 'run-start') {
      repeats = event.plan.repeat
      total = event.plan.dataset.cases * repeats
      write(['', style.say(message('🤖 Evaluating the reviewer …'))])
    }
    if (event.type === 'case-start') {
      const number = event.position * repeats + event.repeat + 1
      const name = oneLine(event.evalCase.id, 200)
      write([`  ${style.say(message('Case {number}/{total}: {name} …', { number, total, name }))}`])
    }
    if (event.type === 'case-end' && options.verbose) write(answerLines(event.result, style))
  }
}

function answerLines(result: CaseResult, style: Style): readonly string[] {
  const { evalCase, transcript } = result
  const last = transcript.invocations.at(-1)
  const answer = (last && responseTextOf(last)) ?? ''
  const rows: readonly (readonly [Message, string])[] = [
    ...answerRows(result, answer, style),
    ...reviewWarningsIn(answer).map((warning) => [message('warning'), warning] as const),
  ]
  return [
    `    ${oneLine(evalCase.id, 200)}`,
    ...rows.flatMap(([label, text]) =>
      wrap(`${style.say(label)}: ${oneLine(text, 4000)}`, style.columns - 6).map((line) => `      ${line}`),
    ),
  ]
}

function answerRows(
  { evalCase, transcript }: CaseResult,
  answer: string,
  style: Style,
): readonly (readonly [Message, string])[] {
  const expected = `(${style.say(message('expected'))}: ${evalCase.review?.expected ?? '–'})`
  const read = readReview(answer)
  if (read.status === 'declined') {
    return [
      [message('result'), `${style.say(message('not evaluated'))} ${expected}`],
      [message('reason'), style.say(read.reason)],
      ...passages(message('near passage'), read.review),
    ]
  }
  if (read.status !== 'read')
    return [[message('answer'), transcript.failure === undefined ? answer : style.say(transcript.failure.reason)]]
  const { review } = read
  return [
    [message('result'), `${review.result} ${expected}`],
    [message('confidence'), review.confidence?.toFixed(2) ?? '–'],
    ...(review.evidenceStatus === undefined ? [] : [[message('evidence'), review.evidenceStatus] as const]),
    [message('explanation'), review.explanation],
    ...passages(message('quote'), review),
  ]
}

const mostQuotes = 20

/** The result file has all passages. */
function passages(label: Message, { citations }: Pick<Review, 'citations'>): readonly (readonly [Message, string])[] {
  const left = citations.length - mostQuotes
  return [
    ...citations.slice(0, mostQuotes).map((quote) => [label, quote] as const),
    ...(left > 0 ? [[message('further quotes'), String(left)] as const] : []),
  ]
}
