import { closingQuote } from '../core/basics/json.ts'
import type { CaseRecord } from '../core/index.ts'
import type { CaseEventRows } from './case-row.ts'

// Smaller bodies, in characters, are read in full.
const longBody = 200_000

/**
 * Returns a case's rows without most events of long exchanges, so that it opens fast whatever its length. The events
 * left out are not parsed.
 *
 * @param most the maximum number of events of an exchange
 */
export function withFirstEvents(
  kept: CaseEventRows,
  most: number,
): { readonly kept: CaseEventRows; readonly cut: NonNullable<CaseRecord['cut']> } {
  const cut = new Map<number, number>()
  let turn = 0
  const rows = kept.rows.map((row) => {
    if (row.type !== 'invocation' && row.type !== 'completed') return row
    // `completed` replaces all exchanges before it.
    if (row.type === 'completed') cut.clear()
    const first = row.type === 'completed' ? 0 : turn++
    if (row.body.length < longBody) return row
    const { text, events } = shortened(row.body, most)
    for (const [index, count] of events.entries()) if (count > most) cut.set(first + index, count)
    return { ...row, body: text }
  })
  return { kept: { ...kept, rows }, cut: [...cut].map(([at, events]) => ({ turn: at, events })) }
}

/**
 * Returns the JSON of one or several exchanges with at most `most` events each, and the number of events of each. It
 * does not detect damaged JSON; the parser does.
 */
function shortened(json: string, most: number): { readonly text: string; readonly events: readonly number[] } {
  const base = json.trimStart().startsWith('[') ? 1 : 0
  const kept: string[] = []
  const events: number[] = []
  let [depth, from, steps, inside, count, cutAt] = [0, 0, false, false, 0, -1]
  for (let at = 0; at < json.length; at += 1) {
    const character = json.charCodeAt(at)
    if (character === QUOTE) {
      const end = endOfText(json, at)
      if (depth === base + 1 && json.charCodeAt(end + 1) === COLON) steps = json.slice(at, end + 1) === '"steps"'
      if (depth === base + 2 && steps && json.startsWith('"events":[', at)) {
        inside = true
        ;[count, cutAt] = [json.charCodeAt(end + 3) === CLOSING_BRACKET ? 0 : 1, -1]
      }
      at = end
    } else if (isOpening(character)) {
      depth += 1
      if (depth === base + 1) events.push(0)
    } else if (isClosing(character)) {
      if (inside && depth === base + 3) {
        inside = false
        events[events.length - 1] = count
        if (cutAt !== -1) {
          kept.push(json.slice(from, cutAt))
          from = at
        }
      }
      depth -= 1
    } else if (character === COMMA && inside && depth === base + 3) {
      if (count === most) cutAt = at
      count += 1
    }
  }
  return { text: kept.join('') + json.slice(from), events }
}

const [QUOTE, COLON, COMMA] = [0x22, 0x3a, 0x2c]
const [OPENING_BRACE, CLOSING_BRACE, OPENING_BRACKET, CLOSING_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d]

function isOpening(character: number): boolean {
  return character === OPENING_BRACE || character === OPENING_BRACKET
}

function isClosing(character: number): boolean {
  return character === CLOSING_BRACE || character === CLOSING_BRACKET
}

/** Returns the offset of the quote that ends a string, or the end of the text. */
function endOfText(json: string, start: number): number {
  const end = closingQuote(json, start)
  return end < 0 ? json.length : end
}
