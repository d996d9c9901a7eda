import { isObject } from '../core/basics/is-object.ts'
import type { Content, Part } from '../core/index.ts'

/**
 * Pictures and files of a user in ordinary Base64 with their type beside it: Python writes them in the URL-safe alphabet, and
 * others as a `data:` URL, where the bytes should stand or where an address should. All else stays as it is.
 */
export function withPlainMedia(content: Content): Content {
  const { parts } = content
  return parts === undefined ? content : { ...content, parts: parts.map(plainPart) }
}

function plainPart(part: Part): Part {
  const { media, extra } = part
  if (media !== undefined) {
    const { mimeType, data } = inDataUrl(media.data) ?? { mimeType: '', data: media.data }
    return { ...part, media: { ...media, mimeType: media.mimeType || mimeType, data: ordinary(data) } }
  }
  const file = extra?.['file_data']
  const address = isObject(file) ? file['file_uri'] : undefined
  const inAddress = typeof address === 'string' ? inDataUrl(address) : undefined
  if (!isObject(file) || inAddress === undefined) return part
  const { file_data: _, ...others } = extra ?? {}
  const { extra: _extra, ...told } = part
  const mimeType = typeof file['mime_type'] === 'string' ? file['mime_type'] : inAddress.mimeType
  const carried = Object.keys(others).length > 0 && { extra: others }
  return { ...told, media: { mimeType, data: ordinary(inAddress.data) }, ...carried }
}

function inDataUrl(url: string): { readonly mimeType: string; readonly data: string } | undefined {
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

/** Also without line breaks, and with the padding that some leave out. What is no Base64 stays. */
function ordinary(data: string): string {
  const letters = data.replace(/\s/g, '').replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '')
  if (!/^[A-Za-z0-9+/]*$/.test(letters) || letters.length % 4 === 1) return data
  return letters.padEnd(Math.ceil(letters.length / 4) * 4, '=')
}
