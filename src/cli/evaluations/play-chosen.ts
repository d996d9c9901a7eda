import { relative } from 'node:path'
import { EvalError, message } from '../../core/index.ts'
import { translate } from '../../i18n/index.ts'
import { evalFilesBelow } from '../../workspace/datasets/eval-files.ts'
import { askLine } from '../ask-line.ts'
import type { Terminal } from '../command.ts'
import { playRuns } from '../commands/run.ts'
import { exitCodes } from '../exit-codes.ts'
import { listEvaluations, toEvaluationList } from './list-evaluations.ts'
import { parseChoice } from './parse-choice.ts'
import { sayLine } from '../print-message.ts'

/**
 * Lists the evaluations in code below the folder, asks which ones to run, and runs them as `shinsa run` does.
 *
 * @returns the exit code; undefined where there are no such files
 */
export async function playChosen(terminal: Terminal): Promise<number | undefined> {
  const files = await evalFilesBelow(terminal.cwd)
  if (files.length === 0) return undefined
  const listed = await listEvaluations(files, terminal)
  terminal.stdout(toEvaluationList(listed, terminal))
  const all = listed.flatMap((one) =>
    'evaluations' in one ? one.evaluations.map(({ name }) => ({ file: one.file, name })) : [],
  )
  if (all.length === 0) return exitCodes.config
  const positions = await choose(all.length, terminal)
  const chosen = all.filter((_, index) => positions.includes(index))
  if (chosen.length === 0) return 0
  const isChosen = (file: string, name: string) => chosen.some((one) => one.file === file && one.name === name)
  const operands = [...new Set(chosen.map(({ file }) => relative(terminal.cwd, file)))]
  return playRuns(operands, {}, { terminal, isChosen })
}

async function choose(count: number, terminal: Terminal): Promise<readonly number[]> {
  const question = message('Which ones? (a number, several such as 1,3 or 2-4, Enter for all, q for none)')
  for (;;) {
    const answer = await askLine(`${translate(question, terminal.language)} `, terminal.signal)
    if (answer === undefined) throw new EvalError('cancelled', message('not started'))
    const positions = parseChoice(answer, count)
    if (positions !== undefined) return positions
    sayLine(message('There are the numbers 1 to {count}.', { count }), terminal)
  }
}
