import { firstEn } from './first-en.ts'
import { pagesEn } from './pages-en.ts'

/** All English words of the page. */
export const en = { ...firstEn, ...pagesEn }
