import type { DocumentImage } from './document.ts'

/**
 * The content of an image's header. `broken` is an invalid header; `cutOff` is true when the image's end is missing, in
 * which case viewers show the existing part.
 */
export type ImageHeader =
  | { readonly status: 'read'; readonly width: number; readonly height: number; readonly cutOff: boolean }
  | { readonly status: 'broken' }

type Size = { readonly width: number; readonly height: number }

/** Detects the type from the first bytes and ignores the file's name. */
export function imageTypeOf(bytes: Uint8Array): DocumentImage['mimeType'] | undefined {
  const start = textAt(bytes, 0, 12)
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return 'image/gif'
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return 'image/webp'
  return undefined
}

/** Reads the header and looks for the end marker; pixels are not decoded. */
export function readImageHeader(bytes: Uint8Array, mimeType: DocumentImage['mimeType']): ImageHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const header = { 'image/png': png, 'image/jpeg': jpeg, 'image/gif': gif, 'image/webp': webp }[mimeType](bytes, view)
  return header === undefined || header.width === 0 || header.height === 0
    ? { status: 'broken' }
    : { status: 'read', ...header }
}

type Header = (Size & { readonly cutOff: boolean }) | undefined

function png(bytes: Uint8Array, view: DataView): Header {
  if (bytes.length < 33 || view.getUint32(8) !== 13 || textAt(bytes, 12, 4) !== 'IHDR') return undefined
  return { width: view.getUint32(16), height: view.getUint32(20), cutOff: !hasLastChunk(bytes, view) }
}

function hasLastChunk(bytes: Uint8Array, view: DataView): boolean {
  for (let at = 8; at + 12 <= bytes.length; at += 12 + view.getUint32(at)) {
    if (textAt(bytes, at + 4, 4) === 'IEND') return true
  }
  return false
}

function jpeg(bytes: Uint8Array, view: DataView): Header {
  let at = 2
  while (at + 9 <= bytes.length) {
    const marker = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff) return undefined
    if (marker === 0xff || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) {
      at += marker === 0xff ? 1 : 2
    } else if (isFrame(marker)) {
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5), cutOff: !hasEnd(bytes, at) }
    } else {
      const length = view.getUint16(at + 2)
      if (length < 2) return undefined
      at += 2 + length
    }
  }
  return undefined
}

// SOF0 to SOF15, except the Huffman and arithmetic coding tables between them.
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

// Cameras append data after the end marker, so it may be anywhere after the frame.
function hasEnd(bytes: Uint8Array, from: number): boolean {
  for (let at = bytes.length - 2; at > from; at -= 1) {
    if (bytes[at] === 0xff && bytes[at + 1] === 0xd9) return true
  }
  return false
}

function gif(bytes: Uint8Array, view: DataView): Header {
  if (bytes.length < 13) return undefined
  return { width: view.getUint16(6, true), height: view.getUint16(8, true), cutOff: bytes.at(-1) !== 0x3b }
}

function webp(bytes: Uint8Array, view: DataView): Header {
  if (bytes.length < 30) return undefined
  const size = webpSize(bytes, view)
  return size && { ...size, cutOff: view.getUint32(4, true) + 8 > bytes.length }
}

function webpSize(bytes: Uint8Array, view: DataView): Size | undefined {
  const kind = textAt(bytes, 12, 4)
  if (kind === 'VP8X') return { width: 1 + threeBytes(view, 24), height: 1 + threeBytes(view, 27) }
  if (kind === 'VP8 ' && threeBytes(view, 23) === 0x2a019d) {
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  }
  if (kind === 'VP8L' && bytes[20] === 0x2f) {
    const bits = view.getUint32(21, true)
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) }
  }
  return undefined
}

function threeBytes(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
}

function textAt(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length))
}
