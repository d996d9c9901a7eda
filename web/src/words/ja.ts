import { firstJa } from './first-ja.ts'
import { pagesJa } from './pages-ja.ts'
import type { AllWords } from './words.ts'

/** All Japanese words of the page. */
export const pageWordsJa: AllWords = { ...firstJa, ...pagesJa }
