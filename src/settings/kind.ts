import { z } from 'zod'
import { type Message, message } from '../core/index.ts'

/** What the values of a setting are: checked alike wherever they come from. */
export type Kind<Value> = {
  readonly schema: z.ZodType<Value>
  /** From the text of a flag. What cannot be read comes back as it is, for the schema to refuse. */
  read(text: string): unknown
  /** Says what `name` takes. `given` is the refused value as people wrote it. */
  refuse(name: string, given: string): Message
  /** A path is resolved from the folder of whoever wrote it: the config's, or the working directory. */
  readonly isPath?: true
}

export function wholeNumberKind(min: number, max: number): Kind<number> {
  return {
    schema: z.int().min(min).max(max),
    read: numberFrom,
    refuse: (name, given) =>
      message('{name} takes a whole number from {min} to {max}, not {given}', { name, min, max, given }),
  }
}

/** A number above 0. */
export function positiveNumber(): Kind<number> {
  return {
    schema: z.number().positive(),
    read: numberFrom,
    refuse: (name, given) => message('{name} takes a number above 0, not {given}', { name, given }),
  }
}

/** An amount of money, in US dollars. */
export function dollars(): Kind<number> {
  return {
    schema: z.number().positive(),
    read: numberFrom,
    refuse: (name, given) => message('{name} takes an amount in US dollars, not {given}', { name, given }),
  }
}

/** Between 0 and 1, both left out. */
export function share(): Kind<number> {
  return {
    schema: z.number().gt(0).lt(1),
    read: numberFrom,
    refuse: (name, given) => message('{name} takes a share between 0 and 1, not {given}', { name, given }),
  }
}

export function text(): Kind<string> {
  return {
    schema: z.string().min(1),
    read: (given) => given,
    refuse: (name, given) => message('{name} takes a text, not {given}', { name, given }),
  }
}

export function path(): Kind<string> {
  return {
    schema: z.string().min(1),
    read: (given) => given,
    refuse: (name, given) => message('{name} takes the path of a file or folder, not {given}', { name, given }),
    isPath: true,
  }
}

export function toggle(): Kind<boolean> {
  return {
    schema: z.boolean(),
    read: (given) => given,
    refuse: (name, given) => message('{name} takes true or false, not {given}', { name, given }),
  }
}

export function oneOfWords<const Word extends string>(words: readonly Word[]): Kind<Word> {
  return {
    schema: z.enum(words),
    read: (given) => given,
    refuse: (name, given) =>
      message('{name} takes one of {words}, not {given}', { name, words: words.join(', '), given }),
  }
}

/** Several texts: a list in code, separated by commas on a command line. */
export function texts(example: string, { least = 0 }: { readonly least?: number } = {}): Kind<readonly string[]> {
  return {
    schema: z.array(z.string()).min(least).readonly(),
    read: (given) => given.split(',').map((one) => one.trim()),
    refuse: (name, given) =>
      message('{name} takes a list of texts such as ["{example}"], not {given}', { name, example, given }),
  }
}

/** Numbers by names: an object in code, `name=number` separated by commas on a command line. */
export function numbersByName(example: string): Kind<Readonly<Record<string, number>>> {
  return {
    schema: z.record(z.string().min(1), z.number()).readonly(),
    read(given) {
      const pairs = given.split(',').map((pair) => /^([^=]+)=\s*(\S+)$/u.exec(pair.trim()))
      if (pairs.includes(null)) return given
      return Object.fromEntries(pairs.map((pair) => [pair?.[1]?.trim(), Number(pair?.[2])]))
    },
    refuse: (name, given) =>
      message('{name} takes numbers by name such as {example}, not {given}', { name, example, given }),
  }
}

/** What is varied in an agent, by the names that it declares. */
export type Variant = Readonly<Record<string, string | number | boolean>>
export const variantShape = z
  .record(z.string().min(1).max(100), z.union([z.string(), z.number(), z.boolean()]))
  .readonly()

export function variantKind(): Kind<Variant> {
  return {
    schema: variantShape,
    read: (given) => given,
    refuse: (name, given) =>
      message('{name} takes texts, numbers or true and false by name, not {given}', { name, given }),
  }
}

function numberFrom(given: string): unknown {
  return given.trim() === '' ? given : Number(given)
}
