import { withThoughtsApart } from '../../core/index.ts'
import type { Span } from '../span.ts'
import type { Dialect, SpanMeaning } from '../span-meaning.ts'
import { adkDialect } from './adk.ts'
import { aiSdkDialect } from './ai-sdk.ts'
import { withLoggedContents } from './logged-contents.ts'
import { textIn } from './attributes.ts'
import { genAi } from './gen-ai.ts'
import { observations } from './observations.ts'
import { openInference } from './open-inference.ts'
import { pydanticAi } from './pydantic-ai.ts'

// Specific dialects come before the conventions, which many libraries write in addition.
const dialects: readonly Dialect[] = [adkDialect, aiSdkDialect, pydanticAi, openInference, ...observations, genAi]

/** Merges what a span says in all dialects; an earlier dialect takes precedence. */
export function spanMeaning(written: Span): SpanMeaning {
  const span = withLoggedContents(written)
  let told: Partial<SpanMeaning> = {}
  for (const dialect of dialects) {
    const read = dialect.read(span)
    if (read === undefined) continue
    const isFirst = told.listener === undefined && read.operation !== undefined
    told = { ...read, ...told, ...(isFirst && { listener: dialect.name }) }
  }
  const output = told.output?.map((content) => (content.role === 'model' ? withThoughtsApart(content) : content))
  return { operation: 'other', ...conversationOf(span), ...told, ...(output !== undefined && { output }) }
}

// Attributes with the conversation's id, which may be on any span, such as that of a request.
const conversations = [
  'gen_ai.conversation.id',
  'session.id',
  'conversation.id',
  'conversation_id',
  'thread_id',
  'session_id',
]

function conversationOf({ attributes }: Span): Pick<SpanMeaning, 'conversationId'> {
  const conversationId = textIn(attributes, ...conversations)
  return conversationId === undefined ? {} : { conversationId }
}
