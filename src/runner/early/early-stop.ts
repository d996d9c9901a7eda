import type { CaseResult, GateMeasures, RunPlan, RunStore, RunSummary, StoppedEarly } from '../../core/index.ts'
import { storedResults, type RunResults } from '../run-results.ts'
import type { Trial } from '../trials.ts'
import { baselineShares } from './baseline-rule.ts'
import { decidedEarly } from './decided-early.ts'
import type { EarlyRule, Readings, Ruling } from './early-rule.ts'
import { earlyRules, isOfBaseline } from './early-rules.ts'
import { playOrder, type PlayOrder } from './play-order.ts'
import { trialsInOrder, type TrialSource } from './trials-in-order.ts'

export type EarlyStop = {
  /** Yields the trials left to play, in the order of play, until the gate is decided. */
  trials(): AsyncGenerator<Trial>
  add(result: CaseResult): void
  /** Called when a result will never arrive, so that nothing waits for it. */
  giveUp(): void
  /** Adds the early decision to the summary; undefined while the gate is undecided. */
  summary(counted: Omit<RunSummary, 'gate'>): Omit<RunSummary, 'gate'> | undefined
}

type EarlyRun = TrialSource & {
  readonly baseline?: RunResults | undefined
  readonly gateMeasures?: readonly GateMeasures[]
}

export async function openEarlyStop(setup: EarlyRun): Promise<EarlyStop> {
  const { plan, gateMeasures = [] } = setup
  const byCase = plan.comparedWith !== undefined || plan.failOn.some(isOfBaseline)
  const baseline = plan.comparedWith === undefined ? setup.baseline : await firstArm(plan.comparedWith, setup.store)
  const shares =
    byCase && baseline !== undefined ? await baselineShares(baseline, plan) : { shares: new Map(), repeat: 1 }
  const rules = earlyRules(plan, gateMeasures, shares)
  const order = playOrder(plan, { byCase })
  const look = looks(rules, order, aheadOf * plan.concurrency)
  const read = (result: CaseResult): Readings => ({
    ofRules: rules.map((rule) => rule.read(result)),
    scored: result.verdict === 'passed' || result.verdict === 'failed',
  })
  return {
    trials: () =>
      trialsInOrder(setup, {
        order,
        read,
        onKnown: look.add,
        onPlayed: look.expect,
        isDecided: () => look.decision() !== undefined,
        isSettled: look.whenSettled,
        due: look.due,
      }),
    add: (result) => look.add(order.turnOf(result), read(result)),
    giveUp: look.giveUp,
    summary(counted) {
      const decision = look.settled()
      return decision && decidedEarly(counted, decision, plan)
    },
  }
}

/** When the first arm's run was deleted, nothing is decided early. */
async function firstArm(
  { runId }: NonNullable<RunPlan['comparedWith']>,
  store: RunStore,
): Promise<RunResults | undefined> {
  const run = await store.find(runId)
  return run && storedResults(run, store)
}

/** While one trial is slow, up to this many times the concurrency may be played ahead, possibly in vain. */
const aheadOf = 4

/**
 * Evaluates results in the order of play, whatever order they arrive in: skipping a slow one would give less weight to
 * results that take long. A decision stands unless results that were under way contradict it. Those are kept and
 * counted too, so the decision then agrees with all results, or it is withdrawn.
 */
function looks(rules: readonly EarlyRule[], { length, unit }: PlayOrder, ahead: number) {
  const { unitFrom, ...arrivals } = arrivalsOf(unit)
  const decided = new Map<EarlyRule, Decided>()
  const latest = new Map<EarlyRule, Decided>()
  const underWay = new Set<number>()
  let looked = 0
  let isAnyScored = false
  let decision: StoppedEarly | undefined
  let isGivenUp = false
  let changed = Promise.withResolvers<void>()
  return {
    expect: (turn: number) => void underWay.add(turn),
    add(turn: number, readings: Readings): void {
      underWay.delete(turn)
      arrivals.add(turn, readings)
      for (let results = unitFrom(); results !== undefined; results = unitFrom()) lookAt(results)
      goOn()
    },
    async due(turn: number): Promise<void> {
      await until(() => turn - arrivals.next() < ahead + unit || decision !== undefined)
    },
    /** Resolves, once all trials under way have ended, with whether the decision still stands. */
    async whenSettled(): Promise<boolean> {
      await until(() => underWay.size === 0)
      return settled() !== undefined
    },
    giveUp() {
      isGivenUp = true
      goOn()
    },
    decision: () => decision,
    settled,
  }

  async function until(isTrue: () => boolean): Promise<void> {
    const isOver = () => isGivenUp || isTrue()
    while (!isOver()) await changed.promise
  }

  function goOn(): void {
    changed.resolve()
    changed = Promise.withResolvers()
  }

  function lookAt(results: readonly Readings[]): void {
    looked += results.length
    isAnyScored ||= results.some(({ scored }) => scored)
    for (const [index, rule] of rules.entries()) {
      const ruling = rule.note(results.map(({ ofRules }) => ofRules[index] ?? Number.NaN))
      if (ruling === undefined || rule.contradicts(ruling)) latest.delete(rule)
      else latest.set(rule, { ...ruling, after: looked })
      const now = latest.get(rule)
      if (now !== undefined && !decided.has(rule)) decided.set(rule, now)
    }
    decision ??= decide()
  }

  function decide(): StoppedEarly | undefined {
    return decisionOf(decided, { after: looked, of: length, ofAll: decided.size === rules.length && isAnyScored })
  }

  /** Returns the decision if all results so far agree with it. */
  function settled(): StoppedEarly | undefined {
    if (decision === undefined) return undefined
    for (const results of arrivals.unitsBehindGaps()) lookAt(results)
    const withdrawn = [...decided].filter(([rule, ruling]) => rule.contradicts(ruling))
    for (const [rule] of withdrawn) {
      decided.delete(rule)
      const now = latest.get(rule)
      if (now !== undefined) decided.set(rule, now)
    }
    if (withdrawn.length > 0) decision = decide()
    return decision
  }
}

/** Collects results that arrive in any order and releases them in the order of play, in units. */
function arrivalsOf(unit: number) {
  const waiting = new Map<number, Readings>()
  const behindGaps = new Set<number>()
  let next = 0
  return {
    add(turn: number, readings: Readings): void {
      if (turn >= next && !behindGaps.has(turn - (turn % unit))) waiting.set(turn, readings)
    },
    next: () => next,
    unitFrom(): readonly Readings[] | undefined {
      while (behindGaps.delete(next)) next += unit
      const results = unitAt(next)
      if (results !== undefined) next += unit
      return results
    },
    /** Yields the units that arrived although an earlier one is missing, as after an interruption. */
    *unitsBehindGaps(): Generator<readonly Readings[]> {
      for (const turn of [...waiting.keys()].toSorted((one, other) => one - other)) {
        const first = turn - (turn % unit)
        const results = unitAt(first)
        if (results === undefined) continue
        behindGaps.add(first)
        yield results
      }
    },
  }

  function unitAt(first: number): readonly Readings[] | undefined {
    const turns = Array.from({ length: unit }, (_, index) => first + index)
    const results = turns.flatMap((turn) => waiting.get(turn) ?? [])
    if (results.length < unit) return undefined
    for (const turn of turns) waiting.delete(turn)
    return results
  }
}

type Decided = Ruling & { readonly after: number }

type EarlyStopCount = { readonly after: number; readonly of: number; readonly ofAll: boolean }

/** The gate is closed by any one rule, and open only when all rules are. */
function decisionOf(
  decided: ReadonlyMap<EarlyRule, Decided>,
  { after, of, ofAll }: EarlyStopCount,
): StoppedEarly | undefined {
  const all = [...decided].map(([{ rule }, { reason, ...ruling }]) => ({
    rule,
    ...ruling,
    reason: reason(ruling.after),
  }))
  const closed = all.filter(({ gate }) => gate === 'closed')
  if (closed.length === 0 && !ofAll) return undefined
  const rules = closed.length > 0 ? closed : all
  return { after, of, risk: riskOf(rules), rules }
}

/** A single rule that certainly closes the gate carries no risk; otherwise the risks add up. */
function riskOf(rules: StoppedEarly['rules']): number {
  if (rules.some(({ gate, risk }) => gate === 'closed' && risk === 0)) return 0
  return rules.reduce((sum, { risk }) => sum + risk, 0)
}
