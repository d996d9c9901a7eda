import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { EvalError, message } from '../../core/index.ts'
import { refuseOtherThanFile } from '../../files/index.ts'
import { refuseWrittenSecrets } from '../secrets/secrets.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Merges the process's environment over the folder's `.env`, without changing the process. */
export function readEnvironment(processEnvironment: Environment, folder: string): Environment {
  const own = readDotEnv(folder)
  return Object.keys(own).length === 0 ? processEnvironment : { ...own, ...processEnvironment }
}

/** Reads the `.env` file of a folder; empty where there is none. */
export function readDotEnv(folder: string): Environment {
  const file = join(folder, '.env')
  refuseOtherThanFile(file)
  return existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
}

/** Sets variables for the project's code that reads `process.env`; variables that are set stay unchanged. */
export function provideEnvironment(environment: Environment): void {
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined) process.env[name] ??= value
  }
}

/** Receives each variable that was filled in, with the complete string around it. */
type OnFilled = (name: string, value: string, setting: string) => void

/**
 * Replaces `${NAME}` in every string of a setting, so that keys need not be written into the config.
 *
 * @throws {EvalError} `config` naming the variable that is not set; values are never shown
 */
export function fillEnvironment<Setting>(setting: Setting, environment: Environment, onFilled: OnFilled): Setting {
  return fill(setting, environment, onFilled) as Setting // the same shape, strings replaced by strings
}

type Addressed = {
  readonly url: string
  readonly endpoint?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
}

/** Fills the environment into a setting with an address, and registers its keys as secrets. */
export function fillAddressed<Setting extends Addressed>(
  setting: Setting,
  environment: Environment,
  secrets: { readonly noteFilled: OnFilled; readonly noteNamed: (name: string, value: string) => void },
): Setting {
  refuseWrittenSecrets(addressesOf(setting))
  const options = fillEnvironment(setting, environment, secrets.noteFilled)
  for (const [name, value] of Object.entries(options.headers ?? {})) secrets.noteNamed(name, value)
  secrets.noteNamed('url', options.url)
  return options
}

function addressesOf({ url, endpoint = '' }: Addressed): readonly string[] {
  return [url, endpoint]
}

/** Fills variables into the addresses of a command line only, since a shell has variables of its own. */
export function fillWords<Words extends readonly string[]>(
  words: Words,
  environment: Environment,
  secrets: { readonly noteFilled: OnFilled },
): Words {
  refuseWrittenSecrets(words)
  const filled = words.map((word) =>
    word.replace(/:\/\/[^\s"'<>`]+/g, (address) => fillText(address, environment, secrets.noteFilled)),
  )
  return filled as readonly string[] as Words // the length is the same
}

function fill(value: unknown, environment: Environment, onFilled: OnFilled): unknown {
  if (typeof value === 'string') return fillText(value, environment, onFilled)
  if (Array.isArray(value)) return value.map((item) => fill(item, environment, onFilled))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, environment, onFilled)]))
  }
  return value
}

function fillText(text: string, environment: Environment, onFilled: OnFilled): string {
  const filled = new Map<string, string>()
  const setting = text.replace(/\$\{(\w+)\}/g, (_all, name: string) => {
    const value = valueOf(name, environment)
    filled.set(name, value)
    return value
  })
  for (const [name, value] of filled) onFilled(name, value, setting)
  return setting
}

function valueOf(name: string, environment: Environment): string {
  const value = environment[name]
  if (value === undefined) {
    throw new EvalError('config', message('the environment variable {name} is not set', { name }), {
      hint: message('Set it, or write it into .env beside the config.'),
    })
  }
  return value
}
