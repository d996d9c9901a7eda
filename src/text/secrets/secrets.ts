import { formIndex, type FoundSecret } from './form-index.ts'
import { pieceLength, secretForms } from './secret-forms.ts'

/**
 * Secret values of a run: every value from outside the project's files, and other known credentials. It grows as the
 * run goes on.
 */
export type Secrets = {
  add(secret: string, options?: SecretOptions): void
  redact(text: string): string
  /** Removes secrets from every string of a value, including field names and texts that are split into pieces. */
  redactAll<Value>(value: Value): Value
  /** Number of texts in which each secret was found. */
  readonly taken: ReadonlyMap<string, number>
}

type SecretOptions = {
  readonly name?: string
  /** The text in which it was sent, such as `Bearer …`. */
  readonly sentIn?: string
  /** True when pieces of it reveal nothing. */
  readonly asWhole?: boolean
}

export type SecretMark = (name: string) => string

const defaultMark: SecretMark = (name) => (name === '' ? '[secret]' : `[secret:${name}]`)

/** @example const secrets = knownSecrets(); secrets.add(key, { name: 'AGENT_KEY' }); secrets.redact(answer) */
export function knownSecrets(mark: SecretMark = defaultMark): Secrets {
  const index = formIndex()
  const names = new Set<string>()
  const added = new Set<string>()
  const taken = new Map<string, number>()
  /** Short texts that were checked before, such as the names in every score. */
  const clean = new Set<string>()

  function find(text: string): readonly FoundSecret[] {
    const found = index.find(text)
    if (found.length === 0) return found
    const marks = [...names].flatMap((name) => placesOf(text, mark(name)))
    return marks.length === 0 ? found : found.flatMap((part) => without(part, marks))
  }

  function count(found: readonly FoundSecret[]): void {
    for (const name of new Set(found.map((part) => part.name))) taken.set(name, (taken.get(name) ?? 0) + 1)
  }

  function isClean(text: string): boolean {
    if (clean.has(text)) return true
    if (find(text).length > 0) return false
    if (text.length <= longestWord && clean.size < mostWords) clean.add(text)
    return true
  }

  function redact(text: string): string {
    if (isClean(text)) return text
    const found = find(text)
    count(found)
    return replaced(text, found, ({ name }) => mark(name))
  }

  /** Returns whether a value has no secret at all, which is the common case, without copying it. */
  function isCleanThroughout(value: unknown): boolean {
    const texts: string[] = []
    return holdsOnly(value, isClean, { texts }) && (texts.length < 2 || find(texts.join('')).length === 0)
  }

  return {
    taken,
    add(secret, { name = '', sentIn, asWhole = false } = {}) {
      for (const value of new Set([secret, secret.trim()])) {
        const key = JSON.stringify([value, value.length < pieceLength ? sentIn : '', asWhole])
        if (!isSecret(value) || added.has(key)) continue
        added.add(key)
        clean.clear()
        names.add(name)
        for (const form of secretForms(value, sentIn)) {
          index.add(asWhole ? { ...form, pieces: false } : form, name)
        }
      }
    },
    redact,
    redactAll<Value>(value: Value): Value {
      if (added.size === 0 || isCleanThroughout(value)) return value
      const redacted = mapped(value, redact)
      const pieces = textsIn(redacted)
      const found = pieces.length < 2 ? [] : find(pieces.join(''))
      if (found.length === 0) return redacted as Value
      count(found)
      // Strings stay strings and the structure stays the same, except for numbers in free-form fields.
      return withTexts(redacted, withoutPieces(pieces, found, mark).values()) as Value
    },
  }
}

/** Redacts texts that come in pieces, as in streamed answers, in which a secret may span several. */
function withoutPieces(texts: readonly string[], found: readonly FoundSecret[], mark: SecretMark): readonly string[] {
  const ends: number[] = []
  for (const text of texts) ends.push((ends.at(-1) ?? 0) + text.length)
  return texts.map((text, position) => {
    const start = ends[position - 1] ?? 0
    const here = found
      .filter(({ from, to }) => to > start && from < start + text.length)
      .map((part) => ({
        ...part,
        from: Math.max(0, part.from - start),
        to: Math.min(text.length, part.to - start),
        begins: part.from >= start,
      }))
    return replaced(text, here, ({ name, begins }) => (begins ? mark(name) : ''))
  })
}

const longestWord = 40
const mostWords = 1000

/** Words for yes or no and single characters protect nothing and occur everywhere. */
function isSecret(value: string): boolean {
  return value.length > 1 && !/^(?:true|false|yes|no|on|off|null|none|undefined)$/i.test(value)
}

function placesOf(text: string, mark: string): readonly FoundSecret[] {
  const places: FoundSecret[] = []
  for (let from = text.indexOf(mark); from >= 0; from = text.indexOf(mark, from + 1)) {
    places.push({ from, to: from + mark.length, name: '' })
  }
  return places
}

function without(part: FoundSecret, marks: readonly FoundSecret[]): readonly FoundSecret[] {
  return marks.reduce<readonly FoundSecret[]>(
    (parts, mark) =>
      parts.flatMap((one) => {
        if (mark.to <= one.from || mark.from >= one.to) return [one]
        const before = { ...one, to: mark.from }
        const behind = { ...one, from: mark.to }
        return [before, behind].filter(({ from, to }) => from < to)
      }),
    [part],
  )
}

function replaced<Part extends FoundSecret>(text: string, found: readonly Part[], by: (part: Part) => string): string {
  let end = 0
  let clean = ''
  for (const part of found) {
    clean += text.slice(end, part.from) + by(part)
    end = part.to
  }
  return clean + text.slice(end)
}

// A number may be a secret in free-form fields; elsewhere numbers are counts.
const freeFields = new Set(['args', 'response', 'state', 'sessionState', 'input', 'output'])

function holdsOnly(
  value: unknown,
  isClean: (text: string) => boolean,
  { texts, free = false }: { readonly texts: string[]; readonly free?: boolean },
): boolean {
  if (typeof value === 'string') return isClean(value)
  if (typeof value === 'number' || typeof value === 'bigint') return !free || isClean(String(value))
  if (Array.isArray(value)) return value.every((item) => holdsOnly(item, isClean, { texts, free }))
  if (!isPlain(value)) return true
  for (const name of Object.keys(value)) {
    const field = value[name]
    if (name === 'text' && typeof field === 'string') texts.push(field)
    if (!isClean(name) || !holdsOnly(field, isClean, { texts, free: free || freeFields.has(name) })) return false
  }
  return true
}

function mapped(value: unknown, redact: (text: string) => string, free = false): unknown {
  if (typeof value === 'string') return redact(value)
  if (free && (typeof value === 'number' || typeof value === 'bigint')) {
    const text = String(value)
    const clean = redact(text)
    return clean === text ? value : clean
  }
  if (Array.isArray(value))
    return unlessSame(
      value,
      value.map((item) => mapped(item, redact, free)),
    )
  if (!isPlain(value)) return value
  let changed = false
  const parts = Object.entries(value).map(([name, field]) => {
    const clean = mapped(field, redact, free || freeFields.has(name))
    const shown = redact(name)
    changed ||= clean !== field || shown !== name
    return { name, shown, clean }
  })
  // Few values contain a secret, and creating an object is slower than checking one.
  return changed ? withFields(parts) : value
}

type SecretsField = { readonly name: string; readonly shown: string; readonly clean: unknown }

function withFields(parts: readonly SecretsField[]): Readonly<Record<string, unknown>> {
  const fields: Record<string, unknown> = {}
  for (const { name, shown, clean } of parts) {
    let unique = shown
    while (unique !== name && Object.hasOwn(fields, unique)) unique += '′'
    Object.defineProperty(fields, unique, { value: clean, enumerable: true, writable: true, configurable: true })
  }
  return fields
}

function unlessSame(before: readonly unknown[], now: readonly unknown[]): readonly unknown[] {
  return now.every((item, position) => item === before[position]) ? before : now
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function textsIn(value: unknown, texts: string[] = []): readonly string[] {
  if (Array.isArray(value)) for (const item of value) textsIn(item, texts)
  if (!isPlain(value)) return texts
  for (const [name, field] of Object.entries(value)) {
    if (name === 'text' && typeof field === 'string') texts.push(field)
    else if (typeof field === 'object') textsIn(field, texts)
  }
  return texts
}

function withTexts(value: unknown, texts: Iterator<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => withTexts(item, texts))
  if (!isPlain(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      name === 'text' && typeof field === 'string' ? texts.next().value : withTexts(field, texts),
    ]),
  )
}
