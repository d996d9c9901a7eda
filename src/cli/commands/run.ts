import { EvalError, message } from '../../core/index.ts'
import { loadConfig } from '../../compose/config/load-config.ts'
import { openBudget } from '../../compose/open-account.ts'
import { prepareRun } from '../../compose/prepare-run.ts'
import type { PreparedRun } from '../../compose/prepared-run.ts'
import { runOperands } from '../../workspace/datasets/run-operands.ts'
import { shippedFile } from '../../compose/shipped-file.ts'
import { isCriteriaFile } from '../../settings/request-settings.ts'
import { flagsOf, runSettings, valuesFromFlags } from '../../settings/index.ts'
import { confirmCost } from '../confirm-cost.ts'
import { executeRuns } from '../execute-runs.ts'
import { defineCommand } from '../command.ts'
import { outputsFrom, outputOptions } from '../output.ts'
import { dependenciesOf } from '../dependencies.ts'
import { printAgents } from '../print-agents.ts'

const options = {
  config: {
    value: 'FILE',
    short: 'c',
    summary: message('shinsa.config.ts, or the criteria of ADK (test_config.json) or agents-cli (eval_config.yaml)'),
  },
  config_file_path: { value: 'FILE', summary: message('the same, in the words of `adk eval`') },
  print_detailed_results: { summary: message('after the report everything about each case, as `adk eval` has it') },
  ...flagsOf(runSettings),
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
  ],
  options,
  async run(operands, flags, terminal) {
    const outputs = outputsFrom(flags)
    const config = configFrom(flags)
    const values = valuesFromFlags(runSettings, flags)
    const { selections, target = values.target } = await runOperands(
      operands.length > 0 ? operands : await configuredDatasets(config, terminal.cwd),
      { cwd: terminal.cwd, target: values.target },
    )
    const { maxCost } = values
    const dependencies = { ...dependenciesOf(terminal), ...(maxCost !== undefined && { budget: openBudget(maxCost) }) }
    const prepared = []
    for (const { path, caseIds } of selections) {
      prepared.push(
        await prepareRun(
          {
            ...values,
            target,
            cwd: terminal.cwd,
            config,
            dataset: shippedFile(path, terminal.cwd) ?? path,
            selected: [...caseIds],
          },
          dependencies,
        ),
      )
    }
    refuseSharedRecording(prepared)
    printAgents(prepared, terminal)
    await confirmCost(prepared, { yes: flags.yes === true, limited: maxCost !== undefined }, terminal)
    const detailed = flags.print_detailed_results === true
    return executeRuns(prepared, { resumed: false, outputs, detailed, terminal, store: dependencies.openStore() })
  },
})

function configFrom(flags: { readonly config?: string; readonly config_file_path?: string }): string | undefined {
  if (flags.config === undefined || flags.config_file_path === undefined) return flags.config ?? flags.config_file_path
  throw new EvalError('usage', message('--config and --config_file_path say the same: leave out one of the two'))
}

/** The second run would write over what the first one recorded. */
function refuseSharedRecording(prepared: readonly PreparedRun[]): void {
  const file = prepared.length > 1 ? prepared[0]?.plan.environment?.recordedTo : undefined
  if (file === undefined) return
  throw new EvalError('usage', message('{file} can hold the tool traffic of one dataset, not of several', { file }), {
    hint: message('Record the datasets one after another, each into its own file.'),
  })
}

async function configuredDatasets(config: string | undefined, cwd: string): Promise<readonly string[]> {
  const loaded = await loadConfig({ named: isCriteriaFile(config) ? undefined : config, cwd })
  const datasets = loaded.config.datasets ?? []
  if (datasets.length > 0)
    return datasets.map((dataset) => (loaded.folder === cwd ? dataset : `${loaded.folder}/${dataset}`))
  throw new EvalError('usage', message('which dataset? None was named, and no config names one'), {
    hint: message('shinsa run DATASET, or `datasets: […]` in shinsa.config.ts; `shinsa init` writes a first one.'),
  })
}
