import { z } from 'zod'
import { type Message, message } from '../core/index.ts'

/** A type of settings: its schema, its reading from text and its refusal, the same wherever the value comes from. */
export type Kind<Value> = {
  readonly schema: z.ZodType<Value>
  /** Reads the text of a flag. Unreadable text is returned unchanged, so that the schema refuses it. */
  read(text: string): unknown
  /** Returns the sentence that says what `name` accepts. `given` is the refused value as it was written. */
  refuse(name: string, given: string): Message
  /** True for paths, which are relative to the folder of the config that has them, or else to the working directory. */
  readonly isPath?: true
}

type Refused = { readonly name: string; readonly given: string }

function kind<Value>(
  schema: z.ZodType<Value>,
  refusal: (refused: Refused) => Message,
  read: Kind<Value>['read'] = (given) => given,
): Kind<Value> {
  return { schema, read, refuse: (name, given) => refusal({ name, given }) }
}

function numberFrom(given: string): unknown {
  return given.trim() === '' ? given : Number(given)
}

export function wholeNumberKind(min: number, max: number): Kind<number> {
  return kind(
    z.int().min(min).max(max),
    (refused) => message('{name} takes a whole number from {min} to {max}, not {given}', { ...refused, min, max }),
    numberFrom,
  )
}

export function positiveNumber(): Kind<number> {
  const schema = z.number().positive()
  return kind(schema, (refused) => message('{name} takes a number above 0, not {given}', refused), numberFrom)
}

export function dollars(): Kind<number> {
  const schema = z.number().positive()
  return kind(schema, (refused) => message('{name} takes an amount in US dollars, not {given}', refused), numberFrom)
}

/** A number between 0 and 1, exclusive. */
export function share(): Kind<number> {
  const schema = z.number().gt(0).lt(1)
  return kind(schema, (refused) => message('{name} takes a share between 0 and 1, not {given}', refused), numberFrom)
}

export function text(): Kind<string> {
  return kind(z.string().min(1), (refused) => message('{name} takes a text, not {given}', refused))
}

export function path(): Kind<string> {
  const paths = kind(z.string().min(1), (refused) =>
    message('{name} takes the path of a file or folder, not {given}', refused),
  )
  return { ...paths, isPath: true }
}

export function toggle(): Kind<boolean> {
  return kind(z.boolean(), (refused) => message('{name} takes true or false, not {given}', refused))
}

export function oneOfWords<const Word extends string>(words: readonly Word[]): Kind<Word> {
  return kind(z.enum(words), (refused) =>
    message('{name} takes one of {words}, not {given}', { ...refused, words: words.join(', ') }),
  )
}

/** A list of texts, separated by commas on a command line. */
export function texts(example: string, { least = 0 }: { readonly least?: number } = {}): Kind<readonly string[]> {
  return kind(
    z.array(z.string()).min(least).readonly(),
    (refused) => message('{name} takes a list of texts such as ["{example}"], not {given}', { ...refused, example }),
    (given) => given.split(',').map((one) => one.trim()),
  )
}

/** An object of numbers, written as `name=number` separated by commas on a command line. */
export function numbersByName(example: string): Kind<Readonly<Record<string, number>>> {
  return kind(
    z.record(z.string().min(1), z.number()).readonly(),
    (refused) => message('{name} takes numbers by name such as {example}, not {given}', { ...refused, example }),
    (given) => {
      const pairs = given.split(',').map((pair) => /^([^=]+)=\s*(\S+)$/u.exec(pair.trim()))
      if (pairs.includes(null)) return given
      return Object.fromEntries(pairs.map((pair) => [pair?.[1]?.trim(), Number(pair?.[2])]))
    },
  )
}

/** The values of the varied settings of an agent, by the names that the agent declares. */
export type Variant = Readonly<Record<string, string | number | boolean>>
export const variantShape = z
  .record(z.string().min(1).max(100), z.union([z.string(), z.number(), z.boolean()]))
  .readonly()

export function variantKind(): Kind<Variant> {
  return kind(variantShape, (refused) =>
    message('{name} takes texts, numbers or true and false by name, not {given}', refused),
  )
}
