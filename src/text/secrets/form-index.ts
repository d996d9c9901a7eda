import { decodeEscapes } from './decode-escapes.ts'
import { pieceLength } from './secret-forms.ts'
import type { SecretForm } from './secret-forms.ts'

/** A part of a text that gives a secret away. */
export type FoundSecret = { readonly from: number; readonly to: number; readonly name: string }

/** Finds any number of secrets in one pass over a text. Upper and lower case are one. */
export type FormIndex = {
  add(form: SecretForm, name: string): void
  /** In order, none touching another. */
  find(text: string): readonly FoundSecret[]
}

type Entry = Pick<SecretForm, 'text' | 'alone'> & { readonly name: string }

/**
 * Keys are the first eight characters of a form, or all of a shorter one; of a form whose pieces count, any eight. A text is
 * read with a rolling hash for each length of key, and looked at closely only where the hash is known.
 */
export function formIndex(): FormIndex {
  const entries = new Map<string, Entry[]>()
  const marksOf = new Map<number, Uint8Array>()

  function addEntry(key: string, entry: Entry): void {
    const others = entries.get(key) ?? []
    if (others.some(({ text }) => text === entry.text)) return
    entries.set(key, [...others, entry])
    const marks = marksOf.get(key.length) ?? new Uint8Array(tableSize)
    marks[placeOf(hashOf(key))] = 1
    marksOf.set(key.length, marks)
  }

  function findIn(text: string): readonly FoundSecret[] {
    const found: FoundSecret[] = []
    let known: string | undefined
    for (const [length, marks] of marksOf) {
      rollOver(text, length, (hash, from) => {
        if (marks[placeOf(hash)] === 0) return
        const folded = (known ??= fold(text))
        for (const { text: form, name, alone } of entries.get(folded.slice(from, from + length)) ?? []) {
          if (form.length > length && !folded.startsWith(form, from)) continue
          const to = from + form.length
          if (!alone || standsAlone(folded, from, to)) found.push({ from, to, name })
        }
      })
    }
    return found
  }

  return {
    add({ text, pieces, alone }, name) {
      const folded = fold(text)
      if (folded === '') return
      const keys = pieces ? piecesOf(folded) : []
      for (const key of keys) addEntry(key, { text: key, alone, name })
      addEntry(folded.slice(0, pieceLength), { text: folded, alone, name })
    },
    find(text) {
      if (entries.size === 0) return []
      const found = [...findIn(text)]
      // What was encoded may have been encoded once more.
      let starts = unmoved
      let layer = text
      for (let depth = 0; depth < deepest; depth += 1) {
        const decoded = decodeEscapes(layer)
        if (decoded === undefined) break
        const outer = starts
        starts = (index) => outer(decoded.starts[index] ?? layer.length)
        layer = decoded.text
        for (const { from, to, name } of findIn(layer)) found.push({ from: starts(from), to: starts(to), name })
      }
      return merged(found)
    },
  }
}

function unmoved(index: number): number {
  return index
}

const deepest = 3
const tableSize = 2 ** 19

/** Pieces that say something: a row of dashes is no secret, nor is what every address or header begins with. */
function piecesOf(form: string): readonly string[] {
  const prefix = commonPrefix.exec(form)?.[0].length ?? 0
  const first = Math.max(0, prefix - 3)
  const pieces: string[] = []
  for (let from = first; from + pieceLength <= form.length; from += 1) {
    const piece = form.slice(from, from + pieceLength)
    if (new Set(piece).size > 2 && !armour.includes(piece)) pieces.push(piece)
  }
  return pieces
}

const commonPrefix = /^(?:[a-z][a-z0-9+.-]*:\/\/(?:www\.)?|(?:bearer|basic|token|digest|apikey|bot)\s+)/
// The lines around a key in PEM.
const armour = ['', 'rsa ', 'ec ', 'dsa ', 'openssh ', 'encrypted ']
  .flatMap((kind) => ['begin', 'end'].map((side) => `-----${side} ${kind}private key-----`))
  .join('\n')

function fold(text: string): string {
  // Not `toLowerCase`: that changes the length of some letters.
  return /[A-Z]/.test(text) ? text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : text
}

const base = 0x01000193

/** Upper case counts as lower. */
function rollOver(text: string, length: number, visit: (hash: number, from: number) => void): void {
  if (text.length < length) return
  let hash = hashOf(text.slice(0, length))
  let outgoing = 1
  for (let step = 1; step < length; step += 1) outgoing = Math.imul(outgoing, base)
  visit(hash, 0)
  for (let from = 1; from + length <= text.length; from += 1) {
    const without = hash - Math.imul(foldedAt(text, from - 1), outgoing)
    hash = (Math.imul(without, base) + foldedAt(text, from + length - 1)) | 0
    visit(hash, from)
  }
}

function hashOf(text: string): number {
  let hash = 0
  for (let index = 0; index < text.length; index += 1) hash = (Math.imul(hash, base) + foldedAt(text, index)) | 0
  return hash
}

function foldedAt(text: string, index: number): number {
  const code = text.charCodeAt(index)
  return code >= 65 && code <= 90 ? code + 32 : code
}

function placeOf(hash: number): number {
  return (Math.imul(hash, 0x9e3779b1) >>> 0) % tableSize
}

/** Letters go on with letters and digits with digits; `KEY_dev` has dev in it and `developer` has not. */
function standsAlone(text: string, from: number, to: number): boolean {
  return !goesOn(text.charAt(from - 1), text.charAt(from)) && !goesOn(text.charAt(to - 1), text.charAt(to))
}

function goesOn(before: string, behind: string): boolean {
  return [/\p{L}/u, /\d/].some((kind) => kind.test(before) && kind.test(behind))
}

function merged(found: readonly FoundSecret[]): readonly FoundSecret[] {
  const parts: FoundSecret[] = []
  for (const part of found.toSorted((one, other) => one.from - other.from || other.to - one.to)) {
    const last = parts.at(-1)
    if (last === undefined || part.from > last.to) parts.push(part)
    else if (part.to > last.to) parts[parts.length - 1] = { ...last, to: part.to }
  }
  return parts
}
