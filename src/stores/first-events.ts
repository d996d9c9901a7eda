import type { CaseRecord } from '../core/index.ts'
import type { CaseEventRows } from './case-row.ts'

// Smaller ones are read as they are.
const longBody = 200_000

/**
 * What is kept of a case without most of the events of long exchanges, so that it is read in a moment however long they are.
 * Nothing of what is left out is parsed.
 *
 * @param most events of an exchange
 */
export function withFirstEvents(
  kept: CaseEventRows,
  most: number,
): { readonly kept: CaseEventRows; readonly cut: NonNullable<CaseRecord['cut']> } {
  const cut = new Map<number, number>()
  let turn = 0
  const rows = kept.rows.map((row) => {
    if (row.type !== 'invocation' && row.type !== 'completed') return row
    // What came later stands in place of all that came before.
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
 * The JSON of an exchange, or of a list of them, with no more than `most` of the events of each, and how many each has. Damaged
 * JSON stays as it is as far as it matters: who parses it finds out.
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
const BACKSLASH = 0x5c

function isOpening(character: number): boolean {
  return character === OPENING_BRACE || character === OPENING_BRACKET
}

function isClosing(character: number): boolean {
  return character === CLOSING_BRACE || character === CLOSING_BRACKET
}

/** Where the quote is that ends a text; the end where none does. */
function endOfText(json: string, start: number): number {
  let end = json.indexOf('"', start + 1)
  while (end !== -1) {
    let before = end - 1
    while (json.charCodeAt(before) === BACKSLASH) before -= 1
    if ((end - before) % 2 === 1) return end
    end = json.indexOf('"', end + 1)
  }
  return json.length
}
