import type { Features } from './differences/claim-features.ts'
import { isSameOfKind } from './differences/distinguishing.ts'
import { hasSynonym } from './differences/evidence.ts'
import { foldCharacters } from './reading/plain-text.ts'
import { type ReadPassage, inUnitsOf } from './reading/passage.ts'
import { quantitiesIn } from './reading/quantities.ts'
import type { Idf } from './reading/idf.ts'
import type { Term } from './reading/terms.ts'

export type AnswerComparison = {
  readonly found: readonly Term[]
  readonly missing: readonly Term[]
  readonly otherNumbers: readonly Term[]
  readonly noAnswer: boolean
  readonly features: Features
}

/** Terms of the question count neither as found nor as missing, unless the reference has no others. */
export function compareAnswer(
  question: ReadPassage,
  stated: ReadPassage,
  answer: ReadPassage,
  idf: Idf,
): AnswerComparison {
  const reference = inUnitsOf(stated, quantitiesIn(answer.terms))
  const wanted = newsIn(reference, question)
  const matches = wanted.map((term) => matchOf(term, answer))
  const found = matches.filter(({ quality }) => quality > 0.5).map(({ term }) => term)
  const missing = matches.filter(({ quality }) => quality <= 0.5).map(({ term }) => term)
  const told = newsIn(answer, question)
  const wantedKeys = new Set(wanted.map((term) => term.key))
  const otherNumbers = told.filter(
    (term) => term.kind === 'number' && !term.isStopWord && !reference.keys.has(term.key),
  )
  const noAnswer = NO_ANSWER.test(foldCharacters(answer.text))
  const total = sum(wanted.map(idf)) || 1
  const numbers = wanted.filter((term) => term.kind === 'number')
  const missingNumbers = missing.filter((term) => term.kind === 'number')
  const features = {
    recall: sum(matches.map(({ term, quality }) => idf(term) * quality)) / total,
    allRecall: reference.terms.filter((term) => answer.keys.has(term.key)).length / Math.max(reference.terms.length, 1),
    phrase: containsPhrase(answer, reference) ? 1 : 0,
    wanted: wanted.length,
    numbers: numbers.length,
    numberRecall: numbers.length === 0 ? 1 : 1 - missingNumbers.length / numbers.length,
    numberConflict: missingNumbers.length > 0 && otherNumbers.length > 0 ? 1 : 0,
    precision: told.filter((term) => wantedKeys.has(term.key)).length / Math.max(told.length, 1),
    otherNames: Math.min(told.filter((term) => term.kind === 'name' && !wantedKeys.has(term.key)).length, 8),
    missingNames: missing.filter((term) => term.kind === 'name').length,
    characters: characterOverlap(reference, answer),
    noAnswer: noAnswer ? 1 : 0,
    negationDiffers: reference.negations % 2 === answer.negations % 2 ? 0 : 1,
  }
  return { found, missing, otherNumbers, noAnswer, features }
}

const NO_ANSWER =
  /\b(?:i (?:do not|don't|cannot|can't|could not|couldn't|am unable|am not|have no)|not (?:available|known|possible|sure|specified|mentioned|clear)|no (?:specific|official|information|record|definitive|clear)|unknown|unclear|as an ai|difficult to (?:say|determine)|sorry|unable to|not enough information|more (?:context|information)|please (?:provide|clarify|specify))\b|わかりません|分かりません|不明|存じ|情報(?:が|は)(?:ない|ありません|見つかりません)|回答できません|お答えできません/i

/** Returns the content that the question does not have already, or all of it if nothing would be left. */
function newsIn(passage: ReadPassage, question: ReadPassage): readonly Term[] {
  const content = passage.content.length > 0 ? passage.content : passage.terms
  const news = content.filter((term) => !question.keys.has(term.key))
  return news.length > 0 ? news : content
}

type Match = { readonly term: Term; readonly quality: number }

function matchOf(term: Term, answer: ReadPassage): Match {
  if (answer.keys.has(term.key)) return { term, quality: 1 }
  if (term.kind === 'number') return { term, quality: 0 }
  const isSame = hasSynonym(term.key, answer.keys) || [...answer.keys].some((key) => isSameOfKind(term.key, key))
  return { term, quality: isSame ? 0.9 : 0 }
}

function containsPhrase(answer: ReadPassage, reference: ReadPassage): boolean {
  const wanted = ` ${reference.terms.map((term) => term.key).join(' ')} `
  return reference.terms.length > 0 && ` ${answer.terms.map((term) => term.key).join(' ')} `.includes(wanted)
}

function characterOverlap(reference: ReadPassage, answer: ReadPassage): number {
  const wanted = writtenOut(reference)
  const there = writtenOut(answer)
  if (wanted.length < 3) return there.includes(wanted) ? 1 : 0
  let found = 0
  for (let index = 3; index <= wanted.length; index += 1) if (there.includes(wanted.slice(index - 3, index))) found += 1
  return found / (wanted.length - 2)
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function writtenOut(passage: ReadPassage): string {
  return passage.terms.map((term) => term.written).join(' ')
}
