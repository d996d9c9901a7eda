import { splitSentences } from '../../../text/index.ts'
import { distinctionOf, isListed, isSameOfKind } from './distinguishing.ts'
import { hasSynonym } from './evidence.ts'
import { hasMark, marksIn } from '../reading/marks.ts'
import { type ReadPassage, inUnitsOf, passageOf } from '../reading/passage.ts'
import { foldCharacters } from '../reading/plain-text.ts'
import { otherCounter, otherUnit, quantitiesIn, unitOf } from '../reading/quantities.ts'
import { isSaidByAnyAnswer } from './said-by-any.ts'
import { type Term, isJapanese } from '../reading/terms.ts'

/**
 * `said` is named in the answer, but not in the question or reference; `instead` is what it replaces there. `certain`
 * means that the two cannot be the same.
 */
export type OtherThing = { readonly said: string; readonly instead?: string; readonly certain: boolean }

export type AnsweredQuestion = { readonly question: string; readonly reference: string; readonly answer: string }

/**
 * Returns a thing in the answer that differs from the one asked for: order B99 instead of A17, Osaka instead of Kyoto,
 * the red box instead of the blue one, or an additional one. Names, numbers, dates, units, colours and places of the
 * answer must occur in the question or the reference.
 */
export function otherThingIn(asked: AnsweredQuestion): OtherThing | undefined {
  const compared = comparedIn(asked)
  return otherThan(compared) ?? otherSubject(compared) ?? otherOwner(compared) ?? oneMore(compared)
}

/** Returns whether a text replaces a stated thing by another one. Additional statements are ignored. */
export function putsAnother({ stated, said }: { readonly stated: string; readonly said: string }): boolean {
  return otherThan(comparedIn({ question: '', reference: stated, answer: said }))?.instead !== undefined
}

function otherThan(compared: OtherThingComparison): OtherThing | undefined {
  return otherMark(compared) ?? otherUnitIn(compared) ?? otherTerm(compared)
}

type OtherThingComparison = ReturnType<typeof comparedIn>

function comparedIn({ question, reference, answer: said }: AnsweredQuestion) {
  const [inQuestion, inReference, inAnswer] = [marksIn(question), marksIn(reference), marksIn(said)]
  const knownText = `${question}\n${reference}`
  const [marks, knownMarks] = [inAnswer.marks, [...inQuestion.marks, ...inReference.marks]]
  const stated = passageOf(inAnswer.rest)
  const read = ({ rest }: typeof inQuestion): ReadPassage => inUnitsOf(passageOf(rest), quantitiesIn(stated.terms))
  const known = [read(inQuestion), read(inReference)] as const
  const knownTerms = known.flatMap(({ terms }) => terms)
  const quantities = quantitiesIn(knownTerms)
  const answer = inUnitsOf(stated, quantities)
  const japanese = isJapanese(said)
  const tells = (term: Term): boolean => !term.isStopWord && !isSaidByAnyAnswer(term, japanese)
  const [cover, covered] = [coverage(knownTerms, knownText), coverage([...answer.terms, ...stated.terms], said)]
  const shared = ({ content }: ReadPassage): number => content.filter(({ key }) => known[1].keys.has(key)).length
  const sentences = splitSentences(inAnswer.rest)
    .slice(0, MOST_SENTENCES)
    .map((sentence) => inUnitsOf(passageOf(sentence), quantities))
  return {
    answer,
    known,
    /** Sentences of the answer; the one that shares most with the reference comes first. */
    sentences: sentences.toSorted((a, b) => shared(b) - shared(a)),
    /** Content of the answer that is in neither question nor reference. */
    foreign: answer.content.filter((term) => tells(term) && !cover(term)),
    /** Content of question and reference that is missing in the answer. */
    lacking: knownTerms.filter((term) => tells(term) && !covered(term)),
    foreignMarks: marks.filter((mark) => !hasMark(mark, { marks: knownMarks, text: knownText })),
    lackingMarks: knownMarks.filter((mark) => !hasMark(mark, { marks, text: said })),
    knownMarks,
    japanese,
  }
}

const MOST_SENTENCES = 30

/** The returned function tells whether a text contains a term, or another form of the same word. */
function coverage(terms: readonly Term[], text: string): (term: Term) => boolean {
  const keys = new Set(terms.map(({ key }) => key))
  const folded = foldCharacters(text).toLowerCase().replaceAll(/\s/g, '')
  const units = new Set(
    terms.map((term) => {
      const unit = unitOf(term.key)
      return `${unit?.kind} ${unit?.size}`
    }),
  )
  return (term) => {
    const { key, kind } = term
    if (keys.has(key)) return true
    if (kind === 'number') return false
    if (hasSynonym(key, keys)) return true
    const unit = unitOf(key)
    if (unit !== undefined) return units.has(`${unit.kind} ${unit.size}`)
    if (isListed(key)) return terms.some((other) => isSameOfKind(key, other.key))
    if (/[\p{Script=Han}\p{Script=Katakana}]/u.test(key))
      return key.length > 1 && folded.includes(key.replace(/^[おご御](?=.{2})/, ''))
    return key.length >= 4 && terms.some((other) => isFormOf(term, other))
  }
}

/** Matches approve and approval. Names must be contained whole, as in Japan and Japanese. */
function isFormOf(one: Term, other: Term): boolean {
  const [short = '', long = ''] = [one.key, other.key].toSorted((a, b) => a.length - b.length)
  if (short.length < 4) return false
  const stays = one.kind === 'name' || other.kind === 'name' ? short.length : Math.max(4, short.length - 2)
  return long.startsWith(short.slice(0, stays)) && long.length - short.length <= 4
}

function otherMark({ foreignMarks, lackingMarks, knownMarks, lacking }: OtherThingComparison): OtherThing | undefined {
  for (const { kind, written } of foreignMarks) {
    const instead = lackingMarks.find((mark) => mark.kind === kind) ?? lackingMarks[0]
    if (instead !== undefined) return { said: written, instead: instead.written, certain: instead.kind === kind }
    // `4B` looks like a quantity and not like an identifier, but still differs from `5C`.
    const number = lacking.find((term) => distinctionOf(term) === 'number' || /\d/.test(term.key))
    const rival = kind !== 'letter' && number !== undefined
    if (rival || knownMarks.some((mark) => mark.kind === kind)) return { said: written, certain: false }
  }
  return undefined
}

/** The number is the same with another unit: 18 °C and 18 °F, 90日 and 90か月. */
function otherUnitIn({ answer, known, japanese }: OtherThingComparison): OtherThing | undefined {
  const terms = known.flatMap((passage) => passage.terms)
  const unit = otherUnit(answer.terms, terms)
  if (unit !== undefined) return { said: unit[0].written, instead: unit[1].written, certain: true }
  const [said, instead] = (japanese ? otherCounter(answer.terms, terms) : undefined) ?? []
  return said === undefined || instead === undefined ? undefined : { said, instead, certain: false }
}

/** A term of the same kind replaces one of the question or reference; certainly so if it is beside the same word. */
function otherTerm(compared: OtherThingComparison): OtherThing | undefined {
  const { foreign, lacking, japanese, answer, known, sentences } = compared
  const has = ({ key }: Term): boolean => sentences[0]?.keys.has(key) === true
  const alike = known.filter(({ content }) => content.length > 1 && content.filter(has).length * 2 >= content.length)
  let doubt: OtherThing | undefined
  for (const term of foreign) {
    const rival = lacking.find((other) => isRival(term, other, japanese))
    const instead = lacking.find((other) =>
      (isRival(term, other, japanese) ? known : alike).some((passage) => standsBeside(term, other, answer, passage)),
    )
    const replaced = instead ?? rival
    if (replaced === undefined) continue
    const certain = replaced === instead && isCertain(term, instead, foreign)
    if (certain || doubt === undefined) doubt = { said: term.written, instead: replaced.written, certain }
    if (certain) return doubt
  }
  return doubt
}

/** Two names may belong to one person, unless everything else is the same and their first letters differ. */
function isCertain(term: Term, instead: Term, foreign: readonly Term[]): boolean {
  const kind = distinctionOf(term)
  if (kind === 'word' || distinctionOf(instead) !== kind) return false
  if (kind !== 'name') return true
  return foreign.length === 1 && term.key[0] !== instead.key[0]
}

function isRival(term: Term, other: Term, japanese: boolean): boolean {
  const [kind, its] = [distinctionOf(term), distinctionOf(other)]
  if (kind !== 'word' && its === kind) return true
  return japanese && [kind, its].every((one) => one === 'word' || one === 'name') && isNoun(term) && isNoun(other)
}

/** Japanese nouns are mostly written without hiragana, in which verbs end. */
function isNoun({ written, isStopWord }: Term): boolean {
  return !isStopWord && /^[\p{Script=Han}\p{Script=Katakana}ー々a-z]+$/u.test(written)
}

/** Both follow or precede the same word, as in "the red box" and "the blue box", or follow the same two words. */
function standsBeside(term: Term, other: Term, ours: ReadPassage, theirs: ReadPassage): boolean {
  const near = besides(theirs, other.key)
  return besides(ours, term.key).some((place) => near.includes(place))
}

function besides({ terms }: ReadPassage, key: string): readonly string[] {
  return terms.flatMap((term, index) => {
    if (term.key !== key) return []
    const [earlier, before, after] = [terms[index - 2], terms[index - 1], terms[index + 1]]
    const isTelling = before?.isStopWord === false
    return [
      isTelling ? `after ${before.key}` : `after ${earlier?.key} ${before?.key}`,
      ...(after === undefined || after.isStopWord ? [] : [`before ${after.key}`]),
    ]
  })
}

/** The first words of the answer, or the Japanese topic before は or が, name something that was not asked about. */
function otherSubject({
  sentences: [sentence],
  foreign,
  lacking,
  japanese,
}: OtherThingComparison): OtherThing | undefined {
  if (sentence === undefined || BEGINS_WITH_PRONOUN.test(sentence.text)) return undefined
  const { terms } = sentence
  const end = japanese
    ? Math.max(
        0,
        terms.findIndex(({ key }) => /^[はがも]$/.test(key)),
      )
    : 4
  const subject = terms.slice(0, end).filter(({ isStopWord }) => !isStopWord)
  const others = subject.filter(({ key }) => foreign.some((term) => term.key === key))
  const said = others.find(({ kind }) => kind !== 'number')
  // In English a long sentence usually says more about its subject than the question did.
  const isTold =
    japanese || (lacking.length > 0 && (others.length === subject.length || terms.length <= LONGEST_STATEMENT))
  return said === undefined || !isTold ? undefined : { said: said.written, certain: false }
}

/** In terms. */
const LONGEST_STATEMENT = 12
const BEGINS_WITH_PRONOUN = /^(?:it|he|she|they|we|you|i|this|that|these|those|there|please)\b/i

/** The answer says Emma where the reference says Emma's brother. */
function otherOwner({ answer, lacking, known }: OtherThingComparison): OtherThing | undefined {
  const said = new Set(answer.terms.map(({ written }) => written))
  const owners = known.flatMap(({ terms }) =>
    terms.filter((_, index) => lacking.some((term) => term === terms[index + 1])),
  )
  const owner = owners.find(({ key, written }) => written.endsWith("'s") && answer.keys.has(key) && !said.has(written))
  return owner && { said: owner.written.slice(0, -2), instead: owner.written, certain: false }
}

/** The answer adds another of the same kind to the right one: Kobe and Osaka, red and yellow. */
function oneMore({
  sentences: [sentence],
  foreign,
  known: [, reference],
  japanese,
}: OtherThingComparison): OtherThing | undefined {
  if (sentence === undefined) return undefined
  const isLong = sentence.terms.length > LONGEST_LIST
  const text = foldCharacters(sentence.text).toLowerCase()
  const wanted = eachOnce(reference.content.filter(({ key }) => sentence.keys.has(key)))
  const said = eachOnce(foreign).find((term) => {
    const kind = distinctionOf(term)
    const isOpen = isLong || kind === 'name' || kind === 'word' || kind === 'number'
    const joined = japanese ? JOINED_JAPANESE : isLong ? OR : kind === 'word' ? JOINED_WORDS : JOINED
    return (
      sentence.keys.has(term.key) &&
      wanted.some((other) => (!isOpen && distinctionOf(other) === kind) || isCoordinated(text, [term, other], joined))
    )
  })
  return said && { said: said.written, certain: false }
}

/** Removes duplicates, so that each pair of words is looked up only once in a repetitive text. */
function eachOnce(terms: readonly Term[]): readonly Term[] {
  return [...Map.groupBy(terms, ({ kind, written }) => `${kind} ${written}`).values()].flatMap(([term]) => term ?? [])
}

/** In terms. Longer sentences name other things for other reasons, unless these are joined by "or". */
const LONGEST_LIST = 24

function isCoordinated(text: string, terms: readonly [Term, Term], joined: string): boolean {
  const [one, other] = terms.map(({ written }) => written.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`))
  return new RegExp(`${one}${joined}${other}|${other}${joined}${one}`, 'u').test(text)
}

const OR = String.raw`,? or (?:(?:the|an?|in|on|at|by|to) ){0,2}`
/** Without a comma, because "purchase, or exchange it" begins another clause. */
const JOINED_WORDS = String.raw` (?:and|or|&|plus) (?:(?:the|an?|mr\.?|ms\.?|mrs\.?|dr\.?) )?`
/** Allows words between the two, as in "May 18, 2018 or May 18, 2019". */
const JOINED = String.raw`(?:(?:'s)?(?:,? [\p{L}\p{N}']{1,30}){0,3},? (?:and|or|&|plus|as well as) (?:(?:the|an?|in|on|at|by|to|mr\.?|ms\.?|mrs\.?|dr\.?) ){0,2}|,? or (?:[\p{L}\p{N}',]{1,30} ){0,3})`
const JOINED_JAPANESE = String.raw`(?:さん|様|氏|市|県|駅|色|側|[円年月日時分人台個])?(?:と|や|、|,|・|及び|および|または|又は|か)(?:[^。、\s]{1,4}の)?`
