import { EvalError, message } from '../core/index.ts'
import { parseDatasetSelectors } from '../config/datasets.ts'
import { loadConfig } from '../config/load-config.ts'
import { openBudget } from '../config/open-account.ts'
import { prepareRun } from '../config/prepare-run.ts'
import type { PreparedRun } from '../config/prepare-run.ts'
import type { RunRequest } from '../config/run-request.ts'
import { confirmCost, dollars } from './confirm-cost.ts'
import { conductRuns } from './conduct-runs.ts'
import type { Flags } from './command.ts'
import { defineCommand, wholeNumber } from './command.ts'
import { outputFrom, outputOptions } from './output.ts'
import { surroundings } from './surroundings.ts'

const options = {
  config: { value: 'FILE', short: 'c', summary: message('shinsa.config.ts, or a test_config.json of ADK') },
  target: {
    value: 'TARGET',
    short: 't',
    summary: message('the agent: ./agent.ts, command:…, http://…, recorded:FILE, run:ID, or a name from the config'),
  },
  name: { value: 'TEXT', summary: message('a name for the run; other commands find it by that') },
  repeat: { value: 'N', short: 'n', summary: message('play each case N times, for pass@k, pass^k and flakiness (1)') },
  concurrency: { value: 'N', short: 'j', summary: message('cases at once (8; 64 for recorded transcripts)') },
  timeout: { value: 'SECONDS', summary: message('how long one answer of the agent may take (120)') },
  seed: { value: 'N', summary: message('seeds what is random in the statistics (1)') },
  'fail-on': {
    value: 'RULES',
    summary: message(
      'what closes the gate (failed,error,not-evaluated); also none, pass-rate<0.9, pass-rate-low<0.8, METRIC<0.7, METRIC.pass-rate<0.7, METRIC>0.3',
    ),
  },
  judge: {
    value: 'MODEL',
    summary: message(
      'who judges: gemini-…, gpt-…, claude-…, provider/model, ollama/…; `embedded` needs no model and is the default',
    ),
  },
  canaries: {
    summary: message("mix known-bad answers into what judges are asked; one that passes voids the judge's verdicts"),
  },
  'user-model': { value: 'MODEL', summary: message('who plays the user in scenarios') },
  environment: {
    value: 'FILE',
    short: 'e',
    summary: message("who answers the agent's tools: ADK's tool_simulation_configs as JSON"),
  },
  'record-tools': { value: 'FILE', summary: message('write every call of a tool and its answer into FILE') },
  'replay-tools': { value: 'FILE', summary: message('answer every call of a tool from FILE, offline') },
  'result-file': {
    value: 'FILE',
    summary: message('where questions about runbooks leave their results (logs/judge_eval_TIMESTAMP.json)'),
  },
  'no-cache': { summary: message('ask judges everything anew') },
  'max-cost': {
    value: 'DOLLARS',
    summary: message('stop cleanly when the models that Shinsa asks have cost this much'),
  },
  yes: { short: 'y', summary: message('do not ask before a run that costs money') },
  'adk-compat': {
    summary: message("ADK's exact verdicts instead of the strict rules (docs/adk.md lists the differences)"),
  },
  ...outputOptions,
} as const

export const run = defineCommand({
  name: 'run',
  summary: message('ask the agent every case of a dataset and judge what it did'),
  operands: 'DATASET[:CASE,…] … [OPTIONS]',
  details: [
    message(
      'DATASET is an ADK eval set or .test.json (old ones too), a CSV or JSONL table, JSONL cases, questions about runbooks, an experiment of strands-evals, or a result file of ADK or strands-evals to score again. Several datasets make several runs.',
    ),
    message(
      'Settings come from the command line, then shinsa.config.ts beside the dataset or above the working directory, then test_config.json beside the dataset.',
    ),
  ],
  examples: [
    'shinsa run evals/weather.evalset.json --target ./agent.ts',
    'shinsa run evals/weather.evalset.json:hot_day,cold_day --repeat 5',
    'shinsa run questions.csv --target "command:python agent.py" --fail-on "pass-rate<0.9"',
    'shinsa run cases.jsonl --target recorded:transcripts.jsonl --output report.xml',
  ],
  options,
  async run(operands, flags, terminal) {
    const output = outputFrom(flags)
    const selections = parseDatasetSelectors(
      operands.length > 0 ? operands : await configuredDatasets(flags.config, terminal.cwd),
    )
    const limit = dollars(flags['max-cost'])
    const around = { ...surroundings(terminal), ...(limit !== undefined && { budget: openBudget(limit) }) }
    const prepared = []
    for (const { path, caseIds } of selections) {
      prepared.push(
        await prepareRun(requestFrom(flags, { cwd: terminal.cwd, dataset: path, selected: caseIds }), around),
      )
    }
    refuseSharedRecording(prepared)
    await confirmCost(prepared, { yes: flags.yes === true, limited: limit !== undefined }, terminal)
    return conductRuns(prepared, { resumed: false, output, terminal, store: around.openStore() })
  },
})

/** The second run would write over what the first one recorded. */
function refuseSharedRecording(prepared: readonly PreparedRun[]): void {
  const file = prepared.length > 1 ? prepared[0]?.plan.environment?.recordedTo : undefined
  if (file === undefined) return
  throw new EvalError('usage', message('{file} can hold the tool traffic of one dataset, not of several', { file }), {
    hint: message('Record the datasets one after another, each into its own file.'),
  })
}

async function configuredDatasets(config: string | undefined, cwd: string): Promise<readonly string[]> {
  const loaded = await loadConfig({ named: config?.endsWith('.json') === true ? undefined : config, cwd })
  const datasets = loaded.config.datasets ?? []
  if (datasets.length > 0)
    return datasets.map((dataset) => (loaded.folder === cwd ? dataset : `${loaded.folder}/${dataset}`))
  throw new EvalError('usage', message('which dataset? None was named, and no config names one'), {
    hint: message('shinsa run DATASET, or `datasets: […]` in shinsa.config.ts; `shinsa init` writes a first one.'),
  })
}

function requestFrom(
  flags: Flags<typeof options>,
  rest: Pick<RunRequest, 'cwd' | 'dataset'> & { readonly selected: readonly string[] },
): RunRequest {
  const seconds = wholeNumber('timeout', flags.timeout, { min: 1, max: 86_400 })
  return {
    cwd: rest.cwd,
    dataset: rest.dataset,
    selected: [...rest.selected],
    config: flags.config,
    target: flags.target,
    name: flags.name,
    repeat: wholeNumber('repeat', flags.repeat, { min: 1, max: 1000 }),
    concurrency: wholeNumber('concurrency', flags.concurrency, { min: 1, max: 1024 }),
    timeoutMs: seconds === undefined ? undefined : seconds * 1000,
    failOn: flags['fail-on']?.split(',').map((rule) => rule.trim()),
    seed: wholeNumber('seed', flags.seed, { min: 0, max: 2 ** 31 }),
    adkCompat: flags['adk-compat'],
    judge: flags.judge,
    canaries: flags.canaries,
    userModel: flags['user-model'],
    environment: flags.environment,
    recordTools: flags['record-tools'],
    replayTools: flags['replay-tools'],
    cache: flags['no-cache'] === true ? false : undefined,
    maxCost: dollars(flags['max-cost']),
    resultFile: flags['result-file'],
  }
}
