import { translate } from '../../../src/i18n/translate-shown.ts'
import type { Spoken } from './words.ts'
import { ja } from './ja.ts'

export const spoken: Spoken = { language: 'ja', words: ja, say: (sentence) => translate(sentence, 'ja') }
