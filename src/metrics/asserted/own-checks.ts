import { z } from 'zod'
import { assertionsOf, type CheckContext, type NamedCheck } from '../../core/case-assertions.ts'
import { isObject } from '../../core/basics/is-object.ts'
import {
  type EvalCase,
  type Evidence,
  type Message,
  type Metric,
  type MetricContext,
  type Score,
  type Transcript,
  EvalError,
  UnknownEvidence,
  message,
  responseTextOf,
  toEnglish,
} from '../../core/index.ts'
import { callsOfAll, whyCallsUnknown } from '../shared/known-calls.ts'
import { notStated } from './where-stated.ts'

const ownChecksName = 'check'

/**
 * Runs the functions that a case states as `check` and takes the mean; it passes when all of them pass. A number passes
 * at 1, and `{ score, reason, passed }` decides itself.
 */
export function ownChecks(): Metric {
  return {
    name: ownChecksName,
    async score(evalCase, transcript, context) {
      const asked = askedOf(evalCase, transcript)
      if (asked.length === 0) return notStated(ownChecksName)
      const outcomes: OwnChecksOutcome[] = []
      for (const { named, turns } of asked)
        outcomes.push(await outcomeOf(named, { evalCase, transcript, turns, context }))
      return scoreOf(outcomes)
    },
  }
}

type OwnChecksRequest = { readonly named: NamedCheck; readonly turns: readonly number[] }

/** A check of the case sees all turns; a check of a turn sees that one. */
function askedOf(evalCase: EvalCase, { invocations }: Transcript): readonly OwnChecksRequest[] {
  const { turns = [], checks = [] } = assertionsOf(evalCase) ?? {}
  const several = turns.length > 1
  return [
    ...turns.flatMap(({ checks: own = [] }, turn) =>
      own.map(({ name, check }) => ({
        named: { name: several ? `${turn + 1}: ${name}` : name, check },
        turns: [turn],
      })),
    ),
    ...checks.map((named) => ({ named, turns: invocations.map((_, turn) => turn) })),
  ]
}

type OwnChecksOutcome = { readonly name: string } & (
  | { readonly value: number; readonly passed: boolean; readonly reason: string | undefined }
  | { readonly value: null; readonly reason: Message }
)

type OwnChecksDependencies = {
  readonly evalCase: EvalCase
  readonly transcript: Transcript
  readonly turns: readonly number[]
  readonly context: MetricContext
}

async function outcomeOf({ name, check }: NamedCheck, surroundings: OwnChecksDependencies): Promise<OwnChecksOutcome> {
  const { turns, transcript } = surroundings
  const last = turns.at(-1)
  const turn = last === undefined ? undefined : transcript.invocations[last]
  if (turn === undefined) return { name, value: 0, passed: false, reason: toEnglish(neverReached) }
  try {
    return read(name, await check(responseTextOf(turn) ?? '', contextOf(surroundings, last ?? 0)))
  } catch (error) {
    if (error instanceof UnknownEvidence) return { name, value: null, reason: error.reason }
    if (!isFailedAssertion(error)) throw error
    return { name, value: 0, passed: false, reason: plainText(error.message) }
  }
}

const neverReached = message('The agent never reached this turn')

function contextOf({ evalCase, transcript, turns, context }: OwnChecksDependencies, last: number): CheckContext {
  const { invocations } = transcript
  return {
    answers: invocations.slice(0, last + 1).map((one) => responseTextOf(one) ?? ''),
    get calls() {
      const asked = turns.flatMap((index) => invocations[index] ?? [])
      const calls = callsOfAll(asked)
      if (calls === undefined) throw new UnknownEvidence(whyCallsUnknown(asked))
      return calls
    },
    state: invocations[last]?.sessionState,
    transcript,
    evalCase,
    ...(context.signal !== undefined && { signal: context.signal }),
  }
}

/** An assertion that fails throws (`assert`, `expect`); any other error is a mistake in the function. */
function isFailedAssertion(error: unknown): error is Error {
  return error instanceof Error && (error.name.startsWith('Assertion') || 'matcherResult' in error)
}

function plainText(text: string): string {
  const escape = String.fromCodePoint(27)
  return text.replaceAll(new RegExp(`${escape}\\[[0-9;]*m`, 'g'), '').slice(0, 500)
}

const verdictForm = '{ score, reason, passed }'
const Fraction = z.number().min(0).max(1)
const Detailed = z.union([
  z.strictObject({ score: Fraction, passed: z.boolean().optional(), reason: z.string().optional() }),
  z.strictObject({ passed: z.boolean(), reason: z.string().optional() }),
])

function read(name: string, said: unknown): OwnChecksOutcome {
  if (said === undefined || said === null) {
    return {
      name,
      value: null,
      reason: message('{name} said nothing: true, false, a number or {outcome} is expected', {
        name,
        outcome: verdictForm,
      }),
    }
  }
  if (typeof said === 'boolean') return { name, value: said ? 1 : 0, passed: said, reason: undefined }
  const { data } = Detailed.safeParse(typeof said === 'number' ? { score: said } : said)
  if (data !== undefined) {
    const value = 'score' in data ? data.score : Number(data.passed)
    return { name, value, passed: data.passed ?? value >= 1, reason: data.reason }
  }
  throw new EvalError(
    'config',
    message('{name} returned {given}, which is no verdict', { name, given: preview(said) }),
    {
      hint: message('Return true or false, a number from 0 to 1, or {outcome}.', { outcome: verdictForm }),
    },
  )
}

function preview(value: unknown): string {
  return isObject(value) ? `{ ${Object.keys(value).slice(0, 5).join(', ')} }` : String(value).slice(0, 80)
}

function scoreOf(outcomes: readonly OwnChecksOutcome[]): Score {
  const metric = ownChecksName
  const decided = outcomes.filter((one) => one.value !== null)
  const failed = decided.filter(({ passed }) => !passed)
  const silent = outcomes.find((one) => one.value === null)
  if (silent !== undefined && failed.length === 0) {
    return { status: 'not-evaluated', metric, reason: silent.reason as Message }
  }
  const [first] = failed
  const value = decided.reduce((sum, one) => sum + one.value, 0) / decided.length
  return {
    status: 'scored',
    metric,
    value,
    passed: first === undefined,
    ...(first !== undefined && { reason: reasonOf(first, failed.length, outcomes.length) }),
    evidence: [{ kind: 'verdicts', rows: outcomes.map(rowOf) }],
  }
}

function reasonOf(
  { name, reason }: { readonly name: string; readonly reason: string | undefined },
  failed: number,
  all: number,
): Message {
  if (reason === undefined)
    return message('{name} said no ({failed} of {all} {all|check|checks})', { name, failed, all })
  return message('{name}: {reason}', { name, reason })
}

function rowOf(outcome: OwnChecksOutcome): Extract<Evidence, { kind: 'verdicts' }>['rows'][number] {
  const { name: subject, value } = outcome
  if (outcome.value === null) return { subject, label: 'nothing', value: null }
  const { passed, reason } = outcome
  return { subject, label: passed ? 'yes' : 'no', value, passed, ...(reason !== undefined && { reason }) }
}
