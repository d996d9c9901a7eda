import { hasKeyTwice } from '../../core/basics/key-twice.ts'
import type { JsonPath } from '../../core/index.ts'
import type * as JsoncParser from 'jsonc-parser'
import { EvalError, message } from '../../core/index.ts'
import { placeOf } from './foreign-reading.ts'

/** Where a JSON text begins. */
type Beginning = { readonly file: string; readonly line: number; readonly parser: () => typeof JsoncParser }

/**
 * JSON keeps the last of several equal keys and says nothing, so what somebody expected would be gone. Keys are only
 * counted, in the text and in its value; a walk that remembers them is for texts where the numbers differ.
 *
 * @throws {EvalError} with the place of the second one
 */
export function refuseRepeatedKeys(text: string, value: unknown, { file, line, parser }: Beginning): void {
  if (!hasKeyTwice(text, value)) return
  const repeated = firstRepeated(text, parser())
  if (repeated === undefined) return
  const { path, first, second } = repeated
  throw new EvalError(
    'format',
    message('{place}: this key is there twice', { place: placeOf(path, { file, lineOf: () => line + second }) }),
    {
      hint: message('Only the last one would count; the first one is on line {line}. Take one of them out.', {
        line: line + first,
      }),
    },
  )
}

type Repeated = { readonly path: JsonPath; readonly first: number; readonly second: number }

/** Lines count from 0. */
function firstRepeated(text: string, { visit }: typeof JsoncParser): Repeated | undefined {
  const open: Map<string, number>[] = []
  let found: Repeated | undefined
  visit(text, {
    onObjectBegin: () => void open.push(new Map()),
    onObjectEnd: () => void open.pop(),
    onObjectProperty: (key, _offset, _length, line, _character, path) => {
      const first = open.at(-1)?.get(key)
      open.at(-1)?.set(key, line)
      if (first !== undefined) found ??= { path: [...path(), key], first, second: line }
    },
  })
  return found
}
