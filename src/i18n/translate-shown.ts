import { shownJapanese } from './shown-ja.ts'
import { translator } from './translator.ts'

/** For the page, which need not load what only the command line says. */
export const translate = translator(shownJapanese)
