import { type Run, EvalError, evaluatedOf, message } from '../../core/index.ts'
import { flagsOf, runSettings, valuesFromFlags } from '../../settings/index.ts'
import { preparePreference } from '../../workspace/preference/prepare-preference.ts'
import { isPreference, runsToCompare } from '../../workspace/preference/runs-to-compare.ts'
import { writeReport } from '../../workspace/runs/reports.ts'
import { defineCommand, refuseIdleFlags, storeOption, wholeNumberFrom, type Terminal } from '../command.ts'
import { confirmCost } from '../confirm-cost.ts'
import { dependenciesOf, storeToRead } from '../dependencies.ts'
import { executeOnTerminal } from '../execute-runs.ts'
import { findNamedRun } from '../find-run.ts'
import { type Output, outputOptions, outputsFrom } from '../output.ts'

const asking = ['judge', 'name', 'failOn', 'seed', 'cache', 'maxCost', 'concurrency', 'canaries'] as const

const options = {
  votes: { value: 'N', summary: message('how often the judge is asked in each order; most decide (1)') },
  criteria: { value: 'TEXT', summary: message('what counts, in place of being right, complete, safe and clear') },
  config: { value: 'FILE', short: 'c', summary: message('a shinsa.config.ts') },
  ...flagsOf(runSettings, asking),
  yes: { short: 'y', summary: message('do not ask before a run that costs money') },
  ...storeOption,
  ...outputOptions,
} as const

export const prefer = defineCommand({
  name: 'prefer',
  summary: message('which of two runs has the better answers, judged in pairs, in both orders'),
  operands: 'RUN RUN [OPTIONS] | PREFERENCE',
  mostOperands: 2,
  details: [
    message(
      'A run is named by its id, its beginning, its name or the name of its arm. Each case that both runs have is one pair; repeats are compared one by one.',
    ),
    message(
      'A judge is asked twice, with the answers exchanged. A verdict that changes with the order is a tie, a reply that cannot be read is not evaluated. The win rate is the first run’s, ties counted half.',
    ),
    message('What comes of it is kept as a run: `shinsa prefer RUN` shows it again.'),
    message(
      'Rules of --fail-on: "win-rate-low<0.5" is the lower end of the interval. Without rules the exit code is 0, and 1 when no pair could be judged.',
    ),
  ],
  examples: [
    'shinsa prefer main latest --judge gemini-2.5-flash',
    'shinsa prefer small-model large-model --judge gpt-5-mini --votes 3 --max-cost 2',
    'shinsa prefer latest main --judge gemini-2.5-flash --fail-on "win-rate-low<0.5"',
  ],
  options,
  async run(operands, flags, terminal) {
    const outputs = outputsFrom(flags)
    const [one, other] = operands
    if (one === undefined || other === undefined) return show(one, { flags, outputs, terminal })
    const values = valuesFromFlags(runSettings, flags)
    const dependencies = dependenciesOf(terminal, storeToRead)
    const store = dependencies.openStore()
    const prepared = await preparePreference(
      await runsToCompare([one, other], store),
      { ...values, cwd: terminal.cwd, config: flags.config },
      { votes: wholeNumberFrom('votes', flags.votes, { min: 1, max: 99 }), criteria: flags.criteria },
      dependencies,
    )
    await confirmCost([prepared], { yes: flags.yes === true, limited: values.maxCost !== undefined }, terminal)
    const run = await executeOnTerminal(prepared, { resumed: false, terminal, store })
    const exitCode = exitCodeOf(run, terminal)
    await writeReport(outputs, [() => ({ run, records: store.records(run.plan.runId) })], terminal, { exitCode })
    return exitCode
  },
})

type Showing = {
  readonly flags: Readonly<Record<string, unknown>>
  readonly outputs: readonly Output[]
  readonly terminal: Terminal
}

async function show(name: string | undefined, { flags, outputs, terminal }: Showing): Promise<number> {
  const store = storeToRead(terminal)
  const run = name === undefined ? undefined : await findNamedRun(store, name)
  if (run === undefined || !isPreference(run)) {
    throw new EvalError('usage', message('prefer needs two runs, or one that compared some'), {
      hint: message('shinsa prefer RUN RUN; `shinsa list` shows the runs.'),
    })
  }
  const shown = Object.keys(outputOptions)
  refuseIdleFlags(
    flags,
    Object.keys(options).filter((flag) => !shown.includes(flag)),
    {
      beside: 'PREFERENCE',
      hint: message('What it came to is kept as it was judged.'),
    },
  )
  await writeReport(outputs, [() => ({ run, records: store.records(run.plan.runId) })], terminal)
  return 0
}

function exitCodeOf({ summary }: Run, { signal }: Terminal): number {
  if (signal.aborted) return 130
  return summary?.gate.passed === true && evaluatedOf(summary.results) > 0 ? 0 : 1
}
