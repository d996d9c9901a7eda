import { foldCharacters } from '../reading/plain-text.ts'
import type { AnsweredQuestion } from './other-thing.ts'

/**
 * Whether a question offers two things (plan A or plan B?), the reference says one of them, and the answer names the other one
 * first: "B is cheaper than A" has all words of "A is cheaper than B".
 */
export function choosesOther(asked: AnsweredQuestion): boolean {
  const [question = '', reference = '', answer = ''] = [asked.question, asked.reference, asked.answer].map(
    foldCharacters,
  )
  const preferred = answer.replaceAll(PASSED_OVER, ' ')
  return choicesIn(question).some((choices) => {
    const [right, ...more] = choices.filter((choice) => placeOf(choice, reference) >= 0)
    const other = choices.find((choice) => choice !== right)
    if (right === undefined || other === undefined || more.length > 0) return false
    const [first, second] = [placeOf(other, preferred), placeOf(right, preferred)]
    return first >= 0 && (second < 0 || first < second)
  })
}

/** What something is compared with or set against. */
const PASSED_OVER =
  /\b(?:than|unlike|compared (?:to|with)|instead of|over|against|not)(?: (?:an?|the|in|on|at|to|plan|option))* [\p{L}\p{N}.'-]{1,40}|[\p{Script=Han}\p{Script=Katakana}a-z\dー]{1,30}より/giu

function choicesIn(question: string): readonly (readonly string[])[] {
  return OFFERS.flatMap((offer) => [...question.matchAll(offer)]).flatMap(([, before = '', after = '']) => {
    const first = before.split(' ')
    const second = after.split(' ').find((word) => !OPENING.test(word) && !first.includes(word))
    return second === undefined ? [] : [[first.at(-1) ?? '', second]]
  })
}

const WORD = String.raw`(?<![\p{L}\p{N}])[\p{L}\p{N}](?:[\p{L}\p{N}.'\-]{0,40}[\p{L}\p{N}])?`
const NOUN = String.raw`[\p{Script=Han}\p{Script=Katakana}A-Za-z0-9ー]{1,30}`
const OFFERS: readonly RegExp[] = [
  new RegExp(String.raw`((?:${WORD} ){0,3}${WORD}),? or ((?:${WORD} ){0,4}${WORD})`, 'gu'),
  new RegExp(String.raw`\bbetween ((?:${WORD} ){0,3}${WORD}) and ((?:${WORD} ){0,4}${WORD})`, 'gu'),
  new RegExp(String.raw`(${NOUN})(?:と|、?それとも|か、?)(${NOUN})[^。?？]{0,12}(?:どちら|どっち|いずれ)`, 'gu'),
  new RegExp(
    String.raw`(?:どちら|どっち|いずれ)[^。?？]{0,20}[、。?？:：]\s*(${NOUN})(?:と|か|、?それとも)(${NOUN})`,
    'gu',
  ),
]
/** What stands before the name of the second thing. */
const OPENING = /^(?:an?|the|in|on|at|by|to|of|for|with|from|is|are|was|were|do|does|did|will|it|its|my|your|their)$/i

/** Where a thing is named as a word of its own; -1 where it is not. */
function placeOf(thing: string, text: string): number {
  if (/[\p{Script=Han}\p{Script=Katakana}]/u.test(thing)) return text.indexOf(thing)
  const escaped = thing.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
  // The article is not plan A.
  return text.search(
    new RegExp(String.raw`(?<![\p{L}\p{N}])${escaped}(?![\p{L}\p{N}])`, thing.length === 1 ? 'u' : 'iu'),
  )
}
