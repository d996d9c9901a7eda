import { setTimeout as wait } from 'node:timers/promises'
import { EvalError, message } from '../../core/index.ts'
import type { AgentRequest } from '../agent-conversation.ts'
import { noteSoFar } from '../environment/environment.ts'
import { excerpt } from '../excerpt.ts'
import type { AgentPlace } from './agent-card.ts'
import type { A2aClient } from './a2a-client.ts'
import { a2aExchange, type A2aExchange } from './a2a-task.ts'
import { methods, sentMessage } from './a2a-words.ts'

export type A2aOptions = {
  /** `false` disables streaming, whatever the card says. */
  readonly stream?: boolean | undefined
}

type A2aConversationQuestion = { readonly signal: AbortSignal; readonly traceparent?: string | undefined }

/** One conversation: a context at the agent, and the open task in it. */
export function a2aConversation(place: AgentPlace, client: A2aClient, { stream = place.streams }: A2aOptions) {
  const words = methods[place.dialect]
  let contextId: string | undefined
  let taskId: string | undefined
  let earlier: ReadonlySet<string> = new Set()
  let exchanges = 0
  let cancelling: Promise<unknown> = Promise.resolve()

  /** Polls until the task ends or needs input: a stream that is subscribed to again does not repeat what was missed. */
  async function follow(exchange: A2aExchange, asking: A2aConversationQuestion): Promise<void> {
    if (isOpen(exchange)) exchange.forgetPieces()
    let failures = 0
    for (let pauseMs = 100; isOpen(exchange); pauseMs = Math.min(pauseMs * 1.5, 2000)) {
      try {
        await wait(pauseMs, undefined, { signal: asking.signal })
        exchange.hear(await client.call(words.get, { id: exchange.taskId }, asking))
        failures = 0
      } catch (error) {
        asking.signal.throwIfAborted()
        failures += 1
        if (!(error instanceof EvalError) || failures > 3) throw error
      }
    }
  }

  function cancel(id: string): void {
    const signal = AbortSignal.timeout(3000)
    // An agent that ignores the request goes on working, which does not affect the case.
    cancelling = client.call(words.cancel, { id }, { signal }).catch(() => undefined)
  }

  async function exchangeOf(request: AgentRequest, signal: AbortSignal): Promise<A2aExchange> {
    const exchange = a2aExchange(earlier)
    noteSoFar(() => replyOf(exchange))
    const asking = { signal, traceparent: request.traceparent }
    try {
      const params = sentMessage(request.content, place.dialect, { contextId, taskId })
      const sent = stream
        ? listen(client.stream(words.stream, params, asking), exchange)
        : client.call(words.send, params, asking).then((answer) => exchange.hear(answer))
      await sent.catch((error: unknown) => {
        // The task continues without its broken stream.
        if (signal.aborted || !isOpen(exchange)) throw error
      })
      await follow(exchange, asking)
      refuseFailure(exchange)
      return exchange
    } catch (error) {
      if (isOpen(exchange) && exchange.taskId !== undefined) cancel(exchange.taskId)
      // The agent has received the message, so only a first message can be retried, in a new context.
      throw exchanges > 0 && error instanceof EvalError && error.retryable ? final(error) : error
    }
  }

  function replyOf(exchange: A2aExchange): object {
    return {
      events: exchange.events(place.name),
      // The protocol has no tool calls, so their absence proves nothing.
      provenance: { toolCalls: 'unknown' },
      metadata: { a2a: { state: exchange.state, contextId, taskId: exchange.taskId } },
    }
  }

  return {
    async ask(request: AgentRequest, signal: AbortSignal) {
      const exchange = await exchangeOf(request, signal)
      exchanges += 1
      contextId = exchange.contextId ?? contextId
      taskId = exchange.state === 'input-required' ? exchange.taskId : undefined
      earlier = taskId === undefined ? new Set() : exchange.heard()
      return replyOf(exchange)
    },
    async close() {
      if (taskId !== undefined) cancel(taskId)
      taskId = undefined
      await cancelling
    },
  }
}

async function listen(events: AsyncGenerator<unknown>, exchange: A2aExchange): Promise<void> {
  for await (const event of events) {
    exchange.hear(event)
    // A stream may stay open after its end.
    if (exchange.state !== undefined && exchange.state !== 'working' && exchange.taskId !== undefined) return
  }
}

function isOpen({ state, taskId }: A2aExchange): boolean {
  return taskId !== undefined && (state === 'working' || state === undefined)
}

function refuseFailure(exchange: A2aExchange): void {
  const { state } = exchange
  const problem = excerpt(exchange.statusText(), 300) || '–'
  if (state === undefined || state === 'working') {
    throw new EvalError('agent', message('The A2A agent ended its answer before it had said anything'))
  }
  if (exchange.lacksPieces()) {
    throw new EvalError('agent', message('The A2A agent broke off its answer, and its task does not have it'))
  }
  if (state === 'failed') throw new EvalError('agent', message('The A2A task failed: {problem}', { problem }))
  if (state === 'rejected')
    throw new EvalError('agent', message('The A2A agent rejected the task: {problem}', { problem }))
  if (state === 'canceled')
    throw new EvalError('agent', message('The A2A agent cancelled the task: {problem}', { problem }))
  if (state !== 'auth-required') return
  throw new EvalError('agent', message('The A2A agent wants somebody to log in: {problem}', { problem }), {
    hint: message('Send what lets it in with headers in the config.'),
  })
}

function final({ code, sentence, hint, cause }: EvalError): EvalError {
  return new EvalError(code, sentence, { ...(hint !== undefined && { hint }), cause })
}
