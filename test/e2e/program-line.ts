import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** `bin/shinsa.js` of the program as it is published; whoever starts few programs has none, and starts the sources. */
    readonly program?: string
  }
}

const entry = fileURLToPath(new URL('../../bin/shinsa.js', import.meta.url))

/** What Node.js is told to start the command line from its sources. */
export const sourceLine: readonly string[] = ['--conditions=shinsa-source', entry]

/** The same of the program as it is published; of its sources where nothing was bundled. */
export function programLine(): readonly string[] {
  const program = inject('program')
  return program === undefined ? sourceLine : [program]
}
