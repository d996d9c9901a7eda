import {
  textOf,
  toolCallsOf,
  type Content,
  type EvalCase,
  type Invocation,
  type JsonObject,
  type ToolCall,
  type ToolResponse,
  type Transcript,
} from '../core/index.ts'

/** A transcript with exactly one fault planted in it. */
export type Mutant = {
  readonly transcript: Transcript
  /** Where, for people: `turn 1, call 2`. */
  readonly place: string
  readonly change: string
  /** The tool whose call is another one now. */
  readonly tool?: string
  /** Calls that do not need each other may be made in either order: whether that is a fault nobody knows. */
  readonly isFreeOrder?: true
}

/** What an operator may look at. `random` is uniform in [0, 1), the same for the same seed, case and operator. */
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
  /** Named by what it plants, such as `argument-number`. */
  readonly id: string
  readonly plants: string
  mutants(transcript: Transcript, context: MutationContext): Iterable<Mutant>
}

/** One way to write a text otherwise, and what was changed in it. */
export type ChangedText = { readonly text: string; readonly change: string }

/** Mutants in which one final answer says something else. Answers without text have none. */
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

/** The calls of one exchange after one of them was changed. */
export type ChangedCalls = { readonly calls: readonly ToolCall[]; readonly index: number } & Pick<
  Mutant,
  'change' | 'isFreeOrder'
>

/** Mutants in which the calls of one exchange are others. Answers of tools stay with the calls that are left. */
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

/** What the tools of an exchange gave back, in order. */
export function resultsIn({ steps }: Invocation): readonly ToolResponse[] {
  if (steps === undefined) return []
  if (steps.form === 'lists') return steps.toolResponses
  return steps.events.flatMap(({ content }) => (content?.parts ?? []).flatMap(({ toolResponse }) => toolResponse ?? []))
}

/** Mutants in which one tool gave something else back, and the answer that follows is as it was. */
export function* inResults(
  transcript: Transcript,
  changed: (result: ToolResponse) => Iterable<{ readonly response: JsonObject; readonly change: string }>,
): Generator<Mutant> {
  for (const [turn, invocation] of transcript.invocations.entries()) {
    if (answerOf(invocation) === undefined) continue
    for (const [index, result] of resultsIn(invocation).entries()) {
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

/** The text of a final answer, thoughts left out. */
export function answerOf({ finalResponse }: Invocation): string | undefined {
  return textOf(finalResponse)
}

/** The calls that an exchange tells of, in their order; none where nobody knows. */
export function callsMade(invocation: Invocation): readonly ToolCall[] {
  return toolCallsOf(invocation) ?? []
}

/** A transcript with another exchange in one place. */
export function withTurn(transcript: Transcript, turn: number, invocation: Invocation): Transcript {
  return { ...transcript, invocations: transcript.invocations.with(turn, invocation) }
}

function withText(content: Content | undefined, text: string): Content {
  const others = (content?.parts ?? []).filter((part) => part.text === undefined || part.thought === true)
  return { ...content, parts: [...others, { text }] }
}

/** Calls that are gone take their answers along; those of events stay in the event of their place. */
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
      // The last place takes what is more, an earlier one nothing where there is less.
      const share = placed === total ? calls.slice(next) : calls.slice(next, next + 1)
      next += share.length
      return share.map((toolCall) => ({ ...part, toolCall }))
    })
    return event.content === undefined ? event : { ...event, content: { ...event.content, parts } }
  })
  return { ...invocation, steps: { ...steps, events } }
}
