import './value.css'
import { isObject } from '../../../../src/core/basics/is-object.ts'
import { sayFirst as say } from '../../words/say.ts'

export type ImageData = { readonly mimeType: string; readonly data: string }

const shownTypes = /^image\/(?:png|jpe?g|gif|webp|avif|bmp)$/i
const longest = 20_000_000

/** An image embedded in an answer; nothing is loaded. */
export function InlineImage({ of: { mimeType, data } }: { readonly of: ImageData }) {
  return (
    <img
      className="value-image"
      src={`data:${mimeType.toLowerCase()};base64,${data}`}
      alt={say('An image ({type})', { type: mimeType })}
    />
  )
}

/** Finds an image in a tool's or model's output in common notations; only formats that cannot contain scripts. */
export function imageIn(value: unknown): ImageData | undefined {
  if (typeof value === 'string') {
    const [, mimeType = ''] = /^data:([a-z]+\/[a-z0-9.+-]+);base64,/i.exec(value.slice(0, 60)) ?? []
    return mimeType === '' ? undefined : imageOf(mimeType, value.slice(value.indexOf(',') + 1))
  }
  if (!isObject(value)) return undefined
  const { mimeType = value['mime_type'] ?? value['mediaType'] ?? value['media_type'], data } = value
  return typeof mimeType === 'string' && typeof data === 'string' ? imageOf(mimeType, data) : undefined
}

export function imageOf(mimeType: string, data: string): ImageData | undefined {
  if (!shownTypes.test(mimeType) || data.length > longest || data.length < 16) return undefined
  return /^[A-Za-z0-9+/\-_]+={0,2}$/.test(data.replaceAll(/\s/g, ''))
    ? { mimeType, data: plainBase64(data) }
    : undefined
}

/** Some producers use the URL-safe alphabet. */
function plainBase64(data: string): string {
  return data.replaceAll(/\s/g, '').replaceAll('-', '+').replaceAll('_', '/')
}
