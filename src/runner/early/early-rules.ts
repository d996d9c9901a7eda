import { isBroken, message, type CaseResult, type GateMeasures, type RunPlan, limitOf } from '../../core/index.ts'
import type { EarlyRule } from './early-rule.ts'
import { armRule } from './arm-rule.ts'
import { type BaselineShares, baselineRule } from './baseline-rule.ts'
import { shareRule } from './share-rule.ts'

/** Upper bounds of the probability that an early decision differs from that of the whole run. */
const risks = { share: 0.04, baseline: 0.05 }

type Gate = { readonly failOn: readonly string[]; readonly repeat: number }
type EarlyRulesPlan = Gate & Pick<RunPlan, 'comparedWith'> & { readonly dataset: Pick<RunPlan['dataset'], 'cases'> }

export function earlyRules(
  { failOn, repeat, dataset: { cases }, comparedWith }: EarlyRulesPlan,
  measures: readonly GateMeasures[],
  baseline: BaselineShares,
): readonly EarlyRule[] {
  if (comparedWith !== undefined) return [armRule(comparedWith, baseline)]
  // Any rule can close the gate, so the risk is divided among the rules.
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

/** Returns the first rule of a gate that only a whole run can decide. */
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

/** The first result that closes such a rule decides it; only the whole run decides that it stays open. */
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
