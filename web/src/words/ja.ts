import { firstJa } from './first-ja.ts'
import { pagesJa } from './pages-ja.ts'
import type { AllWords } from './words.ts'

/** All that the page says in Japanese. */
export const pageWordsJa: AllWords = { ...firstJa, ...pagesJa }
