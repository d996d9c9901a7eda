import { textOf } from '../../core/index.ts'
import type { Content, Part } from '../../core/index.ts'

type Media = NonNullable<Part['media']>

/** What the user said in a framework's words: a text alone stays one, and with pictures or files it is a list of parts. */
export function userMessage(
  content: Content,
  words: { readonly text: (text: string) => unknown; readonly media: (media: Media) => unknown },
): string | readonly unknown[] {
  const parts = content.parts ?? []
  if (parts.every(({ media }) => media === undefined)) return textOf(content) ?? ''
  return parts.flatMap(({ text, media }) => [
    ...(media === undefined ? [] : [words.media(media)]),
    ...(text === undefined || text === '' ? [] : [words.text(text)]),
  ])
}

export function dataUrl({ mimeType, data }: Media): string {
  return `data:${mimeType};base64,${data}`
}
