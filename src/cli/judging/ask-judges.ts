import { resolve } from 'node:path'
import { type JudgedItem, type LabelledResult, EvalError, message, stringifyJson } from '../../core/index.ts'
import { openBudget } from '../../compose/cost/open-account.ts'
import type { RunDependencies } from '../../compose/run-dependencies.ts'
import { openStore } from '../../compose/run-store.ts'
import { atomicWrite } from '../../files/index.ts'
import { runSettings, valuesFromFlags } from '../../settings/index.ts'
import type { RunRequest } from '../../settings/run-request.ts'
import { spendLabels } from '../../workspace/judging/admit-judge.ts'
import { prepareValidations, trustIn, type PreparedValidations } from '../../workspace/judging/validate-judge.ts'
import { jsonWithoutCommands } from '../../workspace/workflow-commands.ts'
import { oneOfFrom, type Terminal } from '../command.ts'
import { dependenciesOf } from '../dependencies.ts'
import { executeOnTerminal } from '../execute-runs.ts'
import { formatOfFile } from '../output.ts'
import { printMessage } from '../print-message.ts'
import type { JudgeFlags } from './judge-options.ts'

/** A judge, metric and config to validate; undefined values take their defaults. */
export type JudgeChoice = {
  readonly judge?: string | undefined
  readonly metric?: string | undefined
  readonly config?: string | undefined
}

/** Prepares asking one judge about the labels of a file; several judges share one cost limit. */
export async function prepareAsked(
  file: string,
  { judge, metric, config }: JudgeChoice,
  {
    flags,
    terminal,
    dependencies,
    arrange,
    decoys,
  }: {
    flags: JudgeFlags
    terminal: Terminal
    dependencies: RunDependencies
    decoys?: RunRequest['decoys']
    arrange?: (results: readonly LabelledResult[]) => readonly LabelledResult[]
  },
): Promise<PreparedValidations> {
  const values = { ...settingsIn(flags), ...(judge !== undefined && { judge }) }
  return prepareValidations(
    { ...values, cwd: terminal.cwd, dataset: file, config, ...(decoys !== undefined && { decoys }) },
    { metric, ...(arrange !== undefined && { arrange }) },
    dependencies,
  )
}

export function judgingDependencies(flags: JudgeFlags, terminal: Terminal): RunDependencies {
  const { maxCost } = settingsIn(flags)
  return { ...dependenciesOf(terminal), ...(maxCost !== undefined && { budget: openBudget(maxCost) }) }
}

function settingsIn(flags: JudgeFlags) {
  const { judge: _judges, metric: _metrics, config: _configs, 'fail-on': _rules, ...others } = flags
  return valuesFromFlags(runSettings, others)
}

/** Judges each metric in a run of its own in memory; only the judge's answers are stored, in the cache. */
export async function judgeAll({ validations }: PreparedValidations, terminal: Terminal) {
  const store = openStore(':memory:')
  try {
    const trusts = []
    for (const validation of validations) {
      const { run } = validation
      const stopped = terminal.signal.aborted || run.budget?.aborted === true
      if (!stopped) await executeOnTerminal(run, { resumed: false, terminal, store })
      trusts.push(await trustIn(validation, store))
    }
    return trusts
  } finally {
    await store.close()
  }
}

/** Takes the single values of flags that only a race may repeat. @throws {EvalError} `usage` */
export function onlyChoice(flags: JudgeFlags): JudgeChoice {
  const names = ['judge', 'metric', 'config'] as const
  const name = names.find((one) => (flags[one] ?? []).length > 1)
  if (name === undefined) return { judge: flags.judge?.[0], metric: flags.metric?.[0], config: flags.config?.[0] }
  throw new EvalError('usage', message('--{name} is one for `judge validate`, and several for `judge race`', { name }))
}

/** Records that the labels were looked at: a judge that is changed from now on has seen them. */
export function spendAll(
  { validations }: PreparedValidations,
  trusts: readonly { readonly items: readonly JudgedItem[] }[],
  cwd: string,
): void {
  const at = new Date().toISOString()
  for (const [index, validation] of validations.entries()) {
    spendLabels({ validation, items: trusts[index]?.items ?? [] }, { cwd, at })
  }
}

const formats = ['terminal', 'json'] as const
const formatOfEnding: Readonly<Record<string, (typeof formats)[number]>> = { '.json': 'json', '.txt': 'terminal' }

export function formatIn({ format, output }: Pick<JudgeFlags, 'format' | 'output'>): (typeof formats)[number] {
  const named = oneOfFrom('format', format, formats)
  if (named !== undefined) return named
  return output === undefined ? 'terminal' : formatOfFile(output, formatOfEnding, { name: 'format', takes: formats })
}

export function asJson(value: unknown): string {
  return `${jsonWithoutCommands(stringifyJson(value, 2))}\n`
}

export async function writeText(text: string, file: string | undefined, terminal: Terminal): Promise<void> {
  if (file === undefined) terminal.stdout(text)
  else await atomicWrite(resolve(terminal.cwd, file), text)
}

export function printLeftOut(
  { unlabelled, withoutMetric }: Pick<PreparedValidations, 'unlabelled' | 'withoutMetric'>,
  terminal: Terminal,
): void {
  if (unlabelled > 0) {
    printMessage(message('note:'), message('{count} without a label left out', { count: unlabelled }), terminal)
  }
  if (withoutMetric > 0) {
    const sentence = message('{count} labelled as a whole left out: --metric NAME asks a metric of them', {
      count: withoutMetric,
    })
    printMessage(message('note:'), sentence, terminal)
  }
}
