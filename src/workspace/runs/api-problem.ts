import { sep } from 'node:path'
import { type Message, EvalError, message } from '../../core/index.ts'
import type { ApiProblem } from '../../server/index.ts'

/** The same in paths as people of the project write them: where it lies on this machine is nobody's business. */
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

/** What was foreseen in its own words; of anything else the terminal says more. */
export function apiProblem(error: unknown): ApiProblem {
  if (!(error instanceof EvalError)) {
    return { code: 'bug', sentence: message('the server hit a bug of its own; its terminal says more') }
  }
  const { code, sentence, hint } = error
  return { code, sentence, hint }
}
