import { splitSentences } from '../../../text/index.ts'
import { isRunbookAnswerWord } from '../assistant/answer-words.ts'
import { compareClaim } from '../../../judges/embedded/differences/claim-features.ts'
import type { ComparedText } from '../../../judges/embedded/differences/claim-features.ts'
import { readText } from '../../../judges/embedded/differences/comparison-text.ts'
import { conflictOf } from '../../../judges/embedded/differences/conflict.ts'
import { mayNotBearOut } from '../../../judges/embedded/differences/doubts.ts'
import { hasSynonym } from '../../../judges/embedded/differences/evidence.ts'
import { putsAnother } from '../../../judges/embedded/differences/other-thing.ts'
import { passageOf } from '../../../judges/embedded/reading/passage.ts'
import { refusesToAnswer } from '../../../judges/embedded/safety/refusal.ts'
import { isSaidByAnyAnswer } from '../../../judges/embedded/differences/said-by-any.ts'
import { speechActOf } from '../../../judges/embedded/safety/speech-act.ts'
import { isJapanese } from '../../../judges/embedded/reading/terms.ts'
import type { Statements } from '../../../judges/embedded/reading/verbatim.ts'
import { saysWordForWord, statementsIn } from '../../../judges/embedded/reading/verbatim.ts'
import type { Weights } from '../../../judges/embedded/weights.ts'

/** What an answer tells somebody to do, and the words of a runbook that tell it too; without a quote where none does. */
export type ShownInstruction = { readonly text: string; readonly quote?: string }

type Cited = { readonly text: string; readonly marks: readonly number[] }

/** Looks each instruction up in the passages that it cites, or in all where it cites none. */
export function shownInstructions(
  sentences: readonly Cited[],
  context: readonly string[],
  weights: Weights,
): readonly ShownInstruction[] {
  const passages = context.map((passage) => ({ text: readText(passage), statements: statementsIn(passage) }))
  return sentences
    .filter(({ text }) => !instructsNobody(text))
    .map(({ text: written, marks }) => {
      const text = written.replaceAll(/\s(?=[.,;:!?。、])/g, '')
      const cited = marks.flatMap((mark) => passages[mark - 1] ?? [])
      const quote = (marks.length > 0 ? cited : passages)
        .map((passage) => quoteFor(text, passage, weights))
        .find((found) => found !== undefined)
      return quote === undefined ? { text } : { text, quote }
    })
}

/** What the runbook assistant always says, what declines, asks back, greets, introduces, wants approval or evidence to be kept. A prohibition may be as wrong as an order. */
function instructsNobody(text: string): boolean {
  const act = speechActOf(text)
  if (act === 'greeting' || act === 'question' || act === 'offer') return true
  if (act === 'note' && INTRODUCES.test(text)) return true
  return (
    isRunbookAnswerWord(text) ||
    (refusesToAnswer(text) && !/[,;、]|\b(?:and|but|then)\b/i.test(text)) ||
    NOTHING_FOUND.test(text) ||
    ASKS_BACK.test(text) ||
    WANTS_APPROVAL.test(text) ||
    (isReminderOfEvidence(text) && text.length <= LONGEST_REMINDER)
  )
}

const LONGEST_REMINDER = 40
const INTRODUCES = /以下|次の|ご説明|お答え|following|below|as follows|here (?:is|are)|summar/i

export const NOTHING_FOUND =
  /該当する(?:手順|記載|情報)[^。]{0,20}(?:見つかり|見当たり|あり)ません|(?:記載|手順)(?:が|は)(?:ありません|見つかりません)|\b(?:could not|cannot|can't|did not) find\b|\bno (?:matching|relevant) (?:procedure|runbook|passage)s?\b/i

const ASKS_BACK =
  /^[^、,;]{0,60}(?:を|か)?(?:教えて|お知らせ|お聞かせ|指定して|特定して|明確にして|補足して)(?:いただけます|いただけません)?(?:ください|か)[。]?$|^(?:please |could you )?(?:tell me|tell us|specify|clarify|say which|name the)\b[^,;]{0,80}[.?]?$|(?:質問|問い合わせ)(?:が|は)(?:曖昧|あいまい)/i

const WANTS_APPROVAL =
  /^[^\p{L}]{0,6}[^、,;]{0,30}(?:承認|許可|確認)(?:・[^。、]{1,6})?が必要(?:です|である|だ)?[。.]?$|^[^\p{L}]{0,6}[^,;]{0,40}\brequires? (?:prior |written )?(?:approval|authori[sz]ation|confirmation)(?: and (?:approval|confirmation))?[.]?$/iu

/** What an assistant says of evidence by itself, beside what the passages say. */
export function isReminderOfEvidence(text: string): boolean {
  return REMINDER.test(text)
}

const REMINDER = /(?:証拠|証跡|ログ)[^。]{0,20}保全|\b(?:preserve|keep|secure)\b[^.]{0,30}\b(?:evidence|logs?)\b/i

type Read = { readonly text: ComparedText; readonly statements: Statements }

/** The sentence of a passage that says all of an instruction: each of its words, and nothing against it. */
function quoteFor(instruction: string, { text, statements }: Read, { idf }: Weights): string | undefined {
  const japanese = isJapanese(instruction)
  const parts = splitSentences(instruction)
  if (parts.length > 0 && parts.every((part) => saysWordForWord(statements, part))) return instruction.slice(0, QUOTE)
  const comparison = compareClaim(passageOf(instruction), text, idf)
  if (comparison === undefined) return undefined
  const { claim, evidence } = comparison
  const { passage } = evidence
  const telling = claim.content.filter((term) => !isSaidByAnyAnswer(term, japanese) && !IN_PASSING.has(term.key))
  const isThere = telling.every(({ key }) => passage.keys.has(key) || hasSynonym(key, passage.keys))
  if (telling.length === 0 || !isThere || claim.negations % 2 !== passage.negations % 2) return undefined
  const isAgainst = conflictOf(claim, passage) !== undefined || mayNotBearOut(comparison)
  return isAgainst || putsAnother({ stated: passage.text, said: instruction })
    ? undefined
    : passage.text.slice(0, QUOTE)
}

const QUOTE = 120
const IN_PASSING: ReadonlySet<string> = new Set(
  'immedi prompt quick then next final also onc step 直ち ただちに すぐ すぐに まず 次 その後 最後 速 速やかに 必ず 手順 行'.split(
    ' ',
  ),
)
