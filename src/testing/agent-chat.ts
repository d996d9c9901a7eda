import { type Invocation, type ToolCall, EvalError, message, responseTextOf } from '../core/index.ts'
import { type CallerPlace, callerPlace } from './agent-failure.ts'
import { type Satisfy, answerCheck, callCheck, functionCheck, knownCallsOf } from './chat-checks.ts'
import type { Expectation } from './chat-metrics.ts'
import { holdTestOpen } from './current-test.ts'

/** What the agent said and did in the last turn. */
type LastTurn = {
  readonly answer: string
  /** @throws {UnknownEvidence} where nobody knows which tools were called */
  readonly calls: readonly ToolCall[]
  /** All turns so far. */
  readonly exchanges: readonly Invocation[]
}

type Expected = {
  /** A call of the tool in this turn, with these arguments and maybe others; a RegExp stands for every text that it matches. */
  toCall(tool: string, args?: Readonly<Record<string, unknown>>): AgentChat
  /** An answer that a RegExp matches, or that comes close to a text and has all of its numbers. */
  toAnswer(expected: string | RegExp): AgentChat
  /** A function says so and does not throw; for a text, the judge says that it is so. */
  toSatisfy(property: Satisfy | string): AgentChat
}

/**
 * A conversation with the agent, and what is expected of it. It begins by itself; awaiting it waits for all that was written so
 * far, and fails with what does not hold. It can go on after that.
 */
export type AgentChat = Promise<LastTurn> &
  Expected & {
    /** The opposite of what follows. */
    readonly not: Expected
    /** Says the next thing in the same conversation. */
    next(text: string): AgentChat
  }

/** Something that is said to the agent, and where the test says it. */
export type ChatTurn = { readonly text: string; readonly place: CallerPlace }

/** Says and looks at what was written since the last time; `turns` are all of them. */
export type Play = (turns: readonly ChatTurn[], expectations: readonly Expectation[]) => Promise<readonly Invocation[]>

/** Begins a conversation. All that is written in one go is played in one go, so that a failure has the whole of it. */
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
    // Only of the last one can it be forgotten to wait for it, and then what fails is unhandled.
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
