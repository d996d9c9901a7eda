import { isObject } from '../../core/basics/is-object.ts'
import type { CaseCheck, NamedCheck } from '../../core/case-assertions.ts'
import { message } from '../../core/index.ts'
import { notTaken } from './shown.ts'

/** Reads check functions, by name where they have one. @throws {EvalError} `format` with place */
export function readChecks(given: unknown, place: string): readonly NamedCheck[] {
  if (given === undefined || given === null) return []
  if (isFunction(given)) return [{ name: nameOf(given, 0, 1), check: given }]
  if (Array.isArray(given) && given.every(isFunction)) {
    return given.map((check, index) => ({ name: nameOf(check, index, given.length), check }))
  }
  if (isObject(given)) {
    const named = Object.entries(given).flatMap(([name, check]) => (isFunction(check) ? [{ name, check }] : []))
    if (named.length === Object.keys(given).length) return named
  }
  throw notTaken(
    place,
    given,
    (at) => message('{place}: check takes a function, a list of them, or an object of them by name, not {given}', at),
    message('It hears the answer and says true or false, a number or {outcome}: {example}', {
      outcome: '{ score, reason }',
      example: "check: (answer) => answer.includes('34')",
    }),
  )
}

/** Names a check function; an inline function carries the name of its key (`check`), which names nothing. */
function nameOf({ name }: CaseCheck, index: number, count: number): string {
  if (name !== '' && name !== 'check') return name
  return count === 1 ? 'check' : `check ${index + 1}`
}

function isFunction(value: unknown): value is CaseCheck {
  return typeof value === 'function'
}
