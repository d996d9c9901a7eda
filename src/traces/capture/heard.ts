import { spanMeaning } from '../dialects/meaning-of.ts'
import type { Span } from '../span.ts'
import type { Published } from './published.ts'

export type Heard = {
  /** Names of the libraries that published an agent, a model call or a tool call, such as "AI SDK". */
  readonly libraries: readonly string[]
  /** True when every tool call would have been observed, so that none observed means none was made. */
  readonly toolCalls: boolean
}

const names: Readonly<Record<Published['by'], string>> = {
  'ai-sdk': 'AI SDK',
  'ai-sdk-answer': 'AI SDK',
  langchain: 'LangChain',
  'openai-agents': 'OpenAI Agents',
  'open-telemetry': 'OpenTelemetry',
}

/** Summarizes spans of agents, models and tools; requests and database queries are ignored. */
export function heardIn(published: readonly Published[], spans: readonly Span[]): Heard {
  const publishers = new Map(published.map(({ id, by }) => [id, by]))
  const work = spans.flatMap((span) => {
    const meaning = spanMeaning(span)
    const by = publishers.get(span.spanId) ?? 'open-telemetry'
    return ['agent', 'model', 'tool'].includes(meaning.operation) ? [{ span, meaning, by }] : []
  })
  const models = work.filter(({ meaning }) => meaning.operation === 'model')
  // When spans omit content, a model that called a tool looks like one that did not.
  const tellsCalls = ({ span, meaning: { output = [] }, by }: (typeof work)[number]) =>
    by !== 'open-telemetry' || output.length > 0 || span.error !== undefined
  return {
    libraries: [...new Set(work.map(({ by }) => names[by]))],
    toolCalls:
      work.some(({ meaning }) => meaning.operation === 'tool') || (models.length > 0 && models.every(tellsCalls)),
  }
}
