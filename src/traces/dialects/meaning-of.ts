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

// Those with names of their own stand before the conventions that many write besides.
const dialects: readonly Dialect[] = [adkDialect, aiSdkDialect, pydanticAi, openInference, ...observations, genAi]

/** What a span says in any of the dialects: what one leaves open, the next one may tell. */
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

// On whatever span somebody has put it, such as that of a request.
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
