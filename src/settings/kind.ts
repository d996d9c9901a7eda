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

export function wholeNumberKind(min: number, max: number): Kind<number> {
  return {
    schema: z.int().min(min).max(max),
    read: numberFrom,
    refuse: (name, given) =>
      message('{name} takes a whole number from {min} to {max}, not {given}', { name, min, max, given }),
  }
}

export function positiveNumber(): Kind<number> {
  return {
    schema: z.number().positive(),
    read: numberFrom,
    refuse: (name, given) => message('{name} takes a number above 0, not {given}', { name, given }),
  }
}

export function dollars(): Kind<number> {
  return {
    schema: z.number().positive(),
    read: numberFrom,
    refuse: (name, given) => message('{name} takes an amount in US dollars, not {given}', { name, given }),
  }
}

/** A number between 0 and 1, exclusive. */
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

/** A list of texts, separated by commas on a command line. */
export function texts(example: string, { least = 0 }: { readonly least?: number } = {}): Kind<readonly string[]> {
  return {
    schema: z.array(z.string()).min(least).readonly(),
    read: (given) => given.split(',').map((one) => one.trim()),
    refuse: (name, given) =>
      message('{name} takes a list of texts such as ["{example}"], not {given}', { name, example, given }),
  }
}

/** An object of numbers, written as `name=number` separated by commas on a command line. */
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

/** The values of the varied settings of an agent, by the names that the agent declares. */
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
