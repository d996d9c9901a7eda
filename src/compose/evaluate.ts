import { resolve } from 'node:path'
import type { CaseRecord, CaseResult, Metric, Reporter, Run, SetMetric } from '../core/index.ts'
import { EvalError, JsonObject, message } from '../core/index.ts'
import { executeRun } from './execute-run.ts'
import type { CasesInCode, CodeCases } from '../formats/code/open-cases.ts'
import type { TargetSetting } from './config/define-config.ts'
import { evalSetsBelow, isFolder } from '../formats/eval-sets-below.ts'
import { libraryDependencies, projectStore } from './library-dependencies.ts'
import { prepareRun } from './prepare-run.ts'
import type { PreparedRun } from './prepared-run.ts'
import { RunRequest } from '../settings/run-request.ts'
import { refusedValue, requestSettings, reviewSettings, runSettings } from '../settings/index.ts'
import { openStore } from './run-store.ts'
import { isSetMetric, setMetricShape } from './set-metric-shape.ts'
import { stubbedTools } from '../targets/environment/stubbed-tools.ts'
import type { StubbedTools } from '../targets/environment/stubbed-tools.ts'
import type { Warning } from './warnings.ts'

export type EvaluationOptions = Partial<Omit<RunRequest, 'dataset' | 'target'>> & {
  /** The dataset's file; of a folder all eval sets below it are meant, each of which is a run. */
  readonly dataset?: string
  /** Cases written in code, in place of a dataset; a text is the dataset's file. */
  readonly cases?: string | CasesInCode
  readonly target?: TargetSetting
  /** Another word for `target`. */
  readonly agent?: TargetSetting
  /** Another word for `failOn`; one rule may stand by itself. */
  readonly gate?: string | readonly string[]
  readonly metrics?: readonly Metric[]
  /** What is said of all results together, beside what the config names. */
  readonly setMetrics?: readonly SetMetric[]
  /** What answers the agent's tools, by their names: functions of the arguments, or what every call gets. Other tools run. */
  readonly tools?: StubbedTools
  readonly reporters?: readonly Reporter[]
  /** The run store's file (the project's `.shinsa/runs.db`); `:memory:` keeps nothing. */
  readonly store?: string
  readonly signal?: AbortSignal
}

export type Evaluation = {
  /** The first one, where the dataset is a folder. */
  readonly run: Run
  /** One for each dataset. */
  readonly runs: readonly Run[]
  /** Whether the gate passed, of every run. */
  readonly passed: boolean
  /** In dataset order. */
  readonly results: readonly CaseResult[]
  /** What was given and has no effect, and the like. */
  readonly warnings: readonly Warning[]
}

/**
 * The whole evaluation as one call, for test runners and scripts. Everything that the command line can say is an option.
 *
 * @example
 * const { passed } = await evaluate({ cases: [{ ask: 'How warm is it in Kyoto?', answer: /34/ }], agent })
 */
export async function evaluate(options: EvaluationOptions): Promise<Evaluation> {
  checkOptions(options)
  const {
    cases,
    agent,
    target = agent,
    gate,
    metrics,
    setMetrics,
    tools,
    reporters = [],
    store: storeFile,
    signal = new AbortController().signal,
    ...given
  } = options
  const stubs = tools === undefined ? undefined : stubbedTools(tools)
  const request = {
    ...given,
    ...(typeof cases === 'string' && { dataset: cases }),
    ...(gate !== undefined && { failOn: rulesOf(gate) }),
  }
  const cwd = request.cwd ?? process.cwd()
  const file = storeFile ?? projectStore(cwd)
  const store = openStore(file)
  const { dependencies, close } = libraryDependencies({
    store,
    file,
    maxCost: request.maxCost,
    target,
    metrics,
    setMetrics,
    ...(await casesOf(cases, request.name)),
    ...(stubs !== undefined && { tools: stubs }),
  })
  try {
    // All of them are looked at before the agent is asked anything.
    const prepared: PreparedRun[] = []
    for (const dataset of dependencies.cases === undefined ? await datasetsOf(request, cwd) : ['cases']) {
      prepared.push(await prepareRun({ selected: [], ...request, dataset, cwd }, dependencies))
    }
    const runs: Run[] = []
    const results: CaseResult[] = []
    for (const one of prepared) {
      const run = await executeRun(one, {
        store,
        reporters,
        signal,
        onReporterError: (error) => {
          throw error
        },
      })
      runs.push(run)
      for await (const record of store.records(run.plan.runId)) if (isFinished(record)) results.push(record.result)
    }
    const [run] = runs
    if (run === undefined) throw new Error('there is no run')
    const passed = runs.every(({ summary }) => summary?.gate.passed === true)
    return { run, runs, passed, results, warnings: prepared.flatMap(({ warnings }) => warnings.all) }
  } finally {
    await close()
    await store.close()
  }
}

async function casesOf(cases: EvaluationOptions['cases'], name = 'cases'): Promise<{ cases?: CodeCases }> {
  if (cases === undefined || typeof cases === 'string') return {}
  const { codeCases } = await import('../formats/code/open-cases.ts')
  return { cases: codeCases(cases, { id: name }) }
}

/** The rules of a gate, of which one may stand by itself. */
function rulesOf(gate: string | readonly string[]): readonly string[] {
  return typeof gate === 'string' ? gate.split(',').map((rule) => rule.trim()) : gate
}

async function datasetsOf({ dataset, selected = [] }: Partial<RunRequest>, cwd: string): Promise<readonly string[]> {
  const path = resolve(cwd, dataset ?? '')
  if (!isFolder(path)) return [dataset ?? '']
  if (selected.length === 0) return evalSetsBelow(path)
  throw new EvalError('usage', message('{folder} is a folder: cases are chosen from one file', { folder: path }))
}

const optionNames = [
  ...Object.keys(RunRequest.shape),
  'cases',
  'agent',
  'gate',
  'metrics',
  'setMetrics',
  'tools',
  'reporters',
  'store',
  'signal',
]
/** Two words for one thing. */
const sameOptions = [
  ['cases', 'dataset'],
  ['agent', 'target'],
  ['gate', 'failOn'],
] as const

/** Tests are often plain JavaScript, where nothing else would notice. */
function checkOptions(options: unknown): void {
  const given = JsonObject.safeParse(options).data ?? {}
  const unknown = Object.keys(given).find((name) => !optionNames.includes(name))
  if (unknown !== undefined) {
    throw new EvalError('usage', message('evaluate has no option {option}', { option: unknown }), {
      hint: message('There are: {names}.', { names: optionNames.join(', ') }),
    })
  }
  for (const [one, other] of sameOptions) {
    if (given[one] === undefined || given[other] === undefined) continue
    throw new EvalError('usage', message('{one} and {other} say the same: leave one of them out', { one, other }))
  }
  if (typeof given['dataset'] !== 'string' && given['cases'] === undefined) {
    throw new EvalError(
      'usage',
      message('evaluate needs cases or the path of a dataset: {example}', { example: '{ cases: […] }' }),
    )
  }
  const sets: unknown = given['setMetrics']
  if (sets !== undefined && !(Array.isArray(sets) && sets.every(isSetMetric))) {
    throw new EvalError('usage', message('{option} of evaluate is no list of set metrics', { option: 'setMetrics' }), {
      hint: message('Each is {shape}.', { shape: setMetricShape }),
    })
  }
  // The target is a name or something made in code, which is checked where it is made.
  const { target: _, setMetrics: __, gate, tools: ___, review, ...values } = given
  const refused =
    refusedValue(requestSettings, values) ??
    refusedValue(runSettings, {
      ...values,
      ...(gate !== undefined && { failOn: typeof gate === 'string' ? [gate] : gate }),
    }) ??
    refusedValue(reviewSettings, JsonObject.safeParse(review).data ?? {})
  if (refused !== undefined) throw new EvalError('usage', refused)
}

function isFinished(record: CaseRecord): record is CaseRecord & { result: CaseResult } {
  return record.result !== undefined
}
