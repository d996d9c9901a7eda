import { relative } from 'node:path'
import { armNames } from '../../compose/evaluations/arms.ts'
import type { EvaluationInCode } from '../../compose/evaluations/evaluation.ts'
import { loadEvaluations } from '../../compose/evaluations/load-evaluations.ts'
import { type Message, EvalError, message } from '../../core/index.ts'
import { messageOf } from '../../core/basics/message-of.ts'
import { translate } from '../../i18n/index.ts'
import { oneLine } from '../../workspace/visible-text.ts'
import type { Terminal } from '../command.ts'

/** A file with its exported evaluations, or with the reason why it cannot be loaded. */
export type ListedFile = { readonly file: string } & (
  | { readonly evaluations: readonly EvaluationInCode[] }
  | { readonly problem: Message }
)

/** Loads the evaluations of files. A file that cannot be loaded is listed with the reason and does not hide the others. */
export async function listEvaluations(
  files: readonly string[],
  { cwd, signal }: Terminal,
): Promise<readonly ListedFile[]> {
  const listed: ListedFile[] = []
  for (const file of files) {
    signal.throwIfAborted()
    listed.push(await listedFile(file, cwd))
  }
  return listed
}

async function listedFile(file: string, cwd: string): Promise<ListedFile> {
  try {
    return { file, evaluations: await loadEvaluations(file, cwd) }
  } catch (error) {
    const problem =
      error instanceof EvalError
        ? error.sentence
        : message('{file} cannot be loaded: {problem}', { file: relative(cwd, file), problem: messageOf(error) })
    return { file, problem }
  }
}

const SHORT = 300

/** Prints the list that people choose from, numbered across all files. */
export function toEvaluationList(listed: readonly ListedFile[], { cwd, language }: Pick<Terminal, 'cwd' | 'language'>) {
  const count = listed.flatMap((one) => ('evaluations' in one ? one.evaluations : [])).length
  const width = Math.max(1, String(count).length)
  let number = 0
  return listed
    .flatMap((one) => [
      oneLine(relative(cwd, one.file)),
      ...('problem' in one
        ? [`  ${'–'.padStart(width)}  ${oneLine(translate(one.problem, language), SHORT)}`]
        : one.evaluations.map((evaluation) => {
            number += 1
            const details = detailsOf(evaluation).map((detail) => `  ${oneLine(translate(detail, language), SHORT)}`)
            return `  ${String(number).padStart(width)}  ${oneLine(evaluation.name, SHORT)}${details.join('')}`
          })),
    ])
    .map((line) => `${line}\n`)
    .join('')
}

/** Describes an evaluation without consuming cases that are yielded one by one. */
function detailsOf(evaluation: EvaluationInCode): readonly Message[] {
  const { cases } = evaluation.settings
  const arms = armsOf(evaluation)
  return [
    ...(Array.isArray(cases) ? [message('{count} {count|case|cases}', { count: cases.length })] : []),
    ...(typeof cases === 'string' ? [message('cases of {file}', { file: cases })] : []),
    ...(arms > 0 ? [message('{count} {count|arm|arms}', { count: arms })] : []),
  ]
}

/** Counts the arms; an invalid matrix is reported later, when the evaluation runs. */
function armsOf(evaluation: EvaluationInCode): number {
  try {
    return armNames(evaluation).length
  } catch (error) {
    if (error instanceof EvalError) return 0
    throw error
  }
}
