import { EvalError, message, stringifyJson } from '../../core/index.ts'
import { blameReport } from '../../workspace/failures/blame-report.ts'
import { loadBlame } from '../../workspace/runs/reports.ts'
import { defineCommand, refuseIdleFlags, storeOption, wholeNumberFrom } from '../command.ts'
import { dependenciesOf, storeToRead } from '../dependencies.ts'
import { findNamedRun } from '../find-run.ts'

export const blame = defineCommand({
  name: 'blame',
  summary: message('the step that broke a failed result, with how often such an answer is right'),
  operands: 'RUN CASE [OPTIONS]',
  mostOperands: 2,
  details: [
    message('Steps count from 1 over all exchanges: each tool call, and the answer after the calls of its exchange.'),
    message(
      'With --play FILE the case is played again from each step: a module exports `play({ evalCase, kept, seed })`, which takes the kept steps as they were and answers as the agent does.',
    ),
    message('No step is named where that is no better than guessing, or where as much speaks against two.'),
  ],
  examples: [
    'shinsa blame latest order',
    'shinsa blame latest order --repeat 2 --json',
    'shinsa blame latest order --play ./play.mjs',
  ],
  options: {
    repeat: { value: 'N', summary: message('which repeat of the case, from 1 (the first that failed)') },
    seed: { value: 'N', summary: message('which faults are planted to measure it (that of the run)') },
    play: { value: 'FILE', summary: message('a module that plays the case again from any of its steps') },
    'most-replays': { value: 'N', summary: message('at most so many replays (20 a step)') },
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
    const mostReplays = wholeNumberFrom('most-replays', flags['most-replays'], { min: 1, max: 100_000 })
    if (flags.play === undefined) refuseIdleFlags(flags, ['most-replays'], { beside: 'blame without --play' })
    const { cwd, signal } = terminal
    const store = storeToRead(terminal)
    const run = await findNamedRun(store, name)
    const chosen = { repeat: repeat === undefined ? undefined : repeat - 1, seed: seed ?? run.plan.seed }
    const replay =
      flags.play === undefined
        ? undefined
        : { file: flags.play, mostReplays, cwd, signal, seed: chosen.seed, dependencies: dependenciesOf(terminal) }
    const report = await blameReport(run, { store, caseId, ...chosen, replay })
    terminal.stdout(flags.json === true ? `${stringifyJson(report)}\n` : await loadBlame(report, terminal))
    return 0
  },
})
