import { resolve } from 'node:path'
import { type CaseResult, type Run, EvalError, message } from '../core/index.ts'
import { executeRun } from './execute-run.ts'
import type { CodeCases } from '../formats/code/open-cases.ts'
import { checkOptions, rulesOf, type EvaluationOptions } from './evaluate-options.ts'
import { evalSetsBelow, isFolder } from '../formats/eval-sets-below.ts'
import { libraryDependencies } from './library-dependencies.ts'
import { prepareRun } from './prepare-run.ts'
import type { PreparedRun } from './prepared-run.ts'
import type { RunRequest } from '../settings/run-request.ts'
import { openStore, storeSetting } from './run-store.ts'
import { stubbedTools } from '../targets/environment/stubbed-tools.ts'
import type { Warning } from './warnings.ts'

export type { EvaluationOptions } from './evaluate-options.ts'

/**
 * Holds the result of `evaluate`: the run, its results in dataset order, and whether the gate passed.
 *
 * @example
 * const worst = ({ results }: Evaluation) => results.find(({ verdict }) => verdict === 'failed')?.evalCase.id
 */
export type Evaluation = {
  /** The first run, where the dataset is a folder. */
  readonly run: Run
  /** One run for each dataset. */
  readonly runs: readonly Run[]
  /** True when the gate of every run passed. */
  readonly passed: boolean
  /** In dataset order. */
  readonly results: readonly CaseResult[]
  /** Warnings, such as of options without effect. */
  readonly warnings: readonly Warning[]
}

/**
 * Runs a whole evaluation in one call, for test runners and scripts: it calls the agent, scores the answers, stores
 * the run and decides the gate. Every option of the command line is an option here.
 *
 * @throws {EvalError} `usage` or `config` for invalid options, `format` for unreadable cases. An error of the agent is
 * not thrown; it is the result of its case.
 * @example
 * const cases = [{ ask: 'How warm is it in Kyoto?', answer: /34/ }]
 * const { passed } = await evaluate({ cases, agent: () => 'It is 34 °C.', store: ':memory:' })
 * passed // => true
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
  const file = storeFile ?? (await storeSetting({ cwd, environment: process.env, config: request.config }))
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
    // All datasets are checked before the agent is called.
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
      for await (const { result } of store.records(run.plan.runId)) if (result !== undefined) results.push(result)
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

async function datasetsOf({ dataset, selected = [] }: Partial<RunRequest>, cwd: string): Promise<readonly string[]> {
  const path = resolve(cwd, dataset ?? '')
  if (!isFolder(path)) return [dataset ?? '']
  if (selected.length === 0) return evalSetsBelow(path)
  throw new EvalError('usage', message('{folder} is a folder: cases are chosen from one file', { folder: path }))
}
