import { resolve } from 'node:path'
import { type JudgeDrift, EvalError, message } from '../../core/index.ts'
import { readEarlierValidation } from '../../workspace/judging/earlier-validation.ts'
import { judgeDrift } from '../../workspace/judging/judge-drift.ts'
import { agreementGate, changedRule } from '../../workspace/judging/validate-judge.ts'
import { loadJudgeAgreement, loadJudgeDrifts } from '../../workspace/runs/reports.ts'
import type { Terminal } from '../command.ts'
import { confirmCost } from '../confirm-cost.ts'
import { printMessage } from '../print-message.ts'
import {
  asJson,
  formatIn,
  judgeAll,
  spendAll,
  judgingDependencies,
  onlyChoice,
  prepareAsked,
  printLeftOut,
  writeText,
} from './ask-judges.ts'
import type { JudgeFlags } from './judge-options.ts'

/** Measures how far one judge agrees with people and whether it has drifted. @returns the exit code */
export async function validateJudge(file: string, flags: JudgeFlags, terminal: Terminal): Promise<number> {
  const format = formatIn(flags)
  const rules = rulesIn(flags)
  const earlier = flags.against === undefined ? [] : await readEarlierValidation(resolve(terminal.cwd, flags.against))
  const asked = onlyChoice(flags)
  const dependencies = judgingDependencies(flags, terminal)
  const prepared = await prepareAsked(file, asked, { flags, terminal, dependencies })
  const runs = prepared.validations.map(({ run }) => run)
  await confirmCost(runs, { yes: flags.yes === true, limited: dependencies.budget !== undefined }, terminal)
  const seed = runs[0]?.plan.seed ?? 1
  const trusts = await judgeAll(prepared, terminal)
  spendAll(prepared, trusts, terminal.cwd)
  const metrics = trusts.map((one) => {
    const former = earlier.find(({ metric }) => metric === one.metric)
    return former === undefined ? one : { ...one, drift: judgeDrift(former, one, { seed }) }
  })
  const drifts = metrics.flatMap((one) => ('drift' in one ? [{ metric: one.metric, drift: one.drift }] : []))
  if (earlier.length > 0 && drifts.length === 0) {
    throw new EvalError('usage', message('{file} has no metric that was judged now', { file: flags.against ?? '' }))
  }
  const { unlabelled } = prepared
  const text =
    format === 'json'
      ? asJson({ file, unlabelled, metrics })
      : (await loadJudgeAgreement(metrics, terminal)) + (await loadJudgeDrifts(drifts, terminal))
  await writeText(text, flags.output, terminal)
  printLeftOut(prepared, terminal)
  const problems = [...rules.agreement(metrics), ...(rules.changed ? drifts.flatMap(changeIn) : [])]
  for (const problem of problems) printMessage(message('failed:'), problem, terminal)
  if (terminal.signal.aborted) return 130
  return problems.length === 0 ? 0 : 1
}

function rulesIn({ 'fail-on': failOn, against }: JudgeFlags) {
  const changed = failOn?.split(',').some((rule) => rule.trim() === changedRule) === true
  if (changed && against === undefined) {
    throw new EvalError('usage', message('the rule "changed" needs an earlier validation: --against FILE'))
  }
  return { changed, agreement: agreementGate(failOn) }
}

function changeIn({ metric, drift }: { readonly metric: string; readonly drift: JudgeDrift }) {
  return drift.outcome === 'changed' ? [message('{metric}: the judge has changed', { metric })] : []
}
