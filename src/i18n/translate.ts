import { japanese } from './ja.ts'
import { translator } from './translator.ts'

/** For the command line, which says everything. */
export const translate = translator(japanese)
