import { type Invocation, type InvocationScore, type Message, type Metric, type Score, message } from '../core/index.ts'
import type { ChatCheck, CheckOutcome } from './chat-checks.ts'
import type { CallerPlace } from './agent-failure.ts'

const checkKinds = ['toCall', 'toAnswer', 'toSatisfy'] as const

export type Expectation = {
  readonly kind: (typeof checkKinds)[number]
  /** Counted from 0. */
  readonly turn: number
  /** A text is a property that the judge checks. */
  readonly check: ChatCheck | string
  readonly place: CallerPlace
}

/** Turns the expectations into one metric for each kind, and records the first one that failed. */
export function chatMetrics(expectations: readonly Expectation[]) {
  const unmet = new Set<Expectation>()
  const metrics = checkKinds.flatMap((kind): readonly Metric[] => {
    const own = expectations.filter((one) => one.kind === kind && typeof one.check !== 'string')
    if (own.length === 0) return []
    return [{ name: kind, score: (_evalCase, { invocations }) => scoreOf(kind, own, invocations, unmet) }]
  })
  return { metrics, firstUnmet: () => expectations.find((one) => unmet.has(one)) }
}

async function scoreOf(
  metric: string,
  expectations: readonly Expectation[],
  exchanges: readonly Invocation[],
  unmet: Set<Expectation>,
): Promise<Score> {
  const outcomes: CheckOutcome[][] = exchanges.map(() => [])
  for (const one of expectations) {
    if (typeof one.check === 'string' || one.turn >= exchanges.length) continue
    const outcome = await one.check(exchanges.slice(0, one.turn + 1))
    outcomes[one.turn]?.push(outcome)
    if (outcome.reason !== undefined) unmet.add(one)
  }
  const all = outcomes.flat()
  const met = all.filter(({ reason }) => reason === undefined).length
  const reason = reasonOf(all)
  return {
    status: 'scored',
    metric,
    value: met === all.length ? 1 : 0,
    threshold: 1,
    passed: met === all.length,
    parts: [{ name: 'met', value: met }],
    ...(reason !== undefined && { reason }),
    invocations: outcomes.map(scoreOfTurn),
  }
}

function scoreOfTurn(outcomes: readonly CheckOutcome[]): InvocationScore {
  if (outcomes.length === 0) return { status: 'not-evaluated', reason: message('nothing is expected of this turn') }
  const reason = reasonOf(outcomes)
  const passed = reason === undefined
  const evidence = outcomes.flatMap((outcome) => outcome.evidence ?? [])
  return { status: 'scored', value: passed ? 1 : 0, passed, ...(!passed && { reason, evidence }) }
}

function reasonOf(outcomes: readonly CheckOutcome[]): Message | undefined {
  return outcomes.find(({ reason }) => reason !== undefined)?.reason
}
