import { firstEn } from './first-en.ts'
import { pagesEn } from './pages-en.ts'

/** All that the page says in English. */
export const en = { ...firstEn, ...pagesEn }
