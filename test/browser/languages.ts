import { inject } from 'vitest'
import type { languagesPlayed } from '../nightly.ts'

/** In which of its languages the page is tried. */
export const languages: ReturnType<typeof languagesPlayed> = inject('languages')
