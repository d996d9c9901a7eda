import { isObject } from '../../core/basics/is-object.ts'
import { z } from 'zod'
import { nearest } from '../../core/index.ts'
import { camelCase } from '../../formats/kit/key-spelling.ts'

type WireOptions = {
  /** Other tools' names for our words, in camelCase. */
  readonly aliases?: Readonly<Record<string, string>>
  /** Names, in camelCase, that are known and say nothing that we read. */
  readonly passedOver?: readonly string[]
  /** What people write who mean one of our words, for the error. */
  readonly meant?: Readonly<Record<string, string>>
  /** Somebody else's object, which may have more in it; only what looks like a slip is refused. */
  readonly open?: boolean
}

/** What an issue about a field that nobody knows carries. */
export const UnknownField = z.object({ meant: z.string().optional(), known: z.array(z.string()) })
export type UnknownField = z.infer<typeof UnknownField>

/**
 * An object as it comes over a wire: `null` is absent, and `tool_calls` is another spelling of `toolCalls`. A field that
 * nobody knows is an issue: what it was to say would be lost without a word.
 */
export function wireObject<Shape extends z.ZodRawShape>(shape: Shape, options: WireOptions = {}) {
  const { aliases = {}, passedOver = [], open = false } = options
  const known = Object.keys(shape)
  const ignored = new Set(passedOver)
  const wordFor = (name: string) => {
    const camel = camelCase(name)
    return [name, own(aliases, camel), camel].find((word) => word !== undefined && Object.hasOwn(shape, word))
  }
  return z.preprocess((value, context) => {
    if (!isObject(value)) return value
    const fields = new Map<string, unknown>()
    for (const [name, field] of Object.entries(value)) {
      if (field === null || field === undefined || ignored.has(camelCase(name))) continue
      const word = wordFor(name)
      if (word === undefined) {
        const meant = own(options.meant ?? {}, camelCase(name)) ?? nearest(camelCase(name), known)
        if (open && !isSlip(name, meant)) continue
        context.addIssue({ code: 'custom', path: [name], message: 'unknown field', params: { meant, known } })
      } else if (fields.has(word)) {
        context.addIssue({ code: 'custom', path: [name], message: `${word} is given twice, in two spellings` })
      } else fields.set(word, field)
    }
    return Object.fromEntries(fields)
  }, z.object(shape))
}

export function withoutAbsent<Fields extends object>(fields: Fields): Fields {
  // Only keys whose value is undefined go, and those are optional in every type that comes through here.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields
}

function own(names: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(names, name) ? names[name] : undefined
}

// All but two of its letters stand at the beginning and the end of the other.
function isSlip(name: string, meant: string | undefined): boolean {
  if (meant === undefined) return false
  const written = camelCase(name)
  const [short, long] = written.length < meant.length ? [written, meant] : [meant, written]
  let begin = 0
  while (begin < short.length && short[begin] === long[begin]) begin += 1
  let end = 0
  while (end < short.length - begin && short.at(-1 - end) === long.at(-1 - end)) end += 1
  return begin + end >= long.length - 2
}
