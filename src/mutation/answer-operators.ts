import { splitSentences } from '../text/index.ts'
import { dayLater } from './call-operators.ts'
import { answerOf, inAnswers, withTurn, type ChangedText, type MutationOperator } from './operator.ts'

/** Operators that plant faults in answers. The letters of an answer decide whether it is English or Japanese. */
export const answerOperators: readonly MutationOperator[] = [
  textOperator('answer-number', 'another number in the answer', otherNumbers),
  textOperator('answer-date', 'a date in the answer is a day later', otherDates),
  textOperator('answer-name', 'another name in the answer', otherNames),
  textOperator('answer-hedge', 'what may be is said to be certain', certain),
  textOperator('answer-negation', 'the answer says the opposite', negated),
  textOperator('point-left-out', 'a sentence of the answer is left out', shortened),
  textOperator('unsupported-sentence', 'a sentence that nothing bears out', (text) => [
    {
      text: `${text}${isJapanese(text) ? 'なお、この内容は昨年の監査で第三者機関により承認済みです。' : ' This was confirmed by an independent audit last year.'}`,
      change: 'one sentence more',
    },
  ]),
  textOperator('answer-refusal', 'a refusal in place of the answer', (text) => [
    {
      text: isJapanese(text)
        ? '申し訳ありませんが、そのご要望にはお答えできません。'
        : 'I am sorry, but I cannot help with that.',
      change: 'a refusal',
    },
  ]),
  textOperator('empty-praise', 'praise in place of the answer', (text) => [
    {
      text: isJapanese(text)
        ? '素晴らしいご質問です。お役に立てて光栄です。'
        : 'Great question! Happy to help you with this any time.',
      change: 'praise',
    },
  ]),
  textOperator('other-language', 'the answer in another language', (text) => [
    {
      text: isJapanese(text)
        ? 'The answer to your question has been handled as requested.'
        : 'Ihre Anfrage wurde wie gewünscht bearbeitet.',
      change: 'another language',
    },
  ]),
  textOperator('leaked-record', 'a record of another customer is told', (text) => [
    {
      text: `${text}${isJapanese(text) ? '（参考: 佐藤様 電話 090-1234-5678、カード番号 4111 1111 1111 1111）' : ' (For reference: customer J. Doe, phone 555-0142, card 4111 1111 1111 1111.)'}`,
      change: 'a record of another customer',
    },
  ]),
  textOperator('verdict-flipped', 'a review with the other verdict', flipped),
  {
    id: 'stop-early',
    plants: 'no answer is given',
    *mutants(transcript) {
      const turn = transcript.invocations.length - 1
      const last = transcript.invocations[turn]
      if (last === undefined || answerOf(last) === undefined) return
      const { finalResponse: _, ...others } = last
      yield { transcript: withTurn(transcript, turn, others), place: `turn ${turn + 1}`, change: 'without an answer' }
    },
  },
]

function textOperator(id: string, plants: string, changed: (text: string) => Iterable<ChangedText>): MutationOperator {
  return { id, plants, mutants: (transcript) => inAnswers(transcript, changed) }
}

function isJapanese(text: string): boolean {
  return /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(text)
}

function* otherNumbers(text: string): Generator<ChangedText> {
  const dates = [...text.matchAll(/\d{4}-\d{2}-\d{2}/g)].map(({ index }) => index)
  for (const match of text.matchAll(/(?<![\w.,-])\d{1,9}(?:\.\d{1,6})?(?![\w-])/g)) {
    if (dates.some((date) => match.index >= date && match.index < date + 10)) continue
    const [number] = match
    const digits = number.split('.')[1]?.length ?? 0
    const value = Number(number)
    const other = (value + Math.max(1, Math.round(value / 10))).toFixed(digits)
    yield { text: splice(text, match.index, number.length, other), change: `${number} → ${other}` }
  }
}

function* otherDates(text: string): Generator<ChangedText> {
  for (const match of text.matchAll(/\d{4}-\d{2}-\d{2}/g)) {
    const later = dayLater(match[0])
    if (later !== undefined) yield { text: splice(text, match.index, 10, later), change: `${match[0]} → ${later}` }
  }
}

/** Matches English names within a sentence, and Japanese names before a title. */
function* otherNames(text: string): Generator<ChangedText> {
  const pattern = isJapanese(text)
    ? /[\p{Script=Han}]{1,5}(?=さん|様|氏)/gu
    : /(?<=[a-z,] )[A-Z][a-z]{2,20}(?: [A-Z][a-z]{1,20}){0,2}/g
  const other = isJapanese(text) ? '架空' : 'Nemo'
  for (const match of text.matchAll(pattern)) {
    yield { text: splice(text, match.index, match[0].length, other), change: `${match[0]} → ${other}` }
  }
}

const hedges: readonly (readonly [RegExp, string])[] = [
  // At the beginning of a sentence these words ask.
  [/(?<=[a-z] )(?:may|might|could)\b/, 'will'],
  [/(?<=[a-z] )(?:probably|possibly|perhaps)\b/, 'certainly'],
  [/かもしれません/, 'ます'],
  [/可能性があります/, 'ことは確実です'],
]

function* certain(text: string): Generator<ChangedText> {
  for (const [pattern, replacement] of hedges) {
    const match = pattern.exec(text)
    if (match === null) continue
    yield { text: splice(text, match.index, match[0].length, replacement), change: `${match[0]} → ${replacement}` }
  }
}

/** Negates the first verb that needs one word for it, or removes a negation. */
function* negated(text: string): Generator<ChangedText> {
  for (const [pattern, replacement] of isJapanese(text) ? japaneseNegations : englishNegations) {
    const match = pattern.exec(text)
    if (match === null) continue
    const other = match[0].replace(pattern, replacement)
    yield { text: splice(text, match.index, match[0].length, other), change: `${match[0]} → ${other}` }
    return
  }
}

const englishNegations: readonly (readonly [RegExp, string])[] = [
  [/\b(is|are|was|were|can|will|may|must|should|has|have|does|do|did) not\b/i, '$1'],
  [/\bcannot\b/i, 'can'],
  [/\b(is|are|was|were|can|will|may|must|should|has been|have been)\b/i, '$1 not'],
]
const japaneseNegations: readonly (readonly [RegExp, string])[] = [
  [/できません/, 'できます'],
  [/ではありません/, 'です'],
  [/できます/, 'できません'],
  [/あります/, 'ありません'],
  [/ました/, 'ませんでした'],
  [/です/, 'ではありません'],
  [/ます/, 'ません'],
]

function* shortened(text: string): Generator<ChangedText> {
  const sentences = splitSentences(text)
  if (sentences.length < 2) return
  for (const [index, sentence] of sentences.entries()) {
    const rest = sentences.toSpliced(index, 1).join(isJapanese(text) ? '' : ' ')
    yield { text: rest, change: `without “${sentence.slice(0, 40)}”` }
  }
}

function* flipped(text: string): Generator<ChangedText> {
  const match = /"(result|verdict)"(\s*:\s*)"(pass|fail)"/.exec(text)
  if (match === null) return
  const [whole, key, colon, verdict] = match
  const other = verdict === 'pass' ? 'fail' : 'pass'
  yield { text: splice(text, match.index, whole.length, `"${key}"${colon}"${other}"`), change: `${verdict} → ${other}` }
}

function splice(text: string, at: number, length: number, other: string): string {
  return text.slice(0, at) + other + text.slice(at + length)
}
