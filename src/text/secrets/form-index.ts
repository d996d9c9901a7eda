import { decodeEscapes } from './decode-escapes.ts'
import { pieceLength, type SecretForm } from './secret-forms.ts'

export type FoundSecret = { readonly from: number; readonly to: number; readonly name: string }

/** Finds any number of secrets in one pass over a text, ignoring case. */
export type FormIndex = {
  add(form: SecretForm, name: string): void
  /** Returns ranges in order that do not touch each other. */
  find(text: string): readonly FoundSecret[]
}

type FormIndexKeys = { readonly length: number; readonly marks: Uint8Array; readonly grams: Uint8Array }

function emptyKeys(length: number): FormIndexKeys {
  return { length, marks: new Uint8Array(2 ** tableBits), grams: new Uint8Array(2 ** gramBits) }
}

type FormIndexEntry = Pick<SecretForm, 'text' | 'alone'> & { readonly name: string }

/**
 * A key is the first eight characters of a form, or all of a shorter one; for a form whose pieces count, any eight. In
 * a text, only every sixth position is tested for three characters of a key; hits are compared by the hash of all
 * eight.
 */
export function formIndex(): FormIndex {
  const entries = new Map<string, FormIndexEntry[]>()
  const keysOf = new Map<number, FormIndexKeys>()

  function addEntry(key: string, entry: FormIndexEntry): void {
    const others = entries.get(key) ?? []
    if (others.some(({ text }) => text === entry.text)) return
    entries.set(key, [...others, entry])
    const keys = keysOf.get(key.length) ?? emptyKeys(key.length)
    keysOf.set(key.length, keys)
    keys.marks[placeOf(hashAt(key, 0, key.length))] = 1
    const size = gramSize(key.length)
    for (let at = 0; at + size <= key.length; at += 1) keys.grams[gramPlace(hashAt(key, at, size))] = 1
  }

  function findIn(text: string): FoundSecret[] {
    const found: FoundSecret[] = []
    let known: string | undefined
    for (const keys of keysOf.values()) {
      const { length } = keys
      lookThrough(text, keys, (from) => {
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
      const found = findIn(text)
      // Text may have been encoded repeatedly.
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
      return found.length === 0 ? found : merged(found)
    },
  }
}

function unmoved(index: number): number {
  return index
}

const deepest = 3
const tableBits = 19
const gramBits = 16

/** Returns the significant pieces of a form: a row of dashes is none, nor is a common prefix of URLs or headers. */
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
// The lines around a PEM key.
const armour = ['', 'rsa ', 'ec ', 'dsa ', 'openssh ', 'encrypted ']
  .flatMap((kind) => ['begin', 'end'].map((side) => `-----${side} ${kind}private key-----`))
  .join('\n')

function fold(text: string): string {
  // `toLowerCase` would change the length of some letters.
  return /[A-Z]/.test(text) ? text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : text
}

const base = 0x01000193

/** Visits the possible starts of keys in order: one gram of every key is at a multiple of the step. */
function lookThrough(text: string, { length, grams, marks }: FormIndexKeys, visit: (from: number) => void): void {
  const size = gramSize(length)
  const step = length - size + 1
  for (let at = 0; at + size <= text.length; at += step) {
    if (grams[gramPlace(hashAt(text, at, size))] === 0) continue
    const last = Math.min(at, text.length - length)
    for (let from = Math.max(0, at - step + 1); from <= last; from += 1) {
      if (marks[placeOf(hashAt(text, from, length))] === 1) visit(from)
    }
  }
}

function gramSize(length: number): number {
  return Math.min(3, length)
}

function hashAt(text: string, from: number, length: number): number {
  let hash = 0
  for (let index = from; index < from + length; index += 1) hash = (Math.imul(hash, base) + foldedAt(text, index)) | 0
  return hash
}

function foldedAt(text: string, index: number): number {
  const code = text.charCodeAt(index)
  return code >= 65 && code <= 90 ? code + 32 : code
}

function placeOf(hash: number): number {
  return Math.imul(hash, 0x9e3779b1) >>> (32 - tableBits)
}

function gramPlace(hash: number): number {
  return Math.imul(hash, 0x9e3779b1) >>> (32 - gramBits)
}

/** Returns whether a match is a whole word: `KEY_dev` contains the word dev, `developer` does not. */
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
