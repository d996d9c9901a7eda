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

// Where the ending of a file's name is not the second half of its type.
const endings: Readonly<Record<string, string>> = {
  'text/plain': 'txt',
  'text/markdown': 'md',
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'audio/mpeg': 'mp3',
  'audio/x-wav': 'wav',
  'audio/wave': 'wav',
  'video/quicktime': 'mov',
  'video/x-matroska': 'mkv',
  'video/x-flv': 'flv',
  'video/x-ms-wmv': 'wmv',
  'video/3gpp': '3gp',
}

/** `image`, `audio`, `video` or another kind, and what the names of such files end with: `png`, `mp3`, `txt`. */
export function formatOf(mimeType: string): { readonly kind: string; readonly format: string } {
  const type = mimeType.replace(/;.*/s, '').trim().toLowerCase()
  const [kind = '', subtype = ''] = type.split('/')
  return { kind, format: endings[type] ?? subtype }
}

export function dataUrl({ mimeType, data }: Media): string {
  return `data:${mimeType};base64,${data}`
}
