import { ja as cli } from '../cli/ja.ts'
import { shownJapanese } from './shown-ja.ts'

/** Every sentence in Japanese: what is shown, and what only the command line says. */
export const japanese: Readonly<Record<string, string>> = { ...shownJapanese, ...cli }
