import { improveJa } from '../../../src/i18n/ja/reporters.ts'
import { pagesJa } from './pages-ja.ts'
import { packed } from './shown-japanese.ts'

/** The Japanese of the pages beyond the first view. `vite.config.ts` computes this at build time. */
export const pagesJapanese = packed({ ...improveJa, ...pagesJa })
