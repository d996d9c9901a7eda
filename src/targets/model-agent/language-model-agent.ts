import { EvalError, message, type Content, textOf } from '../../core/index.ts'
import { askAsAgent, costOf, type LanguageModel, type ModelMessage, type ModelRequest } from '../../models/index.ts'
import { linkIn, takesNo } from '../frameworks/user-message.ts'
import type { AgentMessage, AgentModel } from './agent-model.ts'

export function languageModelAgent(model: LanguageModel): AgentModel {
  return {
    async generate({ instructions, messages, tools }, signal) {
      const asked: ModelRequest = {
        ...(instructions !== undefined && { system: instructions }),
        messages: messages.map(modelMessage),
        tools,
        temperature: 0,
      }
      const { text, toolCalls = [], usage, finishReason } = await askAsAgent(model, asked, signal)
      const dollars = costOf(model.id, usage)
      return { text, toolCalls, waits: true, finishReason, model: model.id, usage, dollars }
    },
  }
}

function modelMessage(said: AgentMessage): ModelMessage {
  return said.role === 'user' ? userMessage(said.content) : said
}

function userMessage(content: Content): ModelMessage {
  const images = (content.parts ?? []).flatMap(({ media, extra }) => {
    const link = linkIn(extra)
    if (link !== undefined) throw takesNo(link)
    if (media === undefined) return []
    const { mimeType, data } = media
    if (mimeType.startsWith('image/')) return [{ mimeType, bytes: Buffer.from(data, 'base64') }]
    throw new EvalError('agent', message('The agent takes no {type}', { type: mimeType }))
  })
  return { role: 'user', text: textOf(content) ?? '', ...(images.length > 0 && { images }) }
}
