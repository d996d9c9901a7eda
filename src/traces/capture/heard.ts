import { spanMeaning } from '../dialects/meaning-of.ts'
import type { Span } from '../span.ts'
import type { Published } from './published.ts'

/** What was heard of an agent's work while an exchange went on. */
export type Heard = {
  /** Who told of an agent, or of a call of a model or a tool, such as "AI SDK". */
  readonly libraries: readonly string[]
  /** Whether all tool calls would have been heard, so that none heard is none made. */
  readonly toolCalls: boolean
}

const names: Readonly<Record<Published['by'], string>> = {
  'ai-sdk': 'AI SDK',
  'ai-sdk-answer': 'AI SDK',
  langchain: 'LangChain',
  'openai-agents': 'OpenAI Agents',
  'open-telemetry': 'OpenTelemetry',
}

/** What spans tell of an agent's work; requests and queries of a database are none of it. */
export function heardIn(published: readonly Published[], spans: readonly Span[]): Heard {
  const publishers = new Map(published.map(({ id, by }) => [id, by]))
  const work = spans.flatMap((span) => {
    const meaning = spanMeaning(span)
    const by = publishers.get(span.spanId) ?? 'open-telemetry'
    return ['agent', 'model', 'tool'].includes(meaning.operation) ? [{ span, meaning, by }] : []
  })
  const models = work.filter(({ meaning }) => meaning.operation === 'model')
  // Where content is left out of spans, a model that asked for a tool looks like one that did not.
  const tellsCalls = ({ span, meaning: { output = [] }, by }: (typeof work)[number]) =>
    by !== 'open-telemetry' || output.length > 0 || span.error !== undefined
  return {
    libraries: [...new Set(work.map(({ by }) => names[by]))],
    toolCalls:
      work.some(({ meaning }) => meaning.operation === 'tool') || (models.length > 0 && models.every(tellsCalls)),
  }
}
