import { message } from '../../core/index.ts'
import { flagsOf, runSettings, valuesFromFlags } from '../../settings/index.ts'
import type { PreparedRun } from '../../compose/prepared-run.ts'
import { confirmCost } from '../confirm-cost.ts'
import { executeRuns } from '../execute-runs.ts'
import { defineCommand, oneOfFrom, refuseIdleFlags, storeOption, type Flags, type Terminal } from '../command.ts'
import { outputsFrom, outputOptions } from '../output.ts'
import { dependenciesOf } from '../dependencies.ts'
import { prepareRuns, type IsChosen } from '../prepare-runs.ts'
import { printAgents } from '../print-agents.ts'

export const runOptions = {
  config: {
    value: 'FILE',
    short: 'c',
    summary: message('shinsa.config.ts, or the criteria of ADK (test_config.json) or agents-cli (eval_config.yaml)'),
  },
  config_file_path: { value: 'FILE', summary: message('the same, in the words of `adk eval`') },
  print_detailed_results: { summary: message('after the report everything about each case, as `adk eval` has it') },
  log_level: { value: 'LEVEL', summary: message('of `adk eval`, and without effect here') },
  eval_storage_uri: { value: 'URI', summary: message('of `adk eval`, and without effect here') },
  enable_features: { value: 'NAMES', multiple: true, summary: message('of `adk eval`, and without effect here') },
  disable_features: { value: 'NAMES', multiple: true, summary: message('of `adk eval`, and without effect here') },
  ...flagsOf(runSettings),
  ...storeOption,
  queue: { summary: message('let workers play it (`shinsa worker`, on any machine), and watch them') },
  labels: { value: 'LABELS', summary: message('with --queue: only workers that have all of these, such as gpu') },
  'on-interrupt': {
    value: 'leave|stop',
    summary: message('with --queue, what Ctrl-C does: workers go on with the run (leave), or it is stopped'),
  },
  yes: { short: 'y', summary: message('do not ask before a run that costs money') },
  ...outputOptions,
} as const

export const run = defineCommand({
  name: 'run',
  summary: message('ask the agent every case of a dataset and judge what it did'),
  operands: '[AGENT] DATASET[:CASE,…] … [OPTIONS]',
  details: [
    message(
      'DATASET is an ADK eval set or .test.json (old ones too), a CSV or JSONL table, JSONL cases, questions about runbooks, an experiment of strands-evals, or a result file of ADK or strands-evals to score again. Several datasets make several runs, and of a folder all eval sets below it are meant.',
    ),
    message('Without DATASET those of the config are meant, or else every *.eval.ts below the folder.'),
    message('AGENT is the folder or module of an agent, as in `adk eval`; --target says the same.'),
    message(
      'Settings come from the command line, then shinsa.config.ts beside the dataset or above the working directory, then test_config.json or eval_config.yaml beside the dataset.',
    ),
  ],
  examples: [
    'shinsa run evals/weather.evalset.json --target ./agent.ts',
    'shinsa run evals/weather.evalset.json:hot_day,cold_day --repeat 5',
    'shinsa run agents/weather agents/weather/weather.evalset.json:hot_day',
    'shinsa run questions.csv --target "command:python agent.py" --fail-on "pass-rate<0.9"',
    'shinsa run cases.jsonl --target recorded:transcripts.jsonl --output report.xml',
    "shinsa run '**/*.eval.ts' --tag smoke",
  ],
  options: runOptions,
  run: async (operands, flags, terminal) => playRuns(operands, flags, { terminal }),
})

/** Runs the datasets of a command line; of evaluations in code only those that are chosen. */
export async function playRuns(
  operands: readonly string[],
  flags: Flags<typeof runOptions>,
  { terminal, isChosen }: { readonly terminal: Terminal; readonly isChosen?: IsChosen },
): Promise<number> {
  if (flags.queue !== true) refuseIdleFlags(flags, ['labels', 'on-interrupt'], { beside: notQueued })
  const outputs = outputsFrom(flags)
  const dependencies = dependenciesOf(terminal)
  const prepared = await prepareRuns(operands, flags, { terminal, dependencies, ...(isChosen && { isChosen }) })
  for (const [name, sentence] of Object.entries(ofAdk))
    if (Reflect.get(flags, name) !== undefined) prepared[0]?.warnings.add(sentence)
  printAgents(prepared, terminal)
  await confirmCost(
    prepared,
    { yes: flags.yes === true, limited: prepared.some(({ budget }) => budget !== undefined) },
    terminal,
  )
  const detailed = flags.print_detailed_results === true
  if (flags.queue === true) return queueRuns(prepared, flags, { outputs, detailed, terminal })
  return executeRuns(prepared, { resumed: false, outputs, detailed, terminal, store: dependencies.openStore() })
}

/** Flags of `adk eval` that have no meaning here; they are accepted with a warning, so that copied command lines work. */
const ofAdk = {
  log_level: message('--log_level has no effect: Shinsa writes no log'),
  eval_storage_uri: message('--eval_storage_uri has no effect: runs are kept in the store that --store names'),
  enable_features: message('--enable_features has no effect: it is about features of ADK itself'),
  disable_features: message('--disable_features has no effect: it is about features of ADK itself'),
}

/** Untranslated, like flag names. */
const notQueued = 'a run without --queue'

type RunQueueing = Pick<Parameters<typeof executeRuns>[1], 'outputs' | 'detailed' | 'terminal'>

async function queueRuns(
  prepared: readonly PreparedRun[],
  flags: Flags<typeof runOptions>,
  { terminal, ...reporting }: RunQueueing,
): Promise<number> {
  const { labelsFrom, playQueued, queued } = await import('../queued-runs.ts')
  const { openFleetOf } = await import('../open-fleet.ts')
  const onInterrupt = oneOfFrom('on-interrupt', flags['on-interrupt'], ['leave', 'stop']) ?? 'leave'
  const runs = prepared.map((one) => queued(one, labelsFrom(flags.labels)))
  const fleet = await openFleetOf(terminal, '--queue')
  const { maxCost } = valuesFromFlags(runSettings, flags)
  const play = playQueued({ fleet, resumed: false, onInterrupt, maxCost, terminal })
  return await executeRuns(runs, { ...reporting, resumed: false, terminal, store: fleet.store, play })
}
