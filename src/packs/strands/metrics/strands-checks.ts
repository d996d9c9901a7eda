import {
  type EvalCase,
  type Metric,
  type Score,
  type Transcript,
  EvalError,
  message,
  textOf,
  parsedJson,
} from '../../../core/index.ts'
import { answerMetric } from '../../../metrics/answer/answer-metric.ts'
import { finalState } from '../../../metrics/trajectory/final-state.ts'
import { jsonMatch } from '../../../metrics/answer/json-match.ts'
import { normalise } from '../../../metrics/answer/normalise.ts'
import { exactMatch } from '../../../metrics/answer/text-match.ts'
import { toolRules } from '../../../metrics/trajectory/tool-rules.ts'
import { valuePreview } from '../../../metrics/shared/value-preview.ts'

type StrandsChecksName = { readonly name: string; readonly threshold?: number }

/**
 * Checks that the answer equals `value`, or else the case's expected answer. Agents answer in text, so any value that
 * is not a text is compared with the answer's JSON, and so is a reference that is an object or a list.
 */
export function equalsValue({ name, threshold, value }: StrandsChecksName & { readonly value?: unknown }): Metric {
  const asText = exactMatch({ threshold, ...(typeof value === 'string' ? { text: value } : {}) })
  const asJson = jsonMatch({ threshold, ...(value === undefined ? {} : { value }) })
  return {
    name,
    score(evalCase, transcript, context) {
      const isJson = value === undefined ? expectsJson(evalCase) : typeof value !== 'string'
      return named(isJson ? asJson : asText, name).score(evalCase, transcript, context)
    },
  }
}

export function startsWithText({
  name,
  threshold = 1,
  text,
  ignoreCase,
}: StrandsChecksName & { readonly text: string; readonly ignoreCase?: boolean }): Metric {
  if (text === '') {
    throw new EvalError('config', message('{metric} has no text to compare with, or an empty one', { metric: name }), {
      hint: message('Give it a text: every answer begins with an empty one.'),
    })
  }
  return answerMetric({
    name,
    threshold,
    expected: text,
    compare: (answer) => ({
      status: 'compared',
      value: normalise(answer, { ignoreCase }).startsWith(normalise(text, { ignoreCase })) ? 1 : 0,
      reason: message('The answer does not begin with {text}', { text: valuePreview(text) }),
    }),
  })
}

export function toolCalled({ name, tool }: { readonly name: string; readonly tool: string }): Metric {
  return named(toolRules({ required: [tool] }), name)
}

type StateEqualsOptions = {
  readonly name: string
  readonly state: string
  /** Defaults to the value that the case expects under that name. */
  readonly value?: unknown
}

export function stateEquals({ name, state, value }: StateEqualsOptions): Metric {
  const whole = finalState()
  return {
    name,
    score(evalCase, transcript, context) {
      const expected = value ?? expectedState(evalCase, state)
      if (expected === undefined) {
        // A case that expects other states may well have a typing error in this name.
        const informational = Object.keys(evalCase.finalSessionState ?? {}).length === 0
        const reason = message('The case expects no state {state}', { state })
        return { status: 'not-evaluated', metric: name, reason, informational }
      }
      const narrowed = { ...evalCase, finalSessionState: { [state]: expected } }
      return named(whole, name).score(narrowed, onlyState(transcript, state), context)
    },
  }
}

function expectedState({ finalSessionState = {} }: EvalCase, state: string): unknown {
  return Object.hasOwn(finalSessionState, state) ? finalSessionState[state] : undefined
}

function onlyState(transcript: Transcript, state: string): Transcript {
  const invocations = transcript.invocations.map(({ sessionState, ...invocation }) => {
    if (sessionState === undefined) return invocation
    const isThere = Object.hasOwn(sessionState, state)
    return { ...invocation, sessionState: isThere ? { [state]: sessionState[state] } : {} }
  })
  return { ...transcript, invocations }
}

function expectsJson({ conversation = [] }: EvalCase): boolean {
  const expected = textOf(conversation.at(-1)?.finalResponse)?.trim() ?? ''
  return /^[[{]/.test(expected) && parsedJson(expected) !== undefined
}

export function named(metric: Metric, name: string): Metric {
  return {
    name,
    score(evalCase, transcript, context) {
      const score: Score | Promise<Score> = metric.score(evalCase, transcript, context)
      return score instanceof Promise ? score.then((late) => ({ ...late, metric: name })) : { ...score, metric: name }
    },
  }
}
