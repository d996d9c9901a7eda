import { resolve } from 'node:path'
import { EvalError, message, stringifyJson } from '../../core/index.ts'
import { jsonWithoutCommands } from '../../workspace/workflow-commands.ts'
import { openBudget } from '../../compose/open-account.ts'
import { toJudgeAgreement } from '../../workspace/runs/reports.ts'
import { openStore } from '../../compose/run-store.ts'
import { agreementGate, prepareValidations, trustIn } from '../../workspace/validate-judge.ts'
import type { PreparedValidations } from '../../workspace/validate-judge.ts'
import { atomicWrite } from '../../files/index.ts'
import { flagsOf, runSettings, valuesFromFlags } from '../../settings/index.ts'
import { defineCommand, oneOfFrom, storeOption } from '../command.ts'
import type { Terminal } from '../command.ts'
import { formatOfFile } from '../output.ts'
import { executeOnTerminal } from '../execute-runs.ts'
import { confirmCost } from '../confirm-cost.ts'
import { dependenciesOf } from '../dependencies.ts'
import { printMessage } from '../print-message.ts'

const formats = ['terminal', 'json'] as const

export const judge = defineCommand({
  name: 'judge',
  summary: message('how far a judge agrees with people'),
  operands: 'validate LABELS [OPTIONS]',
  details: [
    message(
      'LABELS are lines of `shinsa labels export`, a saved runbook evaluation (judge_eval_*.json) with `human` blocks, or a CSV or JSONL table with question, answer, reference, context, human_verdict, human_score (0–100), human_comment, labeller and metric.',
    ),
    message(
      'Rules of --fail-on: agreement, kappa, ac1 and weighted-kappa, as in "kappa<0.6", or "kappa-low<0.6" for the lower end of the interval; what cannot be told fails. Without rules the exit code is 0.',
    ),
  ],
  examples: [
    'shinsa judge validate labels.jsonl',
    'shinsa judge validate labels.jsonl --judge gemini-2.5-flash --fail-on "kappa-low<0.6"',
    'shinsa judge validate reviewed.csv --metric final_response_match_v2 --output trust.json',
  ],
  options: {
    judge: { value: 'MODEL', summary: message('who judges (embedded)') },
    metric: { value: 'NAME', short: 'm', summary: message("the metric to ask for (each label's own)") },
    config: { value: 'FILE', short: 'c', summary: message('a shinsa.config.ts') },
    format: { value: 'FORMAT', short: 'f', summary: message('terminal or json (else from the ending of --output)') },
    output: {
      value: 'FILE',
      short: 'o',
      summary: message('write the report to this file instead of standard output'),
    },
    'fail-on': { value: 'RULES', summary: message('what makes the exit code 1, such as kappa-low<0.6') },
    ...flagsOf(runSettings, ['seed', 'cache', 'maxCost']),
    concurrency: { value: 'N', short: 'j', summary: message('results at once (64)') },
    yes: { short: 'y', summary: message('do not ask before a run that costs money') },
    ...storeOption,
  },
  async run([verb, file, ...others], flags, terminal) {
    if (verb !== 'validate' || file === undefined || others.length > 0) {
      throw new EvalError('usage', message('shinsa judge: validate which labels?'), {
        hint: message('shinsa judge validate LABELS'),
      })
    }
    const format = oneOfFrom('format', flags.format, formats) ?? formatFor(flags.output)
    const gate = agreementGate(flags['fail-on'])
    const { failOn: _, ...values } = valuesFromFlags(runSettings, flags)
    const { maxCost } = values
    const dependencies = { ...dependenciesOf(terminal), ...(maxCost !== undefined && { budget: openBudget(maxCost) }) }
    const prepared = await prepareValidations(
      { ...values, cwd: terminal.cwd, dataset: file, config: flags.config },
      { metric: flags.metric },
      dependencies,
    )
    const runs = prepared.validations.map(({ run }) => run)
    await confirmCost(runs, { yes: flags.yes === true, limited: maxCost !== undefined }, terminal)
    const metrics = await judgeAll(prepared, terminal)
    const { unlabelled, withoutMetric } = prepared
    const text =
      format === 'json'
        ? `${jsonWithoutCommands(stringifyJson({ file, unlabelled, metrics }, 2))}\n`
        : await toJudgeAgreement(metrics, terminal)
    if (flags.output === undefined) terminal.stdout(text)
    else await atomicWrite(resolve(terminal.cwd, flags.output), text)
    if (unlabelled > 0) {
      printMessage(message('note:'), message('{count} without a label left out', { count: unlabelled }), terminal)
    }
    if (withoutMetric > 0) {
      const sentence = message('{count} labelled as a whole left out: --metric NAME asks a metric of them', {
        count: withoutMetric,
      })
      printMessage(message('note:'), sentence, terminal)
    }
    const problems = gate(metrics)
    for (const problem of problems) printMessage(message('failed:'), problem, terminal)
    if (terminal.signal.aborted) return 130
    return problems.length === 0 ? 0 : 1
  },
})

const formatOfEnding: Readonly<Record<string, (typeof formats)[number]>> = { '.json': 'json', '.txt': 'terminal' }

function formatFor(file: string | undefined): (typeof formats)[number] {
  return file === undefined ? 'terminal' : formatOfFile(file, formatOfEnding, { name: 'format', takes: formats })
}

/** Each metric as a run that is kept nowhere: its results are there already, and only the judge's answers are worth keeping. */
async function judgeAll({ validations }: PreparedValidations, terminal: Terminal) {
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
