import { type AgentEvent, type Content, type Invocation, type Part, textOf } from '../../core/index.ts'

export type SaidEvent = { readonly author?: string | undefined; readonly content?: Content | undefined } & Omit<
  AgentEvent,
  'author' | 'content'
>

/** Splits a conversation into exchanges by speaker, since the turns of the file may begin anywhere. */
export function exchangesFrom(events: readonly SaidEvent[]): readonly Invocation[] {
  const exchanges: { readonly userContent: Content; readonly said: AgentEvent[] }[] = []
  for (const event of events) {
    const { author = event.content?.role === 'user' ? 'user' : 'agent', content } = event
    const open = exchanges.at(-1)
    if (isUserMessage(author, content)) exchanges.push({ userContent: { role: 'user', ...content }, said: [] })
    else open?.said.push({ ...event, author, ...(content === undefined ? {} : { content }) })
  }
  return exchanges.map(({ userContent, said }) => ({ userContent, ...answerFrom(said) }))
}

export function isAnswered(exchanges: readonly Invocation[]): boolean {
  const last = exchanges.at(-1)
  return last?.finalResponse !== undefined || last?.steps !== undefined
}

function isUserMessage(author: string, content: Content | undefined): content is Content {
  return author.toLowerCase() === 'user' && content?.parts?.some(({ toolResponse }) => toolResponse) !== true
}

function answerFrom(said: readonly AgentEvent[]): Pick<Invocation, 'steps' | 'finalResponse'> {
  const final = said.findLast(({ content }) => textOf(content ?? {}) && !content?.parts?.some(isToolTraffic))
  const events = said.filter((event) => event !== final)
  return {
    ...(events.length === 0 ? {} : { steps: { form: 'events', events } }),
    ...(final?.content === undefined ? {} : { finalResponse: final.content }),
  }
}

function isToolTraffic({ toolCall, toolResponse }: Part): boolean {
  return toolCall !== undefined || toolResponse !== undefined
}
