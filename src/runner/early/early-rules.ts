import { isBroken, message, type CaseResult, type GateMeasures, type RunPlan, limitOf } from '../../core/index.ts'
import type { EarlyRule } from './early-rule.ts'
import { armRule } from './arm-rule.ts'
import { type BaselineShares, baselineRule } from './baseline-rule.ts'
import { shareRule } from './share-rule.ts'

/** How often at most a gate is decided otherwise than the whole run would decide it. */
const risks = { share: 0.04, baseline: 0.05 }

type Gate = { readonly failOn: readonly string[]; readonly repeat: number }
type EarlyRulesPlan = Gate & Pick<RunPlan, 'comparedWith'> & { readonly dataset: Pick<RunPlan['dataset'], 'cases'> }

/** The rules of a run that can be decided early. */
export function earlyRules(
  { failOn, repeat, dataset: { cases }, comparedWith }: EarlyRulesPlan,
  measures: readonly GateMeasures[],
  baseline: BaselineShares,
): readonly EarlyRule[] {
  if (comparedWith !== undefined) return [armRule(comparedWith, baseline)]
  // A gate may be closed by any of its rules, so that each may be wrong that much less often.
  const compared = failOn.some(isOfBaseline) ? 1 : 0
  const among = compared + failOn.filter((rule) => limitOf(rule) !== undefined).length
  const ofShares = { total: cases * repeat, unit: compared === 1 ? repeat : 1, repeat, risk: risks.share / among }
  const ofBaseline = { cases, repeat, risk: risks.baseline / among }
  return failOn.flatMap((rule) => {
    const name = limitOf(rule)?.name
    if (measures.some(({ names }) => name !== undefined && names.includes(name))) return []
    return countRule(rule, failOn) ?? baselineRule(rule, baseline, ofBaseline) ?? shareRule(rule, ofShares) ?? []
  })
}

export function isOfBaseline(rule: string): boolean {
  return rule.endsWith('-baseline')
}

/** The first rule of a gate that only a whole run can decide. */
export function undecidableRule(plan: Gate, measures: readonly GateMeasures[]): string | undefined {
  const nobody = { shares: new Map(), repeat: 1 }
  const decidable = earlyRules({ ...plan, dataset: { cases: 1 } }, measures, nobody).map(({ rule }) => rule)
  return plan.failOn.find((rule) => !decidable.includes(rule))
}

const closing: Readonly<Record<string, (result: CaseResult, failOn: readonly string[]) => boolean>> = {
  failed: ({ verdict }) => verdict === 'failed',
  error: (result, failOn) => result.verdict === 'error' || (!failOn.includes('not-evaluated') && broke(result)),
  'not-evaluated': ({ verdict }) => verdict === 'not-evaluated',
}

/** A rule that any single result closes is decided by the first; that there is none is known at the end alone. */
function countRule(rule: string, failOn: readonly string[]): EarlyRule | undefined {
  const closes = Object.hasOwn(closing, rule) ? closing[rule] : undefined
  if (closes === undefined) return undefined
  return {
    rule,
    read: (result) => (closes(result, failOn) ? 1 : 0),
    note: (readings) =>
      readings.includes(1)
        ? {
            gate: 'closed',
            risk: 0,
            reason: (after) => message('{rule} is decided by result {after} of the order of play', { rule, after }),
          }
        : undefined,
    contradicts: () => false,
  }
}

function broke({ verdict, scores, transcript: { failure } }: CaseResult): boolean {
  return isBroken({ verdict, scores, ...(failure !== undefined && { failure }) })
}
