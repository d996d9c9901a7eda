import { isObject } from '../../core/basics/is-object.ts'
import { z } from 'zod'
import { nearest } from '../../core/index.ts'
import { camelCase } from '../../formats/kit/key-spelling.ts'

type WireOptions = {
  /** Other tools' names of our fields, in camelCase. */
  readonly aliases?: Readonly<Record<string, string>>
  /** Known names, in camelCase, that are ignored. */
  readonly passedOver?: readonly string[]
  /** Common wrong names of our fields, for the error message. */
  readonly meant?: Readonly<Record<string, string>>
  /** Allows unknown fields, as in another tool's object, except those that look like typing errors. */
  readonly open?: boolean
}

export const UnknownField = z.object({ meant: z.string().optional(), known: z.array(z.string()) })
export type UnknownField = z.infer<typeof UnknownField>

/**
 * Makes the schema of an object in JSON: `null` counts as absent, and `tool_calls` is another spelling of `toolCalls`.
 * An unknown field is an issue, because its content would silently be lost.
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
  // Only undefined values are removed, and their keys are optional in all types used here.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields
}

function own(names: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(names, name) ? names[name] : undefined
}

// All but two letters match at the beginning and the end of the other name.
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
