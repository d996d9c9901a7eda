import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { readRunFile } from '../../compose/baseline/read-run-file.ts'
import type { RunStore } from '../../core/index.ts'
import { EvalError, message } from '../../core/index.ts'
import { renderComparison } from '../../workspace/runs/reports.ts'
import { compareResults, isWorse, storedResults } from '../../runner/index.ts'
import type { RunResults } from '../../runner/index.ts'
import { defineCommand, oneOfFrom } from '../command.ts'
import { printJson } from '../print-json.ts'
import { findRun } from '../find-run.ts'
import { refuseOtherReporter } from '../output.ts'
import { storeOf } from '../dependencies.ts'

export const compare = defineCommand({
  name: 'compare',
  summary: message('two runs side by side, case by case, with a paired test'),
  operands: 'FIRST SECOND [OPTIONS]',
  mostOperands: 2,
  details: [
    message('A run is one of the store, or a file that `shinsa export` wrote as baseline or json, on any machine.'),
    message(
      'FIRST is the baseline. Only cases that both runs evaluated are compared; the others are counted and named.',
    ),
    message(
      'An error of the agent counts as not passed. What a judge was silent on is no loss: less may have been evaluated.',
    ),
    message(
      'The verdict is a paired test on the same cases: "better", "worse", or "cannot tell" with how many cases it would take.',
    ),
  ],
  examples: [
    'shinsa compare 20261120 latest',
    'shinsa compare main-run latest --fail-on-worse',
    'shinsa compare baseline.json latest',
  ],
  options: {
    reporter: { value: 'FORMAT', short: 'r', summary: message('terminal, markdown or json (terminal)') },
    json: { summary: message('the same as --reporter json') },
    'fail-on-worse': { summary: message('exit with 1 when the second run is worse') },
    'fail-on-less-evaluated': { summary: message('exit with 1 when clearly less was evaluated in the second run') },
  },
  async run(operands, flags, terminal) {
    const named = oneOfFrom('reporter', flags.reporter, ['terminal', 'markdown', 'json'])
    if (flags.json === true) refuseOtherReporter(named)
    const format = flags.json === true ? 'json' : (named ?? 'terminal')
    const [first, second] = operands
    if (first === undefined || second === undefined) {
      throw new EvalError('usage', message('compare needs two runs'), {
        hint: message('shinsa compare FIRST SECOND; `shinsa list` shows the runs.'),
      })
    }
    const store = storeOf(terminal)
    try {
      const comparison = await compareResults(
        await runNamed(first, { store, cwd: terminal.cwd }),
        await runNamed(second, { store, cwd: terminal.cwd }),
      )
      if (format === 'json') printJson(comparison, terminal)
      else terminal.stdout(await renderComparison(comparison, format, terminal))
      const closed =
        (flags['fail-on-worse'] === true && isWorse(comparison)) ||
        (flags['fail-on-less-evaluated'] === true && comparison.evaluation?.less === true)
      return closed ? 1 : 0
    } finally {
      await store.close()
    }
  },
})

/** What ends like a file and is one is read; a run of the store may be called the same. */
async function runNamed(
  name: string,
  { store, cwd }: { readonly store: RunStore; readonly cwd: string },
): Promise<RunResults> {
  const file = resolve(cwd, name)
  if (/\.json$/i.test(name) && existsSync(file)) return readRunFile(file)
  return storedResults(await findRun(store, name), store)
}
