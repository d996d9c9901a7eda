import { stringifyJson, textOf, toolCallsOf, type JsonObject, type ToolCall, type Transcript } from '../core/index.ts'
import { toolResponseTo } from '../metrics/shared/tool-steps.ts'

/** One thing that the agent did: a call of a tool with what came back, or an answer. */
export type TranscriptStep = {
  /** From 1, over all exchanges: each call in its order, and the answer after the calls of its exchange. */
  readonly number: number
  readonly turn: number
  readonly call?: ToolCall
  readonly response?: JsonObject
  /** Of an answer. */
  readonly text?: string
}

/** The steps of a transcript, however it was recorded. An exchange whose calls are unknown has its answer alone. */
export function transcriptSteps({ invocations }: Pick<Transcript, 'invocations'>): readonly TranscriptStep[] {
  const steps: TranscriptStep[] = []
  for (const [index, invocation] of invocations.entries()) {
    const turn = index + 1
    const responseTo = toolResponseTo(invocation)
    for (const call of toolCallsOf(invocation) ?? []) {
      const response = responseTo(call)?.response
      steps.push({ number: steps.length + 1, turn, call, ...(response !== undefined && { response }) })
    }
    const text = textOf(invocation.finalResponse)
    if (text !== undefined && text !== '') steps.push({ number: steps.length + 1, turn, text })
  }
  return steps
}

/** What two steps have in common that do the same: ids of calls differ from repeat to repeat, and so do the words of answers. */
export function stepKey({ call }: TranscriptStep): string {
  return call === undefined ? 'answer' : `${call.name} ${stringifyJson(ordered(call.args ?? call.malformed ?? {}))}`
}

/** The tool that a step calls, or `answer`. */
export function stepName({ call }: TranscriptStep): string {
  return call?.name ?? 'answer'
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([name, own]) => [name, ordered(own)]))
}
