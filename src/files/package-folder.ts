import { fileURLToPath } from 'node:url'

/** The folder of this package: two above the sources' rooms, and above the folders of `dist` alike. */
export const packageFolder: string = fileURLToPath(new URL('../..', import.meta.url))
