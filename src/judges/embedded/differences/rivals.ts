import { foldCharacters } from '../reading/plain-text.ts'
import type { Passage } from '../reading/passage.ts'
import type { Term } from '../reading/terms.ts'
import { termsOf } from '../reading/terms.ts'

/**
 * What a sentence offers as an alternative to the reference: Lyon in "Paris or Lyon", リヨン in 「パリかリヨン」. It may be another
 * name of the same thing. Undefined where nothing is offered, or where the reference names both.
 */
export function rivalOf(reference: Passage, sentence: string): string | undefined {
  const folded = foldCharacters(sentence)
  const short = termsOf(folded).length <= SHORT
  for (const sides of [...englishChoices(folded), ...japaneseChoices(folded)]) {
    const seen = sides.map((side) => ({
      shared: side.filter(({ key, isStopWord }) => !isStopWord && reference.keys.has(key)).length,
      other: side.find((term) => isNew(term, reference) && (short || isNameLike(term))),
    }))
    const most = Math.max(...seen.map(({ shared }) => shared))
    const whole = seen.some(({ shared, other }) => shared > 0 && other === undefined)
    const rival = seen.find(({ shared, other }) => other !== undefined && most > 0 && (whole || shared < most))
    if (rival !== undefined) return rival.other?.written
  }
  return undefined
}

/** Among so few words a plain word is an answer of its own: "red or blue". */
const SHORT = 7

type Sides = readonly (readonly Term[])[]

function isNew({ key, isStopWord }: Term, reference: Passage): boolean {
  return !isStopWord && !reference.keys.has(key)
}

function isNameLike({ key, kind }: Term): boolean {
  return kind !== 'word' || /\p{Script=Han}/u.test(key)
}

/** The sides of each "or": the words next to it, and what comes before them in a list. */
function englishChoices(sentence: string): readonly Sides[] {
  // The comma of a date is none between things.
  const text = sentence.replace(/,(?= \d{4}\b)/g, '').replace(/, or\b/gi, ' or')
  return [...text.matchAll(OR)].map(([, left = '', right = '']) => {
    // A word before it, so that a capital at its start counts as one.
    const [last = [], ...earlier] = left
      .replace(/^\s*(?:yes|no|sure|well),/i, '')
      .split(',')
      .toReversed()
      .map((side) => termsOf(`or ${side}`))
    const end = earlier.findIndex((side) => side.length > ENTRY)
    const entries = end < 0 ? earlier : earlier.slice(0, end)
    return [...entries, last.slice(-ENTRY), termsOf(`or ${right}`).slice(0, ENTRY)]
  })
}

/** Terms of an entry in a list. */
const ENTRY = 6
// "300 or more", "by Friday or later" offer nothing else.
const OR =
  /([^.;:()]{1,120})\bor (?!(?:more|less|fewer|later|earlier|so|not|rather|else|even|any|anything|something|similar|other|equivalent|over|above|below|under|higher|lower|older|younger|better|longer)\b)([^.,;:()]{1,80})/gi

/** Up to four words on either side of か, または and the like, without other particles between. */
function japaneseChoices(sentence: string): readonly Sides[] {
  if (!/か|又は|または|もしくは|あるいは|ないし/.test(sentence)) return []
  const terms = termsOf(sentence)
  return terms.flatMap(({ key }, index) => {
    if (!JOINERS.has(key)) return []
    const before = terms.slice(Math.max(0, index - 8), index)
    const left = before.slice(before.findLastIndex(isParticle) + 1)
    const after = terms.slice(index + 1, index + 9)
    const end = after.findIndex(isParticle)
    const right = end < 0 ? after : after.slice(0, end)
    return left.length > 0 && right.length > 0 ? [[left, right]] : []
  })
}

const JOINERS: ReadonlySet<string> = new Set('か または 又は 又 もしくは あるいは それとも ないし'.split(' '))

function isParticle({ key, isStopWord }: Term): boolean {
  return isStopWord && !/^(?:年|月|日|の|さん|様)$/.test(key)
}
