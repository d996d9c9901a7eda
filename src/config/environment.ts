import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { EvalError, message } from '../core/index.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** The process's environment over the `.env` file of the folder. Nothing is written into the process. */
export function readEnvironment(processEnvironment: Environment, folder: string): Environment {
  const file = join(folder, '.env')
  return existsSync(file) ? { ...parseEnv(readFileSync(file, 'utf8')), ...processEnvironment } : processEnvironment
}

/**
 * Replaces `${NAME}` in every string of a setting, so that a key stands in the environment and not in the config.
 *
 * @throws {EvalError} `config` naming the variable that is not set; values are never shown
 */
export function fillEnvironment<Setting>(setting: Setting, environment: Environment): Setting {
  return fill(setting, environment) as Setting // the same shape, strings replaced by strings
}

function fill(value: unknown, environment: Environment): unknown {
  if (typeof value === 'string')
    return value.replace(/\$\{(\w+)\}/g, (_all, name: string) => valueOf(name, environment))
  if (Array.isArray(value)) return value.map((item) => fill(item, environment))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, environment)]))
  }
  return value
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
