import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the subfolder for the question's language, or the folder itself where there is no such subfolder. */
export function runbookPlace(folder: string, language: 'ja' | 'en'): string {
  const inLanguage = join(folder, language)
  return existsSync(inLanguage) ? inLanguage : folder
}

export function runbookPlaces(folder: string): readonly string[] {
  return [...new Set([runbookPlace(folder, 'ja'), runbookPlace(folder, 'en')])]
}
