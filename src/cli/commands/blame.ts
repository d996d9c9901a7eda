import { EvalError, message, stringifyJson } from '../../core/index.ts'
import { blameReport } from '../../workspace/failures/blame-report.ts'
import { loadBlame } from '../../workspace/runs/reports.ts'
import { defineCommand, storeOption, wholeNumberFrom } from '../command.ts'
import { storeOf } from '../dependencies.ts'
import { findNamedRun } from '../find-run.ts'

export const blame = defineCommand({
  name: 'blame',
  summary: message('the step that broke a failed result, with how often such an answer is right'),
  operands: 'RUN CASE [OPTIONS]',
  mostOperands: 2,
  details: [
    message('Steps count from 1 over all exchanges: each tool call, and the answer after the calls of its exchange.'),
    message('No step is named where that is no better than guessing, or where as much speaks against two.'),
  ],
  examples: ['shinsa blame latest order', 'shinsa blame latest order --repeat 2 --json'],
  options: {
    repeat: { value: 'N', summary: message('which repeat of the case, from 1 (the first that failed)') },
    seed: { value: 'N', summary: message('which faults are planted to measure it (that of the run)') },
    json: { summary: message('steps, evidence and measured rates as JSON') },
    ...storeOption,
  },
  async run([name, caseId], flags, terminal) {
    if (caseId === undefined) {
      throw new EvalError('usage', message('which case?'), {
        hint: message('`shinsa show RUN` lists those that failed.'),
      })
    }
    const repeat = wholeNumberFrom('repeat', flags.repeat, { min: 1, max: 100_000 })
    const seed = wholeNumberFrom('seed', flags.seed, { min: 0, max: 2 ** 31 })
    const store = storeOf(terminal)
    try {
      const run = await findNamedRun(store, name)
      const report = await blameReport(run, {
        store,
        caseId,
        repeat: repeat === undefined ? undefined : repeat - 1,
        seed: seed ?? run.plan.seed,
      })
      terminal.stdout(flags.json === true ? `${stringifyJson(report)}\n` : await loadBlame(report, terminal))
      return 0
    } finally {
      await store.close()
    }
  },
})
