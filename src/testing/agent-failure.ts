import { AssertionError } from 'node:assert'
import { fileURLToPath } from 'node:url'
import type { EvalError } from '../core/index.ts'
import { languageFrom, translate } from '../i18n/index.ts'
import { visible } from '../reporters/visible-text.ts'

/** The place in a test that called this library. */
export type CallerPlace = { readonly stack?: string }

/** Captures the caller's place now, because the stack is lost once the agent has answered. */
export function callerPlace(called: (...args: never[]) => unknown): CallerPlace {
  const place: CallerPlace = {}
  Error.captureStackTrace(place, called)
  return place
}

/** Makes an assertion error, which test runners show at the line of the test. */
export function agentFailure(text: string, place: CallerPlace): AssertionError {
  const failure = placed(new AssertionError({ message: text }), `AssertionError [ERR_ASSERTION]: ${text}`, place)
  // These fields would repeat the text of the message.
  for (const name of Object.keys(failure)) Object.defineProperty(failure, name, { enumerable: false })
  Reflect.deleteProperty(failure, 'diff')
  return failure
}

/** Makes an error of a sentence and its hint, for problems that are not the agent's. */
export function refusalIn(error: EvalError, place: CallerPlace): Error {
  const language = languageFrom(process.env)
  const sentences = error.hint === undefined ? [error.sentence] : [error.sentence, error.hint]
  const text = sentences.map((one) => visible(translate(one, language))).join('\n')
  return placed(new Error(text), `Error: ${text}`, place)
}

function placed<Thrown extends Error>(error: Thrown, head: string, place: CallerPlace): Thrown {
  error.stack = [head, ...framesOf(place)].join('\n')
  return error
}

function framesOf({ stack = '' }: CallerPlace): readonly string[] {
  const frames = stack.split('\n').filter((line) => /^\s*at .*:\d+:\d+\)?$/.test(line))
  return frames.filter((line) => !line.includes('node:') && !line.includes('/node_modules/')).slice(0, 3)
}

export function fileOf(place: CallerPlace): string | undefined {
  const [frame = ''] = framesOf(place)
  const [, path] = /^\s*at (?:[^()\n]* \()?(?:async )?(.+?):\d+:\d+\)?$/.exec(frame) ?? []
  return path?.startsWith('file:') === true ? fileURLToPath(path) : path
}
