import { message, nearest } from '../../core/index.ts'
import { type Reading, report } from './foreign-reading.ts'
import { type AnyCodec, type Codec, type WriteStyle, notAnObject } from './foreign-value.ts'
import { isObject } from '../../core/basics/is-object.ts'
import { camelCase } from './key-spelling.ts'

/** One key of a foreign object, in snake_case as it is written. The name it has with us is where it stands in the table. */
type ForeignObjectField<T> = {
  readonly key: string
  readonly codec: Codec<T>
  readonly presence: 'required' | 'optional' | 'defaulted'
  /** What the other tool means by leaving the key out; null where it means nothing. */
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
   * `reject`: an unknown key is an error with the name that was probably meant; `ignore`: it is dropped;
   * `note`: it is dropped and noted, unless it looks like a slip, which is an error;
   * `keep`: it goes to `keepIn` as it stands; `keep-noted`: the same, and it is noted that nothing reads it.
   */
  readonly unknown: 'reject' | 'note' | 'ignore' | 'keep' | 'keep-noted'
  readonly keepIn?: string
  /** Keys that are known and have no word of ours; they go to `keepIn` too. */
  readonly alsoKeeps?: Readonly<Record<string, AnyCodec>>
  /** Whether camelCase is refused, as ADK does here and there. */
  readonly spelling?: 'snake'
}

/** A key that must be there. */
export function required<T>(key: string, codec: Codec<T>): RequiredField<T> {
  return { key, codec, presence: 'required', absent: null, isRecent: false }
}

/** A key that may be left out or null. A value equal to `absent` says nothing either, neither read nor written. */
export function optional<T>(key: string, codec: Codec<T>, absent: unknown = null): OptionalField<T> {
  return { key, codec, presence: 'optional', absent, isRecent: false }
}

/** An optional key that older versions of the other tool refuse, so it is never written without need. */
export function recent<T>(key: string, codec: Codec<T>): OptionalField<T> {
  return { key, codec, presence: 'optional', absent: null, isRecent: true }
}

/** A key that stands for `absent` when it is left out or null. */
export function defaulted<T>(key: string, codec: Codec<T>, absent: T): RequiredField<T> {
  return { key, codec, presence: 'defaulted', absent, isRecent: false }
}

/** A key that is null when it is left out: for options that are handed on with every key there. */
export function nullable<T>(key: string, codec: Codec<T>): RequiredField<T | null> {
  const orNull: Codec<T | null> = {
    read: codec.read,
    write: (value, style) => (value === null ? null : codec.write(value, style)),
  }
  return { key, codec: orNull, presence: 'defaulted', absent: null, isRecent: false }
}

/**
 * An object with known keys, in snake_case or camelCase, mixed as they come. The table of fields serves both directions.
 *
 * @example object({ startingPrompt: required('starting_prompt', text) }, { unknown: 'reject' })
 */
export function object<F extends Record<string, AnyField>, const O extends ForeignObjectOptions>(
  fields: F,
  options: O,
): Codec<ObjectOf<F> & ForeignObjectStored<O>> {
  const table = new ObjectTable(fields, options)
  return {
    // The table was built from `fields`, so what it yields has their names and types.
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
  /** Those that have a value in the end, given or not. */
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

  /** An object that says the same in our words is handed on as it is: half of a dataset need not be built twice. */
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
        takeIn(read, { entry, child, draft, reading })
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
      // A codec is only handed what it has read itself, or a value whose type says the same.
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
      // A table's column may be called like a key of this format; it must not pass for it.
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

/** An object in our words as far as it is read; nothing as long as it is the same as what is read. */
type ForeignObjectDraft = { copy: Record<string, unknown> | undefined; kept: Record<string, unknown> | undefined }

/** Whether a value may stay where it stands. */
function isTheSame({ field }: ForeignObjectEntry, child: unknown, read: unknown): boolean {
  return read === child && field !== undefined && !isAbsent(field, child)
}

function isAbsent(field: AnyField, child: unknown): boolean {
  return field.presence === 'optional' && sameAs(child, field.absent)
}

type Taken = {
  readonly entry: ForeignObjectEntry
  readonly child: unknown
  readonly draft: ForeignObjectDraft
  readonly reading: Reading
}

function takeIn(read: unknown, { entry, child, draft, reading }: Taken): void {
  const { name, field } = entry
  const target = field === undefined ? (draft.kept ??= {}) : (draft.copy ??= {})
  if (target[name] !== undefined) reportTwice(entry, reading)
  if (field === undefined || !isAbsent(field, child)) target[name] = read
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

// Each document gets its own, so that nobody writes into everybody's default.
function fresh(absent: unknown): unknown {
  if (Array.isArray(absent)) return [...(absent as unknown[])]
  return isObject(absent) ? { ...absent } : absent
}

// JSON may have a key "__proto__"; assigned the plain way it would change the object instead of standing in it.
function put(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
  } else target[key] = value
}
