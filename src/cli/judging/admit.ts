import { EvalError, message } from '../../core/index.ts'
import { admitJudge } from '../../workspace/judging/admit-judge.ts'
import { loadJudgeAdmission } from '../../workspace/runs/reports.ts'
import type { Terminal } from '../command.ts'
import { confirmCost } from '../confirm-cost.ts'
import {
  asJson,
  formatIn,
  judgeAll,
  spendAll,
  judgingDependencies,
  prepareAsked,
  printLeftOut,
  writeText,
} from './ask-judges.ts'
import type { JudgeFlags } from './judge-options.ts'

/** Whether one judge may decide. @returns 0 when it is admitted for all metrics, 1 when it is refused for one, 2 when that cannot be decided */
export async function admitOneJudge(file: string, flags: JudgeFlags, terminal: Terminal): Promise<number> {
  const format = formatIn(flags)
  const required = {
    sensitivity: shareIn('sensitivity', flags.sensitivity),
    specificity: shareIn('specificity', flags.specificity),
  }
  const dependencies = judgingDependencies(flags, terminal)
  const asked = { judge: flags.judge?.[0], metric: flags.metric?.[0], config: flags.config?.[0] }
  const prepared = await prepareAsked(file, asked, { flags, terminal, dependencies })
  const runs = prepared.validations.map(({ run }) => run)
  await confirmCost(runs, { yes: flags.yes === true, limited: dependencies.budget !== undefined }, terminal)
  const trusts = await judgeAll(prepared, terminal)
  const at = dependencies.now().toISOString()
  const admissions = prepared.validations.map((validation, index) => {
    const judged = { validation, items: trusts[index]?.items ?? [] }
    const admission = admitJudge(judged, { required, cwd: terminal.cwd })
    return { ...admission, required, at }
  })
  spendAll(prepared, trusts, terminal.cwd)
  const text = format === 'json' ? asJson({ file, admissions }) : await loadJudgeAdmission(admissions, terminal)
  await writeText(text, flags.output, terminal)
  printLeftOut(prepared, terminal)
  if (terminal.signal.aborted) return 130
  if (admissions.some(({ outcome }) => outcome === 'refused')) return 1
  return admissions.every(({ outcome }) => outcome === 'admitted') ? 0 : 2
}

function shareIn(flag: string, text = '0.75'): number {
  const value = Number(text)
  if (value > 0 && value < 1) return value
  throw new EvalError('usage', message('--{flag} is a number between 0 and 1, and {text} is none', { flag, text }))
}
