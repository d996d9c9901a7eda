import { toEnglish } from '../../../src/core/basics/message.ts'
import type { Spoken } from './words.ts'
import { en } from './en.ts'

export const spoken: Spoken = { language: 'en', words: en, say: toEnglish }
