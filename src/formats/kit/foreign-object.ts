import { message, nearest } from '../../core/index.ts'
import { type Reading, report } from './foreign-reading.ts'
import { type AnyCodec, type Codec, type WriteStyle, notAnObject } from './foreign-value.ts'
import { isObject } from '../../core/basics/is-object.ts'
import { camelCase } from './key-spelling.ts'

/** One key of a foreign object in snake_case. The table of fields maps our name to it. */
type ForeignObjectField<T> = {
  readonly key: string
  readonly codec: Codec<T>
  readonly presence: 'required' | 'optional' | 'defaulted'
  /** The value that a missing key means to the other tool; null when it means none. */
  readonly absent: unknown
  readonly isRecent: boolean
}

type RequiredField<T> = ForeignObjectField<T> & { readonly presence: 'required' | 'defaulted' }
type OptionalField<T> = ForeignObjectField<T> & { readonly presence: 'optional' }

type AnyField = Omit<ForeignObjectField<unknown>, 'codec'> & { readonly codec: AnyCodec }

type ValueOf<F extends AnyField> = ReturnType<F['codec']['read']>
type ObjectOf<F extends Record<string, AnyField>> = {
  -readonly [N in keyof F as F[N]['presence'] extends 'optional' ? never : N]: ValueOf<F[N]>
} & {
  -readonly [N in keyof F as F[N]['presence'] extends 'optional' ? N : never]?: ValueOf<F[N]>
}
type ForeignObjectStored<O extends ForeignObjectOptions> = O extends { readonly keepIn: infer Name extends string }
  ? { [N in Name]?: Record<string, unknown> }
  : unknown

type ForeignObjectOptions = {
  /**
   * `reject`: an unknown key is an error that suggests the likely name; `ignore`: it is dropped; `note`: it is dropped
   * and noted, unless it looks like a typing error, which is an error; `keep`: it goes to `keepIn` unchanged;
   * `keep-noted`: the same, with a note that nothing reads it.
   */
  readonly unknown: 'reject' | 'note' | 'ignore' | 'keep' | 'keep-noted'
  readonly keepIn?: string
  /** Known keys without a field of ours; they go to `keepIn` too. */
  readonly alsoKeeps?: Readonly<Record<string, AnyCodec>>
  /** Refuses camelCase, as ADK does in a few places. */
  readonly spelling?: 'snake'
}

export function required<T>(key: string, codec: Codec<T>): RequiredField<T> {
  return { key, codec, presence: 'required', absent: null, isRecent: false }
}

/** A key that may be missing or null. A value equal to `absent` is neither read nor written. */
export function optional<T>(key: string, codec: Codec<T>, absent: unknown = null): OptionalField<T> {
  return { key, codec, presence: 'optional', absent, isRecent: false }
}

/** An optional key that older versions of the other tool refuse; it is only written when it has a value. */
export function recent<T>(key: string, codec: Codec<T>): OptionalField<T> {
  return { key, codec, presence: 'optional', absent: null, isRecent: true }
}

/** A key that reads as `absent` when it is missing or null. */
export function defaulted<T>(key: string, codec: Codec<T>, absent: T): RequiredField<T> {
  return { key, codec, presence: 'defaulted', absent, isRecent: false }
}

/** A key that reads as null when it is missing, for options that are passed on with every key present. */
export function nullable<T>(key: string, codec: Codec<T>): RequiredField<T | null> {
  const orNull: Codec<T | null> = {
    read: codec.read,
    write: (value, style) => (value === null ? null : codec.write(value, style)),
  }
  return { key, codec: orNull, presence: 'defaulted', absent: null, isRecent: false }
}

/**
 * Reads an object with known keys, each in snake_case or camelCase. The table of fields serves reading and writing.
 *
 * @example object({ startingPrompt: required('starting_prompt', text) }, { unknown: 'reject' })
 */
export function object<F extends Record<string, AnyField>, const O extends ForeignObjectOptions>(
  fields: F,
  options: O,
): Codec<ObjectOf<F> & ForeignObjectStored<O>> {
  const table = new ObjectTable(fields, options)
  return {
    // The table was built from `fields`, so its result has their names and types.
    read: (value, reading) =>
      (isObject(value) ? table.read(value, reading) : notAnObject(value, reading)) as ObjectOf<F> &
        ForeignObjectStored<O>,
    write: (value, style) => table.write(value as Record<string, unknown>, style),
  }
}

type ForeignObjectEntry = {
  readonly name: string
  readonly key: string
  readonly codec: AnyCodec
  readonly field: AnyField | undefined
}

class ObjectTable {
  private readonly entries: readonly ForeignObjectEntry[]
  /** Fields that always have a value after reading. */
  private readonly needed: readonly ForeignObjectEntry[]
  private readonly byKey = new Map<string, ForeignObjectEntry>()
  private readonly options: ForeignObjectOptions

  constructor(fields: Record<string, AnyField>, options: ForeignObjectOptions) {
    this.options = options
    this.entries = Object.entries(fields).map(([name, field]) => ({
      name,
      key: field.key,
      codec: field.codec,
      field,
    }))
    this.needed = this.entries.filter(({ field }) => field?.presence !== 'optional')
    const alsoKept = Object.entries(options.alsoKeeps ?? {}).map(([key, codec]) => ({
      name: key,
      key,
      codec,
      field: undefined,
    }))
    for (const entry of [...this.entries, ...alsoKept]) {
      this.byKey.set(entry.key, entry)
      if (options.spelling !== 'snake') this.byKey.set(camelCase(entry.key), entry)
    }
  }

  /** Returns the object itself when reading changes nothing, which avoids copying half of a dataset. */
  read(value: Record<string, unknown>, reading: Reading): Record<string, unknown> {
    const keys = Object.keys(value)
    const draft: ForeignObjectDraft = { copy: undefined, kept: undefined }
    for (const key of keys) {
      const child = value[key]
      const entry = this.byKey.get(key)
      if (entry !== undefined && child !== null) {
        const read = this.readEntry(entry, child, reading)
        if (draft.copy === undefined && entry.name === key && isTheSame(entry, child, read)) continue
        draft.copy ??= copyUpTo(key, keys, value)
        const { name, field } = entry
        const target = field === undefined ? (draft.kept ??= {}) : draft.copy
        if (target[name] !== undefined) reportTwice(entry, reading)
        if (field === undefined || !isAbsent(field, child)) target[name] = read
      } else {
        draft.copy ??= copyUpTo(key, keys, value)
        if (entry === undefined) this.passOver(key, child, draft, reading)
      }
    }
    const result = this.fillIn(draft.copy, value, reading)
    if (draft.kept !== undefined && this.options.keepIn !== undefined) result[this.options.keepIn] = draft.kept
    return result
  }

  write(value: Record<string, unknown>, style: WriteStyle): Record<string, unknown> {
    const result: Record<string, unknown> = {}
    for (const { name, key, codec, field } of this.entries) {
      const child = value[name]
      if (child === undefined) {
        if (style === 'full' && field?.isRecent === false) result[key] = field.absent
        continue
      }
      // A codec only receives what it has read itself, or a value of the same type.
      const written = codec.write(child as never, style)
      if (style === 'brief' && field?.presence !== 'required' && sameAs(written, field?.absent)) continue
      result[key] = written
    }
    this.writeKept(value, result)
    return result
  }

  private readEntry(entry: ForeignObjectEntry, child: unknown, reading: Reading): unknown {
    reading.path.push(entry.key)
    const read = entry.codec.read(child, reading)
    reading.path.pop()
    return read
  }

  private passOver(key: string, child: unknown, draft: ForeignObjectDraft, reading: Reading): void {
    const { unknown } = this.options
    if (unknown === 'keep-noted') reading.onPassedOver?.([...reading.path, key])
    if (unknown === 'keep' || unknown === 'keep-noted') put((draft.kept ??= {}), key, child)
    else if (unknown === 'note') this.noteUnknown(key, reading)
    else if (unknown === 'reject' && !reading.lenient) this.reportUnknown(key, reading)
  }

  private fillIn(
    copy: Record<string, unknown> | undefined,
    value: Record<string, unknown>,
    reading: Reading,
  ): Record<string, unknown> {
    let result = copy
    for (const { name, key, field } of this.needed) {
      if (Object.hasOwn(result ?? value, name)) continue
      if (field?.presence === 'required') this.reportMissing(key, value, reading)
      else (result ??= { ...value })[name] = fresh(field?.absent)
    }
    return result ?? value
  }

  private reportMissing(key: string, value: Record<string, unknown>, reading: Reading): void {
    const unknown = Object.keys(value).filter(
      (name) => value[name] !== null && (!this.byKey.has(name) || name === camelCase(key)),
    )
    const other = [camelCase(key), nearest(key, unknown)].find((name) => name !== key && unknown.includes(name ?? ''))
    report(reading, (place) =>
      other === undefined
        ? message('{place}: "{key}" is missing', { place, key })
        : message('{place}: here it is "{key}", not "{other}"', { place, key, other }),
    )
  }

  private writeKept(value: Record<string, unknown>, result: Record<string, unknown>): void {
    const kept = this.options.keepIn === undefined ? undefined : value[this.options.keepIn]
    if (!isObject(kept)) return
    for (const [key, child] of Object.entries(kept)) {
      // A table column may have the name of a key of this format and must not be taken for it.
      const clashes = this.byKey.get(key)?.field !== undefined
      if (child !== undefined) put(result, clashes ? `${this.options.keepIn}.${key}` : key, child)
    }
  }

  private noteUnknown(key: string, reading: Reading): void {
    if (nearest(key, this.byKey.keys()) !== undefined) this.reportUnknown(key, reading)
    else reading.onPassedOver?.([...reading.path, key])
  }

  private reportUnknown(key: string, reading: Reading): void {
    const known = [...new Set([...this.byKey.values()].map((entry) => entry.key))]
    const meant = nearest(key, this.byKey.keys())
    report(reading, (place) => message('{place}: unknown key', { place }), {
      key,
      hint: meant === undefined ? { known } : { meant },
    })
  }
}

/** The copy being built; undefined as long as it would equal the source. */
type ForeignObjectDraft = { copy: Record<string, unknown> | undefined; kept: Record<string, unknown> | undefined }

function isTheSame({ field }: ForeignObjectEntry, child: unknown, read: unknown): boolean {
  return read === child && field !== undefined && !isAbsent(field, child)
}

function isAbsent(field: AnyField, child: unknown): boolean {
  return field.presence === 'optional' && sameAs(child, field.absent)
}

function copyUpTo(end: string, keys: readonly string[], value: Record<string, unknown>): Record<string, unknown> {
  const copy: Record<string, unknown> = {}
  for (const key of keys) {
    if (key === end) break
    copy[key] = value[key]
  }
  return copy
}

function reportTwice({ key }: ForeignObjectEntry, reading: Reading): void {
  report(reading, (place) =>
    message('{place}: both "{key}" and "{other}" are given', { place, key, other: camelCase(key) }),
  )
}

function sameAs(value: unknown, absent: unknown): boolean {
  if (value === absent) return true
  if (Array.isArray(absent)) return Array.isArray(value) && value.length === 0
  return isObject(absent) && isObject(value) && Object.keys(value).length === 0
}

// Each document gets its own copy, so that no caller changes a shared default.
function fresh(absent: unknown): unknown {
  if (Array.isArray(absent)) return [...(absent as unknown[])]
  return isObject(absent) ? { ...absent } : absent
}

// Assigning a JSON key "__proto__" directly would change the object's prototype.
function put(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
  } else target[key] = value
}
