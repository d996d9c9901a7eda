import type { Content, Part } from '../../core/index.ts'
import { isObject } from '../../core/basics/is-object.ts'
import { geminiPart } from '../frameworks/adk/gemini-part.ts'
import { dataUrl, takesNo, userMessage, type Link } from '../frameworks/user-message.ts'

export function hasMedia({ parts = [] }: Content): boolean {
  return parts.some(({ media, extra }) => media !== undefined || isObject(extra?.['file_data']))
}

/** Writes the user's content in the format of a model API, which many agents accept. A text alone stays a text. */
export const contentWords = {
  openai: (content: Content): unknown =>
    userMessage(content, { text: (text) => ({ type: 'text', text }), media: openaiMedia, link: openaiLink }),
  anthropic: (content: Content): unknown =>
    userMessage(content, { text: (text) => ({ type: 'text', text }), media: anthropicMedia, link: anthropicLink }),
  gemini: ({ role = 'user', parts = [] }: Content): unknown => ({ role, parts: parts.map(geminiPart) }),
}

type ContentWordsMedia = NonNullable<Part['media']>

function openaiMedia(media: ContentWordsMedia): object {
  const { mimeType, data } = media
  if (mimeType.startsWith('image/')) return { type: 'image_url', image_url: { url: dataUrl(media) } }
  const format = /^audio\/(?:x-)?(wav|mp3|mpeg)$/.exec(mimeType)?.[1]?.replace('mpeg', 'mp3')
  if (format !== undefined) return { type: 'input_audio', input_audio: { data, format } }
  return { type: 'file', file: { filename: 'file', file_data: dataUrl(media) } }
}

/** The chat API accepts links only to pictures. */
function openaiLink(link: Link): object {
  if (!link.mimeType.startsWith('image/')) throw takesNo(link)
  return { type: 'image_url', image_url: { url: link.url } }
}

function anthropicLink(link: Link): object {
  const type = link.mimeType.startsWith('image/') ? 'image' : 'document'
  if (type === 'document' && link.mimeType !== 'application/pdf') throw takesNo(link)
  return { type, source: { type: 'url', url: link.url } }
}

function anthropicMedia({ mimeType, data }: ContentWordsMedia): object {
  const type = mimeType.startsWith('image/') ? 'image' : 'document'
  return { type, source: { type: 'base64', media_type: mimeType, data } }
}
