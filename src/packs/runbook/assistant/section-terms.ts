import { isLittleWord } from '../../../documents/index.ts'
import { stem } from '../../../text/index.ts'

/**
 * The terms of a text: stems of Latin words, identifiers whole and in their parts, pairs of characters of Japanese, and of long
 * words pieces of five letters, so that `crash-looping` meets `KubePodCrashLooping`. Each Chinese character is a piece too: 消す
 * meets 消去, and 漏れた 漏えい. How often each.
 */
export function termCounts(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const add = (term: string, weight: number) => counts.set(term, (counts.get(term) ?? 0) + weight)
  const plain = text.normalize('NFKC')
  for (const [written] of plain.matchAll(WORD)) {
    const parts = partsOf(written)
    const whole = written.toLowerCase()
    if (parts.length > 1) add(whole, 1)
    for (const part of parts) if (!isLittleWord(part)) add(/^[a-z]{3,}$/.test(part) ? stem(part) : part, 1)
    if (parts.length > 1 || /^[a-z]{9,}$/.test(whole)) for (const piece of piecesOf(whole)) add(piece, PIECE)
  }
  for (const [run] of plain.matchAll(JAPANESE)) {
    const characters = Array.from(run.replace(/ー$/, ''))
    if (!KATAKANA.test(run)) for (const character of characters) add(`~${character}`, CHARACTER)
    if (characters.length === 1 || (characters.length > 2 && KATAKANA.test(run))) add(characters.join(''), 1)
    for (let at = 0; at + 1 < characters.length; at += 1) add(`${characters[at]}${characters[at + 1]}`, 1)
  }
  return counts
}

const WORD = /[A-Za-z0-9]+(?:[._/:'’-][A-Za-z0-9]+)*/g
/** Hiragana carries grammar. What ends in it is known by what stands in front of it. */
const JAPANESE = /\p{Script=Han}+|[\p{Script=Katakana}ー]{2,}/gu

/** `KubePodCrashLooping`, `ERR_CONN_RESET` and `prometheus-operator` in words, in lower case. */
function partsOf(written: string): readonly string[] {
  return written
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' ')
    .toLowerCase()
    .split(/['’][a-z]{1,2}(?![a-z])|[^a-z0-9]+/)
    .filter((part) => part !== '')
}

const KATAKANA = /^\p{Script=Katakana}/u

const CHARACTER = 0.7
const PIECE = 0.2
const PIECE_LENGTH = 5

function piecesOf(whole: string): readonly string[] {
  const letters = whole.replaceAll(/[^a-z0-9]/g, '').slice(0, 60)
  if (letters.length < 2 * PIECE_LENGTH - 1) return []
  return Array.from(
    { length: letters.length - PIECE_LENGTH + 1 },
    (_, at) => `~${letters.slice(at, at + PIECE_LENGTH)}`,
  )
}
