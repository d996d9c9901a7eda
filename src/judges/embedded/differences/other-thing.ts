import { editSimilarity, splitSentences } from '../../../text/index.ts'
import { align } from './alignment.ts'
import type { Distinction } from './distinguishing.ts'
import { distinctionOf, isListed, isSameOfKind } from './distinguishing.ts'
import { hasSynonym } from './evidence.ts'
import type { Mark } from '../reading/marks.ts'
import { hasMark, marksIn } from '../reading/marks.ts'
import type { Passage } from '../reading/passage.ts'
import { inUnitsOf, passageOf } from '../reading/passage.ts'
import { foldCharacters } from '../reading/plain-text.ts'
import { otherUnit, quantitiesIn } from '../reading/quantities.ts'
import { isSaidByAnyAnswer } from './said-by-any.ts'
import type { Term } from '../reading/terms.ts'
import { isJapanese } from '../reading/terms.ts'

/**
 * What an answer names that neither the question nor the reference does. `instead` is what those name and the answer does not,
 * where it stands in its place. `certain` where the two cannot be the same.
 */
export type OtherThing = { readonly said: string; readonly instead?: string; readonly certain: boolean }

export type Asked = { readonly question: string; readonly reference: string; readonly answer: string }

/**
 * Whether an answer with the words of the reference speaks of another thing: order B99 where A17 was asked for, Osaka for Kyoto,
 * the red box for the blue one, or of one more. Each name, number, date, unit, colour and place of the answer has to stand in the
 * question or the reference. Undefined where nothing says so.
 */
export function otherThingIn(asked: Asked): OtherThing | undefined {
  const compared = comparedIn(asked)
  for (const find of [otherMark, otherUnitIn, otherTerm, otherSubject, otherOwner, oneMore]) {
    const other = find(compared)
    if (other !== undefined) return other
  }
  return undefined
}

/** Whether a text puts another thing in the place of one that is stated; what it says beside that is left alone. */
export function putsAnother({ stated, said }: { readonly stated: string; readonly said: string }): boolean {
  const compared = comparedIn({ question: '', reference: stated, answer: said })
  return [otherMark, otherUnitIn, otherTerm].some((find) => find(compared)?.instead !== undefined)
}

type Compared = {
  readonly answer: Passage
  readonly question: Passage
  readonly reference: Passage
  /** The answer's sentences: first the one that has most of the reference. */
  readonly sentences: readonly Passage[]
  /** Content of the answer that question and reference do not have. */
  readonly foreign: readonly Term[]
  /** Content of question and reference that the answer does not have. */
  readonly lacking: readonly Term[]
  readonly foreignMarks: readonly Mark[]
  readonly lackingMarks: readonly Mark[]
  readonly knownMarks: readonly Mark[]
  readonly japanese: boolean
}

function comparedIn(asked: Asked): Compared {
  const [inQuestion, inReference, inAnswer] = [asked.question, asked.reference, asked.answer].map(marksIn)
  const [questionText = '', referenceText = '', answerText = ''] = [inQuestion, inReference, inAnswer].map(
    (read) => read?.rest ?? '',
  )
  const knownText = `${asked.question}\n${asked.reference}`
  const knownMarks = [...(inQuestion?.marks ?? []), ...(inReference?.marks ?? [])]
  const marks = inAnswer?.marks ?? []
  const stated = passageOf(answerText)
  const saidQuantities = quantitiesIn(stated.terms)
  const question = inUnitsOf(passageOf(questionText), saidQuantities)
  const reference = inUnitsOf(passageOf(referenceText), saidQuantities)
  const knownTerms = [...question.terms, ...reference.terms]
  const quantities = quantitiesIn(knownTerms)
  const answer = inUnitsOf(stated, quantities)
  const japanese = isJapanese(asked.answer)
  const verbs = japanese ? verbsIn([...answer.terms, ...knownTerms]) : new Set<string>()
  const tells = (term: Term): boolean => !term.isStopWord && !isSaidByAnyAnswer(term, japanese) && !verbs.has(term.key)
  const cover = coverage(knownTerms, knownText)
  const covered = coverage([...answer.terms, ...stated.terms], asked.answer)
  const foreign = answer.content.filter((term) => tells(term) && !cover(term))
  return {
    answer,
    question,
    reference,
    sentences: sentencesOf(answerText, reference).map((sentence) => inUnitsOf(sentence, quantities)),
    foreign,
    lacking: knownTerms.filter((term) => tells(term) && !covered(term)),
    foreignMarks: marks.filter((mark) => !hasMark(mark, { marks: knownMarks, text: knownText })),
    lackingMarks: knownMarks.filter((mark) => !hasMark(mark, { marks, text: asked.answer })),
    knownMarks,
    japanese,
  }
}

function sentencesOf(text: string, { keys }: Passage): readonly Passage[] {
  const sentences = splitSentences(text).slice(0, MOST_SENTENCES).map(passageOf)
  const shared = ({ content }: Passage): number => content.filter(({ key }) => keys.has(key)).length
  return sentences.toSorted((a, b) => shared(b) - shared(a))
}

const MOST_SENTENCES = 30

/** Whether a text has a term, in this form or in another of the same word. */
function coverage(terms: readonly Term[], text: string): (term: Term) => boolean {
  const keys = new Set(terms.map(({ key }) => key))
  const folded = foldCharacters(text).toLowerCase().replaceAll(/\s/g, '')
  return (term) => {
    const { key, kind } = term
    if (keys.has(key)) return true
    if (kind === 'number') return false
    if (hasSynonym(key, keys)) return true
    const counter = counterOf(key)
    if (counter !== undefined) return terms.some((other) => counterOf(other.key) === counter)
    if (isListed(key)) return terms.some((other) => isSameOfKind(key, other.key))
    if (/[\p{Script=Han}\p{Script=Katakana}]/u.test(key))
      return key.length > 1 && folded.includes(key.replace(/^[おご御](?=.{2})/, ''))
    return key.length >= 4 && terms.some((other) => isFormOf(term, other))
  }
}

/** Approve and approval; of names only Japan and Japanese. */
function isFormOf(one: Term, other: Term): boolean {
  const [short = '', long = ''] = [one.key, other.key].toSorted((a, b) => a.length - b.length)
  if (short.length < 4) return false
  const stays = one.kind === 'name' || other.kind === 'name' ? short.length : Math.max(4, short.length - 2)
  return long.startsWith(short.slice(0, stays)) && long.length - short.length <= 4
}

function otherMark({ foreignMarks, lackingMarks, knownMarks, lacking }: Compared): OtherThing | undefined {
  for (const { kind, written } of foreignMarks) {
    const instead = lackingMarks.find((mark) => mark.kind === kind) ?? lackingMarks[0]
    if (instead !== undefined) return { said: written, instead: instead.written, certain: instead.kind === kind }
    // 4B beside 5C: what could be a quantity is no mark, and still another one.
    const number = lacking.find((term) => distinctionOf(term) === 'number' || /\d/.test(term.key))
    const rival = kind !== 'letter' && number !== undefined
    if (rival || knownMarks.some((mark) => mark.kind === kind)) return { said: written, certain: false }
  }
  return undefined
}

/** The number of question or reference with another unit: 18 °C and 18 °F, 90日 and 90か月. */
function otherUnitIn({ answer, question, reference, japanese }: Compared): OtherThing | undefined {
  const known = [...question.terms, ...reference.terms]
  const unit = otherUnit(answer.terms, known)
  if (unit !== undefined) return { said: unit[0].written, instead: unit[1].written, certain: true }
  if (!japanese) return undefined
  for (const [index, { key, written }] of answer.terms.entries()) {
    const counter = counterOf(answer.terms[index + 1]?.key)
    if (!key.startsWith('#') || counter === undefined) continue
    const theirs = known.flatMap((term, at) => (term.key === key ? (counterOf(known[at + 1]?.key) ?? []) : []))
    const [other] = theirs
    if (other !== undefined && !theirs.includes(counter)) {
      return { said: written + counter, instead: written + other, certain: false }
    }
  }
  return undefined
}

function counterOf(key = ''): string | undefined {
  return COUNTERS.find((those) => those.split(' ').includes(key))?.split(' ')[0]
}

/** Those in one entry count the same. */
const COUNTERS: readonly string[] =
  '日 日間/月間/年 年間/週間 週/時間/分 分間/秒 秒間/円/人 名/個 つ/台/枚/本/冊/回 度目/度/歳 才/階/号/番/点/匹 頭/箱/袋/杯/束/足/着/組/軒 戸/件/通/ポイント/ページ 頁/割/%'.split(
    '/',
  )

/** A term in the place of another of its kind. */
function otherTerm(compared: Compared): OtherThing | undefined {
  const { foreign, lacking, japanese } = compared
  const replaced = replacedIn(compared)
  const chosen = otherChoice(compared)
  let doubt: OtherThing | undefined = chosen
  for (const term of foreign) {
    const kind = distinctionOf(term)
    const instead = replaced.get(term.key) ?? lacking.find((other) => standsLike(term, other, compared))
    const rival = instead ?? lacking.find((other) => isRivalKind(term, other, japanese))
    if (rival === undefined || (instead === undefined && isAside(term, compared))) continue
    const other = { said: term.written, instead: rival.written }
    if (instead !== undefined && excludes(kind, term, instead, compared)) return { ...other, certain: true }
    doubt ??= { ...other, certain: false }
  }
  return doubt
}

/** Terms of the answer that stand where question or reference have another one, between or beside the same words. */
function replacedIn(compared: Compared): ReadonlyMap<string, Term> {
  const { sentences, question, reference, foreign, lacking, japanese } = compared
  const [ours, theirs] = [foreign, lacking].map((terms) => new Set(terms.map(({ key }) => key)))
  const replaced = new Map<string, Term>()
  for (const sentence of sentences) {
    for (const evidence of [reference, question]) {
      for (const pair of replacementsIn(sentence, evidence)) {
        const said = pair.claim.find(({ key }) => ours?.has(key))
        const instead = pair.evidence.find(({ key }) => theirs?.has(key))
        if (said === undefined || instead === undefined || replaced.has(said.key)) continue
        if (japanese ? isNoun(said) && isNoun(instead) : standsBeside(said, instead, sentence, evidence)) {
          replaced.set(said.key, instead)
        }
      }
    }
  }
  return replaced
}

/** Of texts that say much the same. */
function replacementsIn(sentence: Passage, evidence: Passage): ReturnType<typeof align>['replacements'] {
  if (evidence.content.length < 2) return []
  const shared = evidence.content.filter(({ key }) => sentence.keys.has(key)).length
  return shared * 2 < evidence.content.length ? [] : align(fromStart(sentence), fromStart(evidence)).replacements
}

/** What stands before the first word that both have is in the place of each other too. */
function fromStart(passage: Passage): Passage {
  return { ...passage, terms: [START, ...passage.terms] }
}

const START: Term = { key: '^', kind: 'word', isStopWord: true, written: '' }

/** Right before or right after the same word: "the red box" and "the blue box", "in Osaka" and "in Kyoto". */
function standsBeside(term: Term, other: Term, ours: Passage, theirs: Passage): boolean {
  const near = besides(theirs, other.key)
  return besides(ours, term.key).some((place) => near.includes(place))
}

function besides({ terms }: Passage, key: string): readonly string[] {
  return terms.flatMap((term, index) => {
    if (term.key !== key) return []
    const [before = START, after = START] = [terms[index - 1], terms[index + 1]]
    return [`after ${before.key}`, ...(after.isStopWord ? [] : [`before ${after.key}`])]
  })
}

/** A mark, a number or one of a closed kind beside the same word: customer 12 and customer 13. */
function standsLike(term: Term, other: Term, { answer, question, reference }: Compared): boolean {
  const kind = distinctionOf(term)
  if (kind === 'word' || kind === 'name' || distinctionOf(other) !== kind) return false
  return [question, reference].some((passage) => standsBeside(term, other, answer, passage))
}

/** Of two things that a question offers, the one that the reference does not say: the Bears for the Lions. */
function otherChoice({ sentences, answer, reference }: Compared): OtherThing | undefined {
  const [sentence] = sentences
  if (sentence === undefined) return undefined
  for (const pair of replacementsIn(sentence, reference)) {
    const said = pair.claim.find(({ key }) => !reference.keys.has(key))
    const instead = pair.evidence.find(({ key, isStopWord }) => !isStopWord && !answer.keys.has(key))
    if (said === undefined || instead === undefined) continue
    const kind = distinctionOf(said)
    if (kind === 'word' || kind !== distinctionOf(instead) || hasSynonym(instead.key, answer.keys)) continue
    if (standsBeside(said, instead, sentence, reference)) {
      return { said: said.written, instead: instead.written, certain: false }
    }
  }
  return undefined
}

function isRivalKind(term: Term, other: Term, japanese: boolean): boolean {
  const [kind, its] = [distinctionOf(term), distinctionOf(other)]
  if (kind !== 'word' && its === kind) return true
  const open = [kind, its].every((one) => one === 'word' || one === 'name')
  return japanese && open && isNoun(term) && isNoun(other)
}

/** What is told of the answer in passing, after a comma: "Jane Austen, an English novelist". */
function isAside({ written }: Term, { sentences, japanese }: Compared): boolean {
  if (japanese) return false
  const asides = sentences.flatMap(({ text }) => text.split(ASIDE).slice(1))
  const main = sentences.map(({ text }) => text.split(ASIDE)[0] ?? '')
  const has = (text: string): boolean => passageOf(text).terms.some((term) => term.written === written)
  return asides.some(has) && !main.some(has)
}

const ASIDE = /, (?=(?:an?|the|who|which|where|located|known|also|as|born|released|played|written)\b)|\(/i

/** Two that cannot be one: names may, unless all the rest is the same. */
function excludes(kind: Distinction, term: Term, instead: Term, { foreign, answer }: Compared): boolean {
  if (distinctionOf(instead) !== kind || kind === 'word') return false
  if (kind !== 'name') return true
  return foreign.length === 1 && answer.content.length >= 3 && !mayBeOneName(term.key, instead.key)
}

/** Initials, a shorter form, a slip of spelling. */
function mayBeOneName(one: string, other: string): boolean {
  return (
    one.startsWith(other.slice(0, 3)) ||
    one.endsWith(other) ||
    other.endsWith(one) ||
    Math.min(one.length, other.length) < 3 ||
    editSimilarity(one, other) >= 0.7
  )
}

/** What the answer speaks of, before its first verb or particle, is nothing that was asked about. */
function otherSubject({ sentences, foreign, lacking, japanese }: Compared): OtherThing | undefined {
  const keys = new Set(foreign.map(({ key }) => key))
  const [sentence] = sentences
  if (sentence === undefined) return undefined
  if (japanese) {
    const said = topicOf(sentence.terms).find((term) => keys.has(term.key))
    return said === undefined ? undefined : { said: said.written, certain: false }
  }
  const [instead] = lacking
  const subject = subjectOf(sentence.terms).filter(
    (term, index, terms) => isContent(term) && !isVerb(term, terms[index - 1]),
  )
  const others = subject.filter(({ key }) => keys.has(key))
  const said = others.find(({ kind }) => kind !== 'number')
  const isTelling = others.length === subject.length || sentence.terms.length <= LONGEST_STATEMENT
  if (said === undefined || instead === undefined || !isTelling) return undefined
  return { said: said.written, instead: instead.written, certain: false }
}

/** Terms. A longer sentence says more of what it speaks of than the question did. */
const LONGEST_STATEMENT = 12

/** Emma for Emma's brother. */
function otherOwner({ sentences, lacking, question, reference, japanese }: Compared): OtherThing | undefined {
  const said = sentences[0]?.terms ?? []
  const owner = japanese || !said.some(({ key }) => VERBS.has(key)) ? undefined : subjectOf(said).findLast(isContent)
  if (owner === undefined || owner.written.endsWith("'s")) return undefined
  const lacked = new Map(lacking.map((term) => [term.key, term]))
  const owned = [question, reference].flatMap(({ terms }) =>
    terms.flatMap((term, index) =>
      term.key === owner.key && term.written.endsWith("'s") ? [lacked.get(terms[index + 1]?.key ?? '')] : [],
    ),
  )
  const [instead] = owned
  if (instead === undefined || owned.includes(undefined) || instead.kind === 'number') return undefined
  return { said: owner.written, instead: `${owner.written} ${instead.written}`, certain: false }
}

function topicOf(terms: readonly Term[]): readonly Term[] {
  const end = terms.findIndex(({ key }) => key === 'は' || key === 'が' || key === 'も')
  return end < 0 ? [] : terms.slice(0, end)
}

function subjectOf(terms: readonly Term[]): readonly Term[] {
  if (PRONOUNS.has(terms[0]?.key ?? '')) return []
  const end = terms.findIndex(({ key }) => VERBS.has(key))
  return terms.slice(0, end < 0 ? 4 : end)
}

function isContent({ isStopWord }: Term): boolean {
  return !isStopWord
}

/** A word after a noun that ends as verbs do: "the room contains". */
function isVerb({ written, kind }: Term, before: Term | undefined): boolean {
  return kind === 'word' && before !== undefined && isContent(before) && /[a-z]{2}(?:s|ed)$/.test(written)
}

const PRONOUNS: ReadonlySet<string> = new Set('it he she they we you i this that these those there please'.split(' '))
const VERBS: ReadonlySet<string> = new Set(
  'is are was were has have had can could will would may might must should do does did be been'.split(' '),
)

/** Words of Japanese that something is done by: 「開催」 of 「開催されます」, 「歩」 of 「歩いて」. */
function verbsIn(terms: readonly Term[]): ReadonlySet<string> {
  return new Set(terms.flatMap(({ key }, index) => (VERB_ENDINGS.test(terms[index + 1]?.written ?? '') ? [key] : [])))
}

const VERB_ENDINGS =
  /^(?:さ|し|す|せ|する|され|した|して|します|いたし|致し|い|き|っ|ん|り|け|え|でき|出来|中|いただ|くださ|可能|完了)$/u

/** A word of Japanese that is written as nouns are; verbs end in hiragana. */
function isNoun({ written, isStopWord }: Term): boolean {
  return !isStopWord && /^[\p{Script=Han}\p{Script=Katakana}ー々a-z]+$/u.test(written)
}

/** Beside what was asked for, another of its kind: Kobe and Osaka, red and yellow. */
function oneMore({ sentences, foreign, reference, japanese }: Compared): OtherThing | undefined {
  const [sentence] = sentences
  if (sentence === undefined || sentence.terms.length > LONGEST_LIST) return undefined
  const wanted = reference.content.filter(({ key }) => sentence.keys.has(key))
  const text = foldCharacters(sentence.text).toLowerCase()
  for (const term of foreign.filter(({ key }) => sentence.keys.has(key))) {
    const kind = distinctionOf(term)
    const alike = wanted.some((other) => distinctionOf(other) === kind)
    const closed = kind !== 'name' && kind !== 'word' && kind !== 'number'
    const isListedWith = wanted.some((other) =>
      isCoordinated(text, term.written, other.written, joinedBy(kind, japanese)),
    )
    if ((alike && closed) || isListedWith) return { said: term.written, certain: false }
  }
  return undefined
}

/** Terms. In longer sentences other things are named for other reasons. */
const LONGEST_LIST = 24

function isCoordinated(text: string, one: string, other: string, joined: string): boolean {
  const [first = '', second = ''] = [one, other].map((word) => word.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`))
  return [`${first}${joined}${second}`, `${second}${joined}${first}`].some((pattern) =>
    new RegExp(pattern, 'u').test(text),
  )
}

/** "Purchase, or exchange it" begins another clause. */
function joinedBy(kind: Distinction, japanese: boolean): string {
  if (japanese) return JOINED_JAPANESE
  return kind === 'word' ? JOINED_WORDS : kind === 'number' ? `(?:${JOINED}|${OR_NUMBER})` : JOINED
}

const JOINED_WORDS = String.raw` (?:and|or|&|plus) (?:(?:the|an?|mr\.?|ms\.?|mrs\.?|dr\.?) )?`
const JOINED = String.raw`(?:'s)?(?:,? [\p{L}\p{N}']{1,30}){0,3},? (?:and|or|&|plus|as well as) (?:(?:the|an?|in|on|at|by|to|mr\.?|ms\.?|mrs\.?|dr\.?) ){0,2}`
/** May 18, 2018 or May 18, 2019. */
const OR_NUMBER = String.raw`,? or (?:[\p{L}\p{N}',]{1,30} ){0,3}`
const JOINED_JAPANESE = String.raw`(?:さん|様|氏|市|県|駅|色|側|[円年月日時分人台個])?(?:と|や|、|,|・|及び|および|または|又は|か)(?:[^。、\s]{1,4}の)?`
