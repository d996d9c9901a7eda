import { toEnglish } from '../../../src/core/basics/message.ts'
import type { Spoken } from './words.ts'
import { firstEn } from './first-en.ts'

export const spokenEnglish: Spoken = { language: 'en', words: firstEn, say: toEnglish }
