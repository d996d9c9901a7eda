import { foldCharacters } from '../reading/plain-text.ts'
import type { AnsweredQuestion } from './other-thing.ts'

/**
 * Returns whether the answer also names the wrong one of two things that the question offers (plan A or plan B?). By
 * their words alone, "B is cheaper than A" and "A is cheaper than B" are the same.
 */
export function choosesOther({ question, reference, answer }: AnsweredQuestion): boolean {
  return OFFERS.flatMap((offer) => [...foldCharacters(question).matchAll(offer)]).some(([, , one = '', two = '']) => {
    const [right, ...more] = [one, two].filter((choice) => isNamed(choice, reference))
    return right !== undefined && more.length === 0 && isNamed(right === one ? two : one, answer)
  })
}

const WORD = String.raw`(?<![\p{L}\p{N}])[\p{L}\p{N}](?:[\p{L}\p{N}.'\-]{0,40}[\p{L}\p{N}])?`
const NOUN = String.raw`[\p{Script=Han}\p{Script=Katakana}A-Za-z0-9ー]{1,30}`
const OFFERS: readonly RegExp[] = [
  new RegExp(
    String.raw`((?:${WORD} )?)(${WORD}),? (?:or|(?<=\bbetween [^.?!]{0,80})and) \1?(?:(?:an?|the|in|on|at|by) )*(${WORD})`,
    'gu',
  ),
  new RegExp(String.raw`()(${NOUN})(?:と|、?それとも|か、?)(${NOUN})`, 'gu'),
]

/** Looks for the thing as a separate word. The article "a" is not plan A. */
function isNamed(thing: string, text: string): boolean {
  const escaped = thing.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
  const border = /[\p{Script=Han}\p{Script=Katakana}]/u.test(thing) ? '' : String.raw`(?![\p{L}\p{N}])`
  return new RegExp((border && String.raw`(?<![\p{L}\p{N}])`) + escaped + border, thing.length === 1 ? 'u' : 'iu').test(
    foldCharacters(text),
  )
}
