import { isObject } from '../core/basics/is-object.ts'
import type { Content, Part } from '../core/index.ts'

type MessageMediaDetail = NonNullable<Part['media']>

/**
 * Converts media to standard Base64 from URL-safe letters, Python's bytes notation, missing padding, line breaks or a `data:` URL,
 * whose type is used where no other is given. Data that is no Base64 is kept.
 */
export function ordinaryMedia<Given extends MessageMediaDetail>(given: Given): Given {
  const { mimeType: type, data } = inDataUrl(given.data) ?? { mimeType: '', data: given.data }
  const mimeType = given.mimeType === '' ? type : given.mimeType
  const letters = data
    .replaceAll(/\s/g, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/(?<!=)=+$/, '')
  if (!/^[A-Za-z0-9+/]*$/.test(letters) || letters.length % 4 === 1) return { ...given, mimeType }
  const ordinary = letters.padEnd(Math.ceil(letters.length / 4) * 4, '=')
  return mimeType === given.mimeType && ordinary === given.data ? given : { ...given, mimeType, data: ordinary }
}

/** Converts all media of a content to standard Base64, including those behind a `data:` URL. */
export function withOrdinaryMedia(content: Content): Content {
  const { parts } = content
  return parts === undefined ? content : { ...content, parts: parts.map(ordinaryPart) }
}

/** Tells whether a text is padded standard Base64. */
export function isBase64(data: string): boolean {
  return data.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(data)
}

function ordinaryPart(part: Part): Part {
  const { media, extra } = part
  if (media !== undefined) return { ...part, media: ordinaryMedia(media) }
  const file = extra?.['file_data']
  const address = isObject(file) ? file['file_uri'] : undefined
  const inAddress = typeof address === 'string' ? inDataUrl(address) : undefined
  if (!isObject(file) || inAddress === undefined) return part
  const { file_data: _, ...others } = extra ?? {}
  const { extra: _extra, ...told } = part
  const mimeType = typeof file['mime_type'] === 'string' ? file['mime_type'] : inAddress.mimeType
  const carried = Object.keys(others).length > 0 && { extra: others }
  return { ...told, media: ordinaryMedia({ mimeType, data: inAddress.data }), ...carried }
}

function inDataUrl(url: string): Pick<MessageMediaDetail, 'mimeType' | 'data'> | undefined {
  const [, type = '', parameters = '', body = ''] = /^\s*data:([^,;]*)((?:;[^,;]*)*),(.*)$/is.exec(url) ?? []
  if (!/^\s*data:/i.test(url) || body === '') return undefined
  const mimeType = type || 'text/plain'
  if (/;base64$/i.test(parameters)) return { mimeType, data: body }
  return { mimeType, data: Buffer.from(percentDecoded(body)).toString('base64') }
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return text
    throw error
  }
}
