import { canonicalJson, textOf, toolCallsOf, type JsonObject, type ToolCall, type Transcript } from '../core/index.ts'
import { toolResponseTo } from '../metrics/shared/tool-steps.ts'

export type TranscriptStep = {
  /** Counts from 1 over all exchanges: the calls of an exchange in order, then its answer. */
  readonly number: number
  readonly turn: number
  readonly call?: ToolCall
  readonly response?: JsonObject
  readonly text?: string
}

/** Lists the steps of a transcript in either form. An exchange with unknown calls has only its answer. */
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

/** Identifies equal steps across repeats, without ids of calls and the words of answers. */
export function stepKey({ call }: TranscriptStep): string {
  return call === undefined ? 'answer' : `${call.name} ${canonicalJson(call.args ?? call.malformed ?? {})}`
}

export function stepName({ call }: TranscriptStep): string {
  return call?.name ?? 'answer'
}
