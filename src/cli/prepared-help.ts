import { existsSync, readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { type Language, languageFrom } from '../i18n/language.ts'

/** The printed help by language and command; the overview's key is empty. */
export type HelpPages = Readonly<Record<Language, Readonly<Record<string, string>>>>

/**
 * Returns the help page that a command line asks for, as the build saved it, since rendering it would load every command.
 * Undefined for any other command line, and where nothing was built.
 */
export function preparedHelp(args: readonly string[], environment: NodeJS.ProcessEnv): string | undefined {
  const name = args.slice(0, -1).join(' ')
  const isAsked = ['--help', '-h'].includes(args.at(-1) ?? '') || (args.length === 1 && args[0] === 'help')
  const file = new URL('help.json.br', import.meta.url)
  if (!isAsked || !existsSync(file)) return undefined
  // The cast: the build wrote this file.
  const pages = JSON.parse(brotliDecompressSync(readFileSync(file)).toString('utf8')) as HelpPages
  return pages[languageFrom(environment)][name]
}
