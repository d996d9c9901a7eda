import { assertionsOf } from '../../core/case-assertions.ts'
import {
  type Content,
  type EvalCase,
  type Invocation,
  type InvocationScore,
  type Metric,
  type Score,
  type ToolCall,
  type Transcript,
  judgedOf,
  message,
} from '../../core/index.ts'
import { callsOfAll } from '../shared/known-calls.ts'

/** A case that states nothing for a metric does not fail a gate, so the score is informational. */
export function notStated(metric: string): Extract<Score, { status: 'not-evaluated' }> {
  return { status: 'not-evaluated', metric, reason: message('The case states nothing for it'), informational: true }
}

/** Makes a metric informational in cases where it had nothing to compare with and no judge was asked. */
export function whereStated(metric: Metric): Metric {
  return {
    ...metric,
    async score(evalCase, transcript, context) {
      const score = await metric.score(evalCase, transcript, context)
      const isIdle = score.status === 'not-evaluated' && judgedOf(score).length === 0
      return isIdle ? { ...score, informational: true } : score
    },
  }
}

/**
 * Adapts a metric of tool calls to cases written in code. A turn that states no calls is left out; calls stated for a
 * case of several turns are compared with those of the whole conversation.
 */
export function whereCallsAreStated(metric: Metric): Metric {
  return {
    ...metric,
    async score(evalCase, transcript, context) {
      const whole = wholeConversation(evalCase, transcript)
      if (whole !== undefined) {
        const score = await metric.score(whole.evalCase, whole.transcript, context)
        return withoutTurns(score)
      }
      const stated = (evalCase.conversation ?? []).map(({ steps }) => steps !== undefined)
      if (!stated.includes(true)) return notStated(metric.name)
      const isStated = (_turn: Invocation, index: number) => stated[index] !== false
      const score = await metric.score(
        { ...evalCase, conversation: (evalCase.conversation ?? []).filter(isStated) },
        { ...transcript, invocations: transcript.invocations.filter(isStated) },
        context,
      )
      return withOtherTurns(score, stated)
    },
  }
}

/** Joins all turns to one turn that has all their calls; undefined when the case states no calls of its own. */
function wholeConversation(
  evalCase: EvalCase,
  transcript: Transcript,
): { readonly evalCase: EvalCase; readonly transcript: Transcript } | undefined {
  const calls = assertionsOf(evalCase)?.calls
  if (calls === undefined) return undefined
  const made = callsOfAll(transcript.invocations)
  const last = transcript.invocations.at(-1)
  return {
    evalCase: { ...evalCase, conversation: [withCalls({}, calls)] },
    transcript: { ...transcript, invocations: last === undefined ? [] : [withCalls(last.userContent, made)] },
  }
}

function withCalls(userContent: Content, toolCalls: readonly ToolCall[] | undefined): Invocation {
  if (toolCalls === undefined) return { userContent }
  return { userContent, steps: { form: 'lists', toolCalls: [...toolCalls], toolResponses: [], responses: [] } }
}

function withoutTurns(score: Score): Score {
  if (!('invocations' in score)) return score
  const { invocations: _, ...whole } = score
  return whole
}

function withOtherTurns(score: Score, stated: readonly boolean[]): Score {
  if (!('invocations' in score) || score.invocations === undefined) return score
  const scored = [...score.invocations]
  const others: InvocationScore = {
    status: 'not-evaluated',
    reason: message('The case states nothing for this turn'),
  }
  const invocations = stated.map((isStated) => (isStated ? (scored.shift() ?? others) : others))
  return { ...score, invocations: [...invocations, ...scored] } as Score
}
