import { relative } from 'node:path'
import { EvalError, message, stringifyJson } from '../../core/index.ts'
import { atlasOfRuns, failureModesFile, saveFailureModes } from '../../workspace/runs/atlas-run.ts'
import { loadAtlasReport } from '../../workspace/runs/reports.ts'
import type { RunDependencies } from '../../compose/run-dependencies.ts'
import { type Terminal, defineCommand, storeOption, wholeNumberFrom } from '../command.ts'
import { confirmCalls } from '../confirm-cost.ts'
import { dependenciesOf, storeToRead } from '../dependencies.ts'
import { findNamedRun } from '../find-run.ts'
import { sayLine } from '../print-message.ts'

export const atlas = defineCommand({
  name: 'atlas',
  summary: message('kinds of failure: how frequent each is, what changed between two runs, and when to stop reading'),
  operands: 'RUN [OTHER_RUN] [OPTIONS]',
  mostOperands: 2,
  details: [
    message(
      'Failures with common evidence are one kind: metric, tool call, argument, error. Without --judge no model is asked.',
    ),
    message(
      'Kinds that --save wrote beside the dataset come first. Rename, merge and split them in failure-modes.yaml; the next run is coded by them.',
    ),
    message('That is coarse. Where no groups would come out again, it says so and names none.'),
  ],
  examples: [
    'shinsa atlas latest',
    'shinsa atlas latest --save',
    'shinsa atlas latest --judge gemini-2.5-flash',
    'shinsa atlas main-run latest --json',
  ],
  options: {
    save: { summary: message('write the kinds into failure-modes.yaml beside the dataset') },
    judge: { value: 'MODEL', summary: message('a model reads the failures and proposes kinds') },
    yes: { short: 'y', summary: message('do not ask before it costs money') },
    seed: { value: 'N', summary: message('of the resampling (1)') },
    json: { summary: message('kinds, shares and changes as JSON') },
    ...storeOption,
  },
  async run(operands, flags, terminal) {
    const seed = wholeNumberFrom('seed', flags.seed, { min: 0, max: 2 ** 31 }) ?? 1
    const { cwd } = terminal
    const dependencies = dependenciesOf(terminal, storeToRead)
    const store = dependencies.openStore()
    const run = await findNamedRun(store, operands[0])
    const other = operands[1] === undefined ? [] : [await findNamedRun(store, operands[1])]
    const runs = [run, ...other]
    if (new Set(runs.map(({ plan }) => plan.dataset.id)).size > 1) {
      throw new EvalError('usage', message('the runs are of different datasets'))
    }
    const file = failureModesFile(run, cwd)
    const code = flags.judge === undefined ? undefined : await coderFrom(flags, dependencies, terminal)
    const found = await atlasOfRuns(runs, { store, file, seed, ...(code && { code }) })
    if (flags.json === true) {
      terminal.stdout(`${stringifyJson({ runs: runs.map(({ plan }) => plan.runId), ...found })}\n`)
    } else terminal.stdout(await loadAtlasReport(found, terminal))
    if (flags.save === true) {
      await saveFailureModes(found, file)
      const written = message('{file} is written', { file: relative(cwd, file) })
      sayLine(written, terminal)
    }
    return 0
  },
})

async function coderFrom(
  { judge = '', yes }: { readonly judge?: string; readonly yes?: boolean },
  dependencies: RunDependencies,
  terminal: Terminal,
) {
  if (judge === 'embedded') {
    throw new EvalError('usage', message('the embedded judge cannot write notes'), {
      hint: message('Name a model, or leave --judge out: then failures are put together by their evidence.'),
    })
  }
  const { openFailureCoder } = await import('../../workspace/failures/open-coder.ts')
  const { cwd, signal } = terminal
  return openFailureCoder(judge, { cwd, dependencies, signal }, async (estimate) =>
    confirmCalls(estimate, { yes: yes === true }, terminal),
  )
}
