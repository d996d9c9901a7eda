import type { LabelledResult } from '../../core/index.ts'
import { admitJudge } from '../../workspace/judging/admit-judge.ts'
import { loadConfig } from '../../compose/config/load-config.ts'
import { keepAdmissions } from '../../compose/judging/judge-admissions.ts'
import { batteryArms, batteryOf, rewritten } from '../../workspace/judging/bias-battery.ts'
import { loadJudgeAdmission } from '../../workspace/runs/reports.ts'
import { shareFrom, type Terminal } from '../command.ts'
import { confirmCost } from '../confirm-cost.ts'
import {
  type JudgeChoice,
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

/**
 * Decides whether one judge is admitted. @returns 0 when it is admitted for all metrics, 1 when it is refused for one, 2 when the
 * answer is open
 */
export async function admitOneJudge(file: string, flags: JudgeFlags, terminal: Terminal): Promise<number> {
  const format = formatIn(flags)
  const required = {
    sensitivity: shareFrom('sensitivity', flags.sensitivity) ?? 0.75,
    specificity: shareFrom('specificity', flags.specificity) ?? 0.75,
  }
  const dependencies = judgingDependencies(flags, terminal)
  const asked = onlyChoice(flags)
  const preparing = { flags, terminal, dependencies, ...(await requiredDecoys(asked.config, terminal)) }
  const prepared = await prepareAsked(file, asked, preparing)
  const arms = flags.battery === true ? await prepareArms(file, asked, preparing) : []
  const runs = [prepared, ...arms.map((one) => one.prepared)].flatMap(({ validations }) =>
    validations.map(({ run }) => run),
  )
  await confirmCost(runs, { yes: flags.yes === true, limited: dependencies.budget !== undefined }, terminal)
  const trusts = await judgeAll(prepared, terminal)
  const ofArms: { readonly arm: string; readonly trusts: Awaited<ReturnType<typeof judgeAll>> }[] = []
  for (const { arm, prepared: rewrittenOnes } of arms)
    ofArms.push({ arm, trusts: await judgeAll(rewrittenOnes, terminal) })
  // An interrupted round decides nothing, and its labels were not looked at.
  if (terminal.signal.aborted) return 130
  const at = dependencies.now().toISOString()
  const admissions = prepared.validations.map((validation, index) => {
    const judged = { validation, items: trusts[index]?.items ?? [] }
    const admission = admitJudge(judged, { required, cwd: terminal.cwd })
    if (arms.length === 0) return { ...admission, required, at }
    const items = ofArms.map(({ arm, trusts: own }) => [arm, own[index]?.items ?? []] as const)
    const battery = batteryOf(judged.items, Object.fromEntries(items))
    const outcome = battery.some(({ found }) => found) ? ('refused' as const) : admission.outcome
    return { ...admission, outcome, battery, required, at }
  })
  spendAll(prepared, trusts, terminal.cwd)
  keepAdmissions(admissions, terminal.cwd)
  const text = format === 'json' ? asJson({ file, admissions }) : await loadJudgeAdmission(admissions, terminal)
  await writeText(text, flags.output, terminal)
  printLeftOut(prepared, terminal)
  if (admissions.some(({ outcome }) => outcome === 'refused')) return 1
  return admissions.every(({ outcome }) => outcome === 'admitted') ? 0 : 2
}

/** Admission always uses decoys, even where the config turns them off. */
async function requiredDecoys(named: string | undefined, { cwd }: Terminal): Promise<Pick<JudgePreparation, 'decoys'>> {
  const { config } = await loadConfig({ named, cwd })
  const isOff = (config.decoys ?? (config.adkCompat === true ? 'off' : 'auto')) === 'off'
  return isOff ? { decoys: 'auto' } : {}
}

/** Prepares the same questions about the rewritten answers of each arm of the bias battery. */
function prepareArms(file: string, asked: JudgeChoice, preparing: JudgePreparation) {
  return Promise.all(
    Object.keys(batteryArms).map(async (arm) => {
      const arrange = (results: readonly LabelledResult[]) => results.map((result) => rewritten(result, arm))
      return { arm, prepared: await prepareAsked(file, asked, { ...preparing, arrange }) }
    }),
  )
}

type JudgePreparation = Parameters<typeof prepareAsked>[2]
