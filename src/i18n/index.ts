export { languageFrom, languageOfReader } from './language.ts'
export type { Language } from './language.ts'
export { translate } from './translate.ts'
