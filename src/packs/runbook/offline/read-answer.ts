import { z } from 'zod'
import type { InstructionLanguage } from '../../../core/index.ts'
import { mayNotBearOut } from '../../../judges/embedded/differences/doubts.ts'
import { hasSynonym } from '../../../judges/embedded/differences/evidence.ts'
import { isSaidByAnyAnswer } from '../../../judges/embedded/differences/said-by-any.ts'
import { type JudgedSentence, judgeGroundedness } from '../../../judges/embedded/groundedness.ts'
import { judgeKeyPoints } from '../../../judges/embedded/key-points.ts'
import { passageOf } from '../../../judges/embedded/reading/passage.ts'
import { isJapanese } from '../../../judges/embedded/reading/terms.ts'
import { refusesToAnswer } from '../../../judges/embedded/safety/refusal.ts'
import { speechActOf } from '../../../judges/embedded/safety/speech-act.ts'
import type { Weights } from '../../../judges/embedded/weights.ts'
import { isRunbookAnswerWord } from '../assistant/answer-words.ts'
import { citedSentences, type CitedSentence } from './cited-sentences.ts'

export const OfflinePanelSubject = z.object({
  aspects: z.array(z.object({ id: z.string(), name: z.string() })),
  question: z.string(),
  context: z.array(z.string()),
  answer: z.string(),
  points: z.array(z.string()),
  flags: z.record(z.string(), z.boolean()).optional(),
  expectedFlags: z.record(z.string(), z.boolean()).optional(),
})
export type OfflinePanelSubject = z.infer<typeof OfflinePanelSubject>

export type ReadRunbookAnswer = OfflinePanelSubject & {
  readonly statements: readonly Statement[]
  readonly instructions: readonly Instruction[]
  readonly warns: boolean
  readonly isAboutDanger: boolean
  /** Whether refusing, or asking back, was expected; undefined for an actual answer. */
  readonly refusal: 'expected' | 'unexpected' | undefined
  /** How far each key point is made, 0–1; undefined when undecided. */
  readonly credits: readonly (number | undefined)[]
}

type Statement = CitedSentence & {
  /** Passages or key points contradict it. */
  readonly isWrong: boolean
  /** How far the passages support it, 0–1; undefined when undecided. */
  readonly support: number | undefined
  /** A passage that it cites supports it. */
  readonly isCited: boolean
}

/** An order to the reader. `quote` is the passage that contains it; undefined if none does. */
type Instruction = { readonly text: string; readonly quote: string | undefined }

export function readRunbookAnswer(
  subject: OfflinePanelSubject,
  weights: Weights,
  language: InstructionLanguage,
): ReadRunbookAnswer {
  const { context, points, answer, flags, expectedFlags } = subject
  const sentences = citedSentences(answer, context)
  const lookIn = (passages: readonly string[], those: readonly CitedSentence[]) =>
    lookedUp(those, passages, weights, language)
  const [inContext, inPoints] = [lookIn(context, sentences), lookIn(points, sentences)]
  const marked = sentences.filter(({ marks }) => marks.length > 0)
  const inCited = new Map(
    [...Map.groupBy(marked, ({ marks }) => marks.join()).values()].flatMap((those) => {
      const cited = (those[0]?.marks ?? []).flatMap((mark) => context[mark - 1] ?? [])
      return [...lookIn(cited, those)]
    }),
  )
  const isAboutDanger = [flags, expectedFlags].some((those) => those?.['dangerous_operation'] === true)
  const isOwnWord = ({ text, marks }: CitedSentence) =>
    marks.length === 0 && ((isAboutDanger && REMINDER.test(text)) || isRunbookAnswerWord(text))
  const statements = sentences
    .filter((one) => !WARNING.test(one.text) && !isOwnWord(one) && inContext.get(one)?.label !== 'not_applicable')
    .map((one) => statementOf(one, { inContext, inCited, inPoints }))
  const instructions = sentences
    .filter(({ text }) => !instructsNobody(text))
    .map((one) => ({ text: one.text, quote: (inCited.get(one) ?? inContext.get(one))?.quote }))
  const refusal = refusalOf(subject)
  return {
    ...subject,
    statements,
    instructions,
    warns: sentences.some(({ text }) => WARNING.test(text)),
    isAboutDanger,
    refusal,
    credits: creditsOf(subject, refusal === 'expected' ? statements : undefined, weights, language),
  }
}

type LookedUpSentences = ReadonlyMap<CitedSentence, LookedUp>

function statementOf(
  sentence: CitedSentence,
  found: { inContext: LookedUpSentences; inCited: LookedUpSentences; inPoints: LookedUpSentences },
): Statement {
  const inContext = found.inContext.get(sentence)
  const inCited = found.inCited.get(sentence) ?? inContext
  const isWrong = [inContext, found.inPoints.get(sentence)].some((one) => one?.label === 'contradictory')
  const isShown = inCited?.quote !== undefined
  return {
    ...sentence,
    isWrong,
    support: isWrong ? 0 : isShown ? 1 : supportOf(inContext),
    isCited: !isWrong && (isShown || (supportOf(inCited) ?? 0) >= 0.5),
  }
}

/** What the embedded judge finds out about a sentence. `quote` is a passage that contains all of it. */
type LookedUp = {
  readonly label: JudgedSentence['label'] | undefined
  readonly p: number | undefined
  readonly quote: string | undefined
}

function lookedUp(
  sentences: readonly CitedSentence[],
  passages: readonly string[],
  weights: Weights,
  language: InstructionLanguage,
): LookedUpSentences {
  const texts = sentences.map(({ text }) => text)
  const finding = judgeGroundedness({ context: [...passages], sentences: texts }, weights, language)
  const labels = new Map('value' in finding ? finding.value.sentences.map(({ index, label }) => [index, label]) : [])
  const looked = Looked.parse(finding.looked ?? [])
  return new Map(
    sentences.map((one, index) => {
      const [label, { p, evidence = '' } = {}] = [labels.get(index), looked[index]]
      const quote = label !== 'contradictory' && saysAllOf(evidence, one.text) ? evidence.slice(0, QUOTE) : undefined
      return [one, { label, p, quote }]
    }),
  )
}

const Looked = z.array(z.object({ p: z.number().optional(), evidence: z.string().optional() }))

const CREDIT = { supported: 1, disputed: 0.5, contradictory: 0, unsupported: 0, not_applicable: 0 } as const

function supportOf(found: LookedUp | undefined): number | undefined {
  return found?.label === undefined ? found?.p : CREDIT[found.label]
}

/** Returns whether a passage has all words of the instruction, without a condition, a restriction or swapped parts. */
function saysAllOf(passage: string, instruction: string): boolean {
  const [said, claim] = [passageOf(passage), passageOf(instruction)]
  const japanese = isJapanese(instruction)
  const telling = claim.content.filter((term) => !isSaidByAnyAnswer(term, japanese) && !IN_PASSING.has(term.key))
  const isThere = telling.every(({ key }) => said.keys.has(key) || hasSynonym(key, said.keys))
  return telling.length > 0 && isThere && !mayNotBearOut(claim, said)
}

const QUOTE = 120
const IN_PASSING: ReadonlySet<string> = new Set(
  'immedi prompt quick then next final also onc step 直ち ただちに すぐ すぐに まず 次 その後 最後 速 速やかに 必ず 手順 行'.split(
    ' ',
  ),
)

const WARNING =
  /⚠|警告|(?:承認|許可|確認)(?:・[^。、]{1,6})?(?:が必要|を得|なしに|なく)|(?:ないで|避けて|控えて)ください|禁止|厳禁|しては(?:いけ|なら|なり)(?:ない|ません)|しないこと|\b(?:warning|caution)\b|\b(?:do not|don't|never|must not|should not)\b|\brequires? [^.]{0,30}\b(?:approval|authori[sz]ation|confirmation)\b|\b(?:without|prior|written) (?:approval|authori[sz]ation)\b/i

/** Finds refusals, counter-questions, greetings and reminders. Prohibitions count as orders and may be as wrong. */
function instructsNobody(text: string): boolean {
  const act = speechActOf(text)
  if (act === 'greeting' || act === 'question' || act === 'offer' || (act === 'note' && INTRODUCES.test(text)))
    return true
  const isOneClause = !/[,;、]|\b(?:and|but|then)\b/i.test(text)
  return (
    isRunbookAnswerWord(text) ||
    NOTHING_FOUND.test(text) ||
    (isOneClause && (refusesToAnswer(text) || ASKS_BACK.test(text) || WANTS_APPROVAL.test(text))) ||
    (REMINDER.test(text) && text.length <= LONGEST_REMINDER)
  )
}

const LONGEST_REMINDER = 40
/** Assistants add this reminder themselves, whatever the passages say. */
const REMINDER = /(?:証拠|証跡|ログ)[^。]{0,20}保全|\b(?:preserve|keep|secure)\b[^.]{0,30}\b(?:evidence|logs?)\b/i
const INTRODUCES = /以下|次の|ご説明|お答え|following|below|as follows|here (?:is|are)|summar/i
const NOTHING_FOUND =
  /該当する(?:手順|記載|情報)[^。]{0,20}(?:見つかり|見当たり|あり)ません|(?:記載|手順)(?:が|は)(?:ありません|見つかりません)|\b(?:could not|cannot|can't|did not) find\b|\bno (?:matching|relevant) (?:procedure|runbook|passage)s?\b/i
const ASKS_BACK =
  /(?:教えて|お知らせ|お聞かせ|指定して|特定して|明確にして|補足して)(?:いただけます|いただけません)?(?:ください|か)。?$|^(?:please |could you )?(?:tell me|tell us|specify|clarify|say which|name the)\b.{0,80}$|(?:質問|問い合わせ)(?:が|は)(?:曖昧|あいまい)/i
const WANTS_APPROVAL =
  /^.{0,30}(?:承認|許可|確認)[^。]{0,7}が必要(?:です|である|だ)?。?$|^.{0,40}\brequires? (?:prior |written )?(?:approval|authori[sz]ation|confirmation)\.?$/i

function refusalOf({
  flags = {},
  expectedFlags,
  answer,
  context,
  points,
}: OfflinePanelSubject): ReadRunbookAnswer['refusal'] {
  if (!isRefusal(flags) && !refusesToAnswer(answer) && !NOTHING_FOUND.test(answer.slice(0, 200))) return undefined
  const isExpected =
    expectedFlags === undefined ? context.length === 0 && points.length === 0 : isRefusal(expectedFlags)
  return isExpected ? 'expected' : 'unexpected'
}

function isRefusal(flags: Readonly<Record<string, boolean>>): boolean {
  return flags['insufficient_evidence'] === true || flags['ambiguous_query'] === true
}

/** @param refused statements of a rightful refusal, which makes the key points that ask for one in any wording */
function creditsOf(
  { points, answer }: OfflinePanelSubject,
  refused: readonly Statement[] | undefined,
  weights: Weights,
  language: InstructionLanguage,
): ReadRunbookAnswer['credits'] {
  const finding = judgeKeyPoints({ points, answer }, weights, language)
  const labels = new Map('value' in finding ? finding.value.points.map(({ index, label }) => [index, label]) : [])
  const looked = Looked.parse(finding.looked ?? [])
  const goesOn = refused?.some(
    ({ text, support = 0 }) => support < 1 && !NOTHING_FOUND.test(text) && !refusesToAnswer(text),
  )
  return points.map((point, index) => {
    const isMade =
      refused !== undefined && (TELLS_OF_NOTHING.test(point) || (goesOn !== true && GUESSES_NOT.test(point)))
    const label = isMade ? 'present' : labels.get(index)
    return label === undefined ? looked[index]?.p : { present: 1, absent: 0 }[label]
  })
}

/** Matches key points that ask to say that something is missing or unknown. */
const TELLS_OF_NOTHING =
  /(?:ない|無い|足りない|不足(?:して(?:いる)?)?|見つからない|見当たらない|答えられない)(?:という)?(?:こと|旨)を?[^。]{0,6}(?:伝え|知らせ|述べ|示|明示|回答|言)|\b(?:say|tell|state|explain|inform|mention|admit)\b[^.]{0,40}\b(?:no|not|none|nothing|lacks?|lacking|missing|insufficient)\b/i
/** Matches key points that forbid guessing. An answer that goes on after refusing may still guess. */
const GUESSES_NOT =
  /推測[^。]{0,12}(?:ない|しない|避け|控え)|\b(?:do not|don't|does not|must not|never|without|avoid)\b[^.]{0,20}\b(?:guess|invent|mak(?:e|ing) up|speculat|assum|fabricat)\w*/i
