import { sep } from 'node:path'
import { type Message, EvalError, message } from '../../core/index.ts'
import type { ApiProblem } from '../../server/index.ts'

/** Shortens paths to those within the project, so that responses do not show where it lies on this machine. */
export function withinFolder(folder: string, { sentence, hint, ...problem }: ApiProblem): ApiProblem {
  const shorter = ({ text, values = {} }: Message): Message => ({
    text,
    values: Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'string' ? value.replaceAll(`${folder}${sep}`, '') : value,
      ]),
    ),
  })
  return { ...problem, sentence: shorter(sentence), ...(hint !== undefined && { hint: shorter(hint) }) }
}

/** Describes an expected error; details of unexpected ones are only printed in the terminal. */
export function apiProblem(error: unknown): ApiProblem {
  if (!(error instanceof EvalError)) {
    return { code: 'bug', sentence: message('the server hit a bug of its own; its terminal says more') }
  }
  const { code, sentence, hint } = error
  return { code, sentence, hint }
}
