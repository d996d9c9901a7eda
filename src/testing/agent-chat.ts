import { type Invocation, type ToolCall, EvalError, message, responseTextOf } from '../core/index.ts'
import { type CallerPlace, callerPlace } from './agent-failure.ts'
import { type Satisfy, answerCheck, callCheck, functionCheck, knownCallsOf } from './chat-checks.ts'
import type { Expectation } from './chat-metrics.ts'
import { holdTestOpen } from './current-test.ts'

type LastTurn = {
  readonly answer: string
  /** @throws {UnknownEvidence} where the tool calls are unknown */
  readonly calls: readonly ToolCall[]
  readonly exchanges: readonly Invocation[]
}

type Expected = {
  /** Expects a call of the tool in this turn with at least these arguments; a RegExp stands for every text that it matches. */
  toCall(tool: string, args?: Readonly<Record<string, unknown>>): AgentChat
  /** Expects an answer that matches a RegExp, or that resembles a text and has all of its numbers. */
  toAnswer(expected: string | RegExp): AgentChat
  /** Expects that a function returns true and does not throw, or that the judge finds a property, given as text, to hold. */
  toSatisfy(property: Satisfy | string): AgentChat
}

/**
 * A conversation with the agent and its expectations. It starts by itself; awaiting it waits for everything written so far, and
 * rejects with the expectation that failed. It can be continued afterwards.
 */
export type AgentChat = Promise<LastTurn> &
  Expected & {
    /** Negates the next expectation. */
    readonly not: Expected
    /** Sends the next message in the same conversation. */
    next(text: string): AgentChat
  }

export type ChatTurn = { readonly text: string; readonly place: CallerPlace }

/** Plays the new turns and checks the new expectations; `turns` has all turns of the conversation. */
export type Play = (turns: readonly ChatTurn[], expectations: readonly Expectation[]) => Promise<readonly Invocation[]>

/** Starts a conversation. All calls chained in one expression are played together, so that a failure reports all of them. */
export function startChat(text: string, place: CallerPlace, play: Play): AgentChat {
  const turns: ChatTurn[] = []
  let fresh: Expectation[] = []
  let played: Promise<readonly Invocation[]> = Promise.resolve([])
  let isPlanned = false
  let latest: Promise<unknown> = played

  function add(said: ChatTurn | undefined, expectation?: Omit<Expectation, 'turn'>): AgentChat {
    if (said !== undefined) turns.push(said)
    if (expectation !== undefined) fresh.push({ ...expectation, turn: turns.length - 1 })
    if (!isPlanned) {
      isPlanned = true
      played = played.then(() => {
        isPlanned = false
        const expectations = fresh
        fresh = []
        return play(turns, expectations)
      })
    }
    // Only the last link can remain without an await; its rejection is the unhandled one.
    latest.catch(() => undefined)
    const link = holdTestOpen(played.then(lastTurnOf), latest)
    latest = link
    return Object.assign(link, { ...expecting(false), not: expecting(true), next })
  }

  function next(said: string): AgentChat {
    return add({ text: said, place: callerPlace(next) })
  }

  function expecting(isNegated: boolean): Expected {
    const toCall: Expected['toCall'] = (tool, args) =>
      add(undefined, { kind: 'toCall', check: callCheck(tool, args, isNegated), place: callerPlace(toCall) })
    const toAnswer: Expected['toAnswer'] = (expected) =>
      add(undefined, { kind: 'toAnswer', check: answerCheck(expected, isNegated), place: callerPlace(toAnswer) })
    const toSatisfy: Expected['toSatisfy'] = (property) => {
      if (typeof property === 'string' && isNegated) throw negatedRubric()
      const check = typeof property === 'string' ? property : functionCheck(property, isNegated)
      return add(undefined, { kind: 'toSatisfy', check, place: callerPlace(toSatisfy) })
    }
    return { toCall, toAnswer, toSatisfy }
  }

  return add({ text, place })
}

function lastTurnOf(exchanges: readonly Invocation[]): LastTurn {
  const last = exchanges.at(-1)
  if (last === undefined) return { answer: '', calls: [], exchanges }
  return {
    answer: responseTextOf(last) ?? '',
    get calls() {
      return knownCallsOf(last)
    },
    exchanges,
  }
}

function negatedRubric(): EvalError {
  return new EvalError('usage', message('a judge is asked what is so, not what is not so'), {
    hint: message('Write it the other way round: {example}', { example: "toSatisfy('Does not …')" }),
  })
}
