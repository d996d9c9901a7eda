import { fileURLToPath } from 'node:url'
import { thrownStack } from '../core/basics/thrown-stack.ts'

const own = fileURLToPath(new URL('..', import.meta.resolve('shinsa')))

/** Where somebody's code threw, in words that fit into a result. */
export function stackOf(error: unknown): string | undefined {
  return thrownStack(error, { own, root: process.cwd() })
}
