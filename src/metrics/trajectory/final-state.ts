import {
  type ArgumentDifference,
  type EvalCase,
  type JsonObject,
  type Message,
  type Metric,
  type Score,
  type Transcript,
  message,
} from '../../core/index.ts'
import type { ArgumentMatcher } from './argument-matchers.ts'
import { argumentRules, differencesUnder } from './argument-rules.ts'
import { valuePreview } from '../shared/value-preview.ts'

type FinalStateOptions = {
  /** With `subset` the agent's state may hold more than the expected one. */
  readonly mode?: 'equal' | 'subset'
  /** Paths to leave out, such as `cart.updatedAt`. */
  readonly ignore?: readonly string[]
}

/** ADK's recorder of model requests stores its own key in the state. */
const RECORDER_KEY = '__llm_request_key__'

/**
 * Scores a case 1 when the session's state after the last turn is the expected one, else 0. An agent that never reached the
 * last turn has no final state, which is 0. ADK writes an empty expected state into every case, so that expects nothing.
 *
 * @throws {EvalError} `config` when a path is not readable
 * @example
 * const metrics = [finalState({ mode: 'subset', ignore: ['updatedAt'] })]
 * const cases = [{ ask: 'Two apples, please.', state: { apples: 2 } }]
 * const agent = () => ({ response: 'Here you are.', state: { apples: 3 } })
 * const { results } = await evaluate({ cases, agent, metrics, store: ':memory:' })
 * results[0]?.scores[0] // => { status: 'scored', value: 0, passed: false, … }
 */
export function finalState(options: FinalStateOptions = {}): Metric {
  const name = 'final_state_match'
  const { mode = 'equal', ignore = [] } = options
  const ignored = [RECORDER_KEY, ...ignore].map((path): [string, ArgumentMatcher] => [path, 'ignore'])
  const rules = argumentRules({ ...(mode === 'subset' ? { '*': 'subset' } : {}), ...Object.fromEntries(ignored) })
  return {
    name,
    score(evalCase, transcript) {
      const expected = evalCase.finalSessionState
      if (expected === undefined || Object.keys(expected).length === 0) {
        return { ...notEvaluated(name, message('The case expects no final state')), informational: true }
      }
      if (stoppedEarly(evalCase, transcript)) {
        return scoreOf(name, [], message('The agent never reached the last turn, so there is no final state'))
      }
      const actual = transcript.invocations.at(-1)?.sessionState
      if (actual === undefined) return notEvaluated(name, message('The target does not tell the state of the session'))
      return compared(name, expected, differencesUnder(rules, expected, actual).slice(0, 50))
    },
  }
}

function notEvaluated(metric: string, reason: Message) {
  return { status: 'not-evaluated' as const, metric, reason }
}

function stoppedEarly({ conversation }: EvalCase, { invocations }: Transcript): boolean {
  return conversation !== undefined && invocations.length < conversation.length
}

function compared(metric: string, expected: JsonObject, differences: ArgumentDifference[]): Score {
  const [first] = differences
  if (first === undefined) return { status: 'scored', metric, value: 1, threshold: 1, passed: true }
  return scoreOf(metric, differences, differenceReason(first, differences.length))
}

function scoreOf(metric: string, differences: ArgumentDifference[], reason: Message): Score {
  return {
    status: 'scored',
    metric,
    value: 0,
    threshold: 1,
    passed: false,
    reason,
    ...(differences.length === 0 ? {} : { evidence: [{ kind: 'values', differences }] }),
  }
}

function differenceReason({ path, expected, actual }: ArgumentDifference, count: number): Message {
  return message('The final state has {count} {count|difference|differences}: {path} should be {wanted}, is {given}', {
    count,
    path,
    wanted: valuePreview(expected),
    given: valuePreview(actual),
  })
}
