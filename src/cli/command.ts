import { parseArgs } from 'node:util'
import type { Secrets } from '../compose/secrets/known-secrets.ts'
import { type Message, EvalError, message, nearestNames } from '../core/index.ts'
import { messageOf } from '../core/basics/message-of.ts'
import type { Language } from '../i18n/index.ts'
import { oneOfWords, readFlag, wholeNumberKind } from '../settings/index.ts'
import { didYouMean } from '../core/basics/nearest-names.ts'

/** One flag. `value` is the placeholder of its value in the help; a flag without one is a switch. */
export type Option = {
  readonly value?: string
  readonly short?: string
  readonly multiple?: boolean
  /** A dash is standard output, where the command writes without this flag too. */
  readonly takesDash?: boolean
  readonly summary: Message
}

export type Terminal = {
  readonly cwd: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Prints text in which commands to a build server are escaped. */
  readonly stdout: (text: string) => void
  /** Prints a page unescaped, since its code is Shinsa's own. */
  readonly stdoutAsIs: (text: string) => void
  readonly stderr: (text: string) => void
  /** Prints a command to the build server, with other people's texts escaped. */
  readonly buildCommand: (text: string) => void
  readonly store?: string
  readonly secrets: Secrets
  readonly isInteractive: boolean
  readonly columns: number
  readonly color: boolean
  readonly language: Language
  readonly signal: AbortSignal
  /** Tells whether an error was thrown in this process that no code awaited. */
  readonly hasUnawaitedErrors?: () => boolean
  /** Sets the sentence that Ctrl-C prints. */
  readonly sayOnStop?: (sentence: Message) => void
  readonly commands: () => Promise<readonly Command[]>
  /** Closes a store or a queue when the command has ended. */
  readonly closeAtEnd: (opened: { readonly close: () => Promise<void> }) => void
}

/** The terminal as a process has it, to which each command line adds what it needs. */
export type TerminalOfProcess = Omit<Terminal, 'commands' | 'closeAtEnd'>

export function isGithub({ GITHUB_ACTIONS: actions }: Terminal['environment']): boolean {
  return actions === 'true'
}

/** The parsed value of a flag: true for a switch, else a string, or a list where the flag may be repeated. */
type CliCommandOptions<Flag> = Flag extends { readonly value: string }
  ? Flag extends { readonly multiple: true }
    ? readonly string[]
    : string
  : 'value' extends keyof Flag
    ? boolean | string | readonly string[]
    : boolean

export type Flags<Options> = { readonly [Name in keyof Options]?: CliCommandOptions<Options[Name]> }

type OptionTable = Readonly<Record<string, Option>>

type CommandText<Options extends OptionTable> = {
  readonly name: string
  readonly summary: Message
  /** The operands after the name in the help, such as `DATASET[:CASE,…] …`. */
  readonly operands: string
  /** The largest number of operands, where the command does not check it itself. */
  readonly mostOperands?: number
  readonly details: readonly Message[]
  readonly examples: readonly string[]
  readonly options: Options
}

/** The flags as parsed from the command's table; only the command knows the type of each. */
type ParsedFlags = Readonly<Record<string, unknown>>

export type Command = CommandText<OptionTable> & {
  /** @returns the exit code */
  run(operands: readonly string[], flags: ParsedFlags, terminal: Terminal): Promise<number>
}

type TypedCommand<Options extends OptionTable> = CommandText<Options> & {
  /** @returns the exit code */
  run(operands: readonly string[], flags: Flags<Options>, terminal: Terminal): Promise<number>
}

/** Defines a command whose `run` receives flags typed by its own table. */
export function defineCommand<const Options extends OptionTable>(command: TypedCommand<Options>): Command {
  return {
    ...command,
    async run(operands, flags, terminal) {
      if (!areFlagsOf(command.options, flags)) throw new Error(`Not parsed from the table of shinsa ${command.name}`)
      return command.run(operands, flags, terminal)
    },
  }
}

function areFlagsOf<Options extends OptionTable>(options: Options, flags: unknown): flags is Flags<Options> {
  const table: OptionTable = { ...options, ...commonOptions }
  return Object.entries(Object(flags)).every(([name, given]) => isGiven(table[name], given))
}

function isGiven(option: Option | undefined, given: unknown): boolean {
  if (option?.value === undefined) return option !== undefined && typeof given === 'boolean'
  return option.multiple === true ? Array.isArray(given) : typeof given === 'string'
}

export const commonOptions = {
  lang: { value: 'en|ja', summary: message('language of what is printed (else from the environment)') },
  help: { short: 'h', summary: message('show this help') },
} as const satisfies Record<string, Option>

export const storeOption = {
  store: { value: 'PLACE', summary: message('where runs are kept: a file, or postgres://USER@HOST/DATABASE') },
} as const satisfies Record<string, Option>

/** @throws {EvalError} `usage` for an unknown flag, or an operand that would have no effect */
export function parseCommandLine(command: Command, args: readonly string[]) {
  const table: OptionTable = { ...command.options, ...commonOptions }
  let parsed: { readonly flags: ParsedFlags; readonly operands: readonly string[] }
  let given: readonly GivenFlag[]
  try {
    const { values, positionals, tokens } = parseArgs({
      args: [...args],
      tokens: true,
      allowPositionals: true,
      strict: true,
      options: Object.fromEntries(
        Object.entries(table).map(([name, option]) => [
          name,
          {
            type: option.value === undefined ? ('boolean' as const) : ('string' as const),
            multiple: option.multiple ?? false,
            ...(option.short !== undefined && { short: option.short }),
          },
        ]),
      ),
    })
    const isDash = ([name, value]: [string, unknown]) => value === '-' && table[name]?.takesDash === true
    const flags = Object.fromEntries(Object.entries(values).filter((flag) => !isDash(flag)))
    parsed = { flags, operands: positionals }
    given = tokens.filter((token) => token.kind === 'option')
  } catch (cause) {
    throw usageError(command, table, args, cause)
  }
  // A request for help is answered, whatever else the line contains.
  if (parsed.flags['help'] === true) return { ...parsed, inVain: [] }
  refuseFurtherOperands(command, parsed.operands)
  return { ...parsed, inVain: overwritten(table, given) }
}

type GivenFlag = { readonly name: string; readonly value?: string | undefined }

/**
 * Warns of flags that are given twice, of which the last one wins, so that a line can override an alias. Repeated lists of rules
 * are refused, since both are meant.
 */
function overwritten(table: OptionTable, given: readonly GivenFlag[]): readonly Message[] {
  return [...Map.groupBy(given, ({ name }) => name)].flatMap(([flag, flags]) => {
    const values = [...new Set(flags.map(({ value }) => value))]
    if (values.length < 2 || table[flag]?.multiple === true) return []
    if (table[flag]?.value === 'RULES') throw twoLists(flag, values.join(','))
    const idle = values.filter((value) => value !== flags.at(-1)?.value)
    return message('--{flag} is given more than once: {values} {count|has|have} no effect', {
      flag,
      values: idle.map((value) => JSON.stringify(value)).join(', '),
      count: idle.length,
    })
  })
}

function twoLists(flag: string, rules: string): EvalError {
  return new EvalError('usage', message('--{flag} is given more than once', { flag }), {
    hint: message('Several rules are one list: --{flag} "{rules}".', { flag, rules }),
  })
}

function refuseFurtherOperands({ name, operands: usage, mostOperands }: Command, operands: readonly string[]): void {
  const further = mostOperands === undefined ? [] : operands.slice(mostOperands)
  if (further.length === 0) return
  throw new EvalError(
    'usage',
    message('shinsa {command} does nothing with {operands}', {
      command: name,
      operands: further.map((operand) => JSON.stringify(operand)).join(', '),
    }),
    { hint: message('Usage: shinsa {command} {operands}', { command: name, operands: usage }) },
  )
}

/**
 * Refuses flags that have no effect beside `beside`.
 *
 * @throws {EvalError} `usage` naming the flags
 */
export function refuseIdleFlags(
  flags: Readonly<Record<string, unknown>>,
  names: readonly string[],
  { beside, hint }: { readonly beside: string; readonly hint?: Message },
): void {
  const idle = names.filter((name) => flags[name] !== undefined).map((name) => `--${name}`)
  if (idle.length === 0) return
  const sentence = message('{flags} {count|has|have} no effect with {beside}', {
    flags: idle.join(', '),
    count: idle.length,
    beside,
  })
  throw new EvalError('usage', sentence, hint === undefined ? {} : { hint })
}

function usageError(command: Command, table: OptionTable, args: readonly string[], cause: unknown): EvalError {
  const unknown = args.map((arg) => /^--([^=]+)/.exec(arg)?.[1]).find((name) => name !== undefined && !(name in table))
  const near = unknown === undefined ? [] : nearestNames(unknown, Object.keys(table)).map((name) => `--${name}`)
  return new EvalError(
    'usage',
    message('shinsa {command}: {problem}', {
      command: command.name,
      problem: messageOf(cause).split(/[.\n]/)[0] ?? '',
    }),
    {
      hint: didYouMean(near, message('`shinsa {command} --help` lists what there is.', { command: command.name })),
      cause,
    },
  )
}

/** Reads a whole number from a flag. @throws {EvalError} `usage` */
export function wholeNumberFrom(flag: string, text: string | undefined, range: { min: number; max: number }) {
  return text === undefined ? undefined : readFlag(flag, text, wholeNumberKind(range.min, range.max))
}

/** Reads a number above 0 and below 1 from a flag. @throws {EvalError} `usage` */
export function shareFrom(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (value > 0 && value < 1) return value
  throw new EvalError('usage', message('--{flag} is a number between 0 and 1, and {text} is none', { flag, text }))
}

/** Reads one of a few words from a flag. @throws {EvalError} `usage` */
export function oneOfFrom<const Word extends string>(flag: string, text: string | undefined, words: readonly Word[]) {
  return text === undefined ? undefined : readFlag(flag, text, oneOfWords(words))
}
