import { EvalError, message, textOf, type Content, type Part } from '../../core/index.ts'
import { isObject } from '../../core/basics/is-object.ts'
import { excerpt } from '../excerpt.ts'

type UserMessageMedia = NonNullable<Part['media']>
export type Link = { readonly mimeType: string; readonly url: string }

/** Writes a user's message in a framework's format: a text alone stays one, otherwise it is a list of parts. */
export function userMessage(
  content: Content,
  words: {
    readonly text: (text: string) => unknown
    readonly media: (media: UserMessageMedia) => unknown
    readonly link?: (link: Link) => unknown
  },
): string | readonly unknown[] {
  const said = (content.parts ?? []).map((part) => ({ text: part.text, files: fileOf(part, words) }))
  if (said.every(({ files }) => files.length === 0)) return textOf(content) ?? ''
  return said.flatMap(({ text, files }) => [...files, ...(text === undefined || text === '' ? [] : [words.text(text)])])
}

function fileOf({ media, extra }: Part, words: Parameters<typeof userMessage>[1]): readonly unknown[] {
  if (media !== undefined) return [words.media(media)]
  const link = linkIn(extra)
  if (link === undefined) return []
  if (words.link === undefined) throw takesNo(link)
  return [words.link(link)]
}

export function linkIn(extra: Part['extra']): Link | undefined {
  const file = extra?.['file_data']
  if (!isObject(file)) return undefined
  return { mimeType: String(file['mime_type'] ?? ''), url: String(file['file_uri'] ?? '') }
}

/** Content that cannot be sent is an error, since the question may be about it. */
export function takesNo({ mimeType, url }: Link): EvalError {
  const values = { type: mimeType === '' ? 'file' : mimeType, url: excerpt(url, 200) }
  return new EvalError('agent', message('The agent takes no {type} from an address: {url}', values), {
    hint: message('Put the file itself into the case, as inline_data.'),
  })
}

// Extensions of files that differ from the second half of their type.
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

/** Returns `image`, `audio`, `video` or another kind, and the usual extension: `png`, `mp3`, `txt`. */
export function formatOf(mimeType: string): { readonly kind: string; readonly format: string } {
  const type = mimeType.replace(/;.*/s, '').trim().toLowerCase()
  const [kind = '', subtype = ''] = type.split('/')
  return { kind, format: endings[type] ?? subtype }
}

export function dataUrl({ mimeType, data }: UserMessageMedia): string {
  return `data:${mimeType};base64,${data}`
}
