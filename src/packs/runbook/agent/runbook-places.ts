import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** A folder of runbooks may have one folder for each language; a question is answered from the one in its language. */
export function runbookPlace(folder: string, language: 'ja' | 'en'): string {
  const inLanguage = join(folder, language)
  return existsSync(inLanguage) ? inLanguage : folder
}

/** The folders that have an index of their own. */
export function runbookPlaces(folder: string): readonly string[] {
  return [...new Set([runbookPlace(folder, 'ja'), runbookPlace(folder, 'en')])]
}
