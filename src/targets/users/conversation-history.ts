import {
  type AgentEvent,
  type Content,
  type Invocation,
  type Part,
  type Steps,
  stringifyJson,
} from '../../core/index.ts'

type Speech = Pick<AgentEvent, 'author' | 'content'>

export type HistoryOptions = {
  /** Adds a line for each tool call and each response. */
  readonly functionCalls?: boolean
  /** Changes each line, so that an agent's text cannot imitate other parts of a prompt. */
  readonly neutralise?: (line: string) => string
}

/** Writes a conversation as text: `author: words` for each part except thoughts, separated by empty lines. */
export function historyText(speeches: readonly Speech[], options: HistoryOptions = {}): string {
  const { functionCalls = false, neutralise = (line) => line } = options
  return speeches
    .flatMap(({ author, content }) => (content?.parts ?? []).map((part) => lineOf(author, part, functionCalls)))
    .flatMap((line) => (line === undefined ? [] : neutralise(line)))
    .join('\n\n')
}

export function speechesOf(invocations: readonly Invocation[]): readonly Speech[] {
  return invocations.flatMap((invocation): readonly Speech[] => {
    const steps = stepSpeeches(invocation.steps)
    return [
      { author: 'user', content: invocation.userContent },
      ...steps,
      ...(isSaidAlready(invocation.finalResponse, steps)
        ? []
        : [{ author: steps.at(-1)?.author ?? 'agent', content: invocation.finalResponse }]),
    ]
  })
}

function lineOf(author: string, part: Part, functionCalls: boolean): string | undefined {
  if (part.thought === true) return undefined
  if (part.text) return `${author}: ${part.text}`
  if (!functionCalls) return undefined
  const { toolCall, toolResponse } = part
  if (toolCall) return `${author} calls ${toolCall.name}: ${toolCall.malformed ?? stringifyJson(toolCall.args ?? {})}`
  if (toolResponse) return `${toolResponse.name} gives back: ${stringifyJson(toolResponse.response ?? {})}`
  return undefined
}

function stepSpeeches(steps: Steps | undefined): readonly Speech[] {
  if (steps === undefined) return []
  if (steps.form === 'events') return steps.events
  const calls = steps.toolCalls.map((toolCall, index): Speech => {
    const response = responseTo(steps, index)
    return {
      author: 'agent',
      content: { parts: [{ toolCall }, ...(response === undefined ? [] : [{ toolResponse: response }])] },
    }
  })
  return [...calls, ...steps.responses.map(({ author, parts }) => ({ author, content: { parts } }))]
}

function responseTo({ toolCalls, toolResponses }: Extract<Steps, { form: 'lists' }>, index: number) {
  const id = toolCalls[index]?.id
  return id === undefined ? toolResponses[index] : toolResponses.find((response) => response.id === id)
}

// A final event with a tool call stays among the steps, so its text would appear twice.
function isSaidAlready(final: Content | undefined, steps: readonly Speech[]): boolean {
  if (final === undefined) return true
  return stringifyJson(steps.at(-1)?.content?.parts) === stringifyJson(final.parts)
}
