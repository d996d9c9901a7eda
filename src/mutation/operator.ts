import {
  textOf,
  toolCallsOf,
  toolResponsesOf,
  type Content,
  type EvalCase,
  type Invocation,
  type JsonObject,
  type ToolCall,
  type ToolResponse,
  type Transcript,
} from '../core/index.ts'

export type Mutant = {
  readonly transcript: Transcript
  /** The position of the fault for people, such as `turn 1, call 2`. */
  readonly place: string
  readonly change: string
  readonly tool?: string
  /** True when independent calls changed their order, which may or may not be a fault. */
  readonly isFreeOrder?: true
}

/** `random` is uniform in [0, 1), and the same for the same seed, case and operator. */
type MutationContext = { readonly evalCase: EvalCase; readonly random: () => number }

/**
 * Plants one kind of fault.
 *
 * @example
 * const shouting: MutationOperator = {
 *   id: 'shouting',
 *   plants: 'the answer in capitals',
 *   mutants: (transcript) => inAnswers(transcript, (text) => [{ text: text.toUpperCase(), change: 'capitals' }]),
 * }
 */
export interface MutationOperator {
  /** Names the planted fault, such as `argument-number`. */
  readonly id: string
  readonly plants: string
  mutants(transcript: Transcript, context: MutationContext): Iterable<Mutant>
}

export type ChangedText = { readonly text: string; readonly change: string }

/** Makes mutants in which one final answer is changed. Answers without text have none. */
export function* inAnswers(
  transcript: Transcript,
  changed: (text: string) => Iterable<ChangedText>,
): Generator<Mutant> {
  for (const [turn, invocation] of transcript.invocations.entries()) {
    const text = answerOf(invocation)
    if (text === undefined) continue
    for (const { text: other, change } of changed(text)) {
      const mutant = { ...invocation, finalResponse: withText(invocation.finalResponse, other) }
      yield { transcript: withTurn(transcript, turn, mutant), place: `turn ${turn + 1}, answer`, change }
    }
  }
}

export type ChangedCalls = { readonly calls: readonly ToolCall[]; readonly index: number } & Pick<
  Mutant,
  'change' | 'isFreeOrder'
>

/** Makes mutants in which the calls of one exchange are changed. Results stay with the calls that are left. */
export function* inCalls(
  transcript: Transcript,
  changed: (calls: readonly ToolCall[], invocation: Invocation) => Iterable<ChangedCalls>,
): Generator<Mutant> {
  for (const [turn, invocation] of transcript.invocations.entries()) {
    const calls = callsMade(invocation)
    if (calls.length === 0) continue
    for (const { calls: others, index, ...told } of changed(calls, invocation)) {
      const mutant = withCalls(invocation, others)
      const tool = calls[index]?.name
      const place = `turn ${turn + 1}, call ${index + 1}`
      yield { transcript: withTurn(transcript, turn, mutant), place, ...told, ...(tool !== undefined && { tool }) }
    }
  }
}

/** Makes mutants in which one tool result is changed, while the answer after it stays the same. */
export function* inResults(
  transcript: Transcript,
  changed: (result: ToolResponse) => Iterable<{ readonly response: JsonObject; readonly change: string }>,
): Generator<Mutant> {
  for (const [turn, invocation] of transcript.invocations.entries()) {
    if (answerOf(invocation) === undefined) continue
    for (const [index, result] of toolResponsesOf(invocation).entries()) {
      for (const { response, change } of changed(result)) {
        const mutant = withResult(invocation, result, { ...result, response })
        const place = `turn ${turn + 1}, result ${index + 1}`
        yield { transcript: withTurn(transcript, turn, mutant), place, change, tool: result.name }
      }
    }
  }
}

function withResult(invocation: Invocation, before: ToolResponse, after: ToolResponse): Invocation {
  const { steps } = invocation
  if (steps === undefined) return invocation
  if (steps.form === 'lists') {
    const toolResponses = steps.toolResponses.map((one) => (one === before ? after : one))
    return { ...invocation, steps: { ...steps, toolResponses } }
  }
  const events = steps.events.map((event) => {
    if (event.content?.parts?.some(({ toolResponse }) => toolResponse === before) !== true) return event
    const parts = event.content.parts.map((part) =>
      part.toolResponse === before ? { ...part, toolResponse: after } : part,
    )
    return { ...event, content: { ...event.content, parts } }
  })
  return { ...invocation, steps: { ...steps, events } }
}

export function answerOf({ finalResponse }: Invocation): string | undefined {
  return textOf(finalResponse)
}

/** Returns the calls of an exchange in order; empty when they are unknown. */
export function callsMade(invocation: Invocation): readonly ToolCall[] {
  return toolCallsOf(invocation) ?? []
}

export function withTurn(transcript: Transcript, turn: number, invocation: Invocation): Transcript {
  return { ...transcript, invocations: transcript.invocations.with(turn, invocation) }
}

function withText(content: Content | undefined, text: string): Content {
  const others = (content?.parts ?? []).filter((part) => part.text === undefined || part.thought === true)
  return { ...content, parts: [...others, { text }] }
}

/** Removed calls take their results along. Calls of events stay in the event at the same position. */
function withCalls(invocation: Invocation, calls: readonly ToolCall[]): Invocation {
  const { steps } = invocation
  if (steps === undefined) return invocation
  const before = callsMade(invocation)
  const gone = new Set(
    before.flatMap(({ id }) => (id === undefined || calls.some((call) => call.id === id) ? [] : [id])),
  )
  if (steps.form === 'lists') {
    const toolResponses = steps.toolResponses.filter(({ id }) => id === undefined || !gone.has(id))
    return { ...invocation, steps: { ...steps, toolCalls: [...calls], toolResponses } }
  }
  let next = 0
  let placed = 0
  const total = before.length
  const events = steps.events.map((event) => {
    const parts = (event.content?.parts ?? []).flatMap((part) => {
      if (part.toolResponse?.id !== undefined && gone.has(part.toolResponse.id)) return []
      if (part.toolCall === undefined) return [part]
      placed += 1
      // The last place takes all remaining calls; an earlier place gets none when there are too few.
      const share = placed === total ? calls.slice(next) : calls.slice(next, next + 1)
      next += share.length
      return share.map((toolCall) => ({ ...part, toolCall }))
    })
    return event.content === undefined ? event : { ...event, content: { ...event.content, parts } }
  })
  return { ...invocation, steps: { ...steps, events } }
}
