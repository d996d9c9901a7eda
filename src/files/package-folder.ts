import { fileURLToPath } from 'node:url'

/** The folder of this package, two levels above this file both in `src` and in `dist`. */
export const packageFolder: string = fileURLToPath(new URL('../..', import.meta.url))
