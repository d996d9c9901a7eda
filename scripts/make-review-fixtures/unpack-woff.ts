import { inflateSync } from 'node:zlib'

/**
 * The OpenType font in a WOFF file (W3C, WOFF File Format 1.0). pdfkit reads WOFF too, but unpacks a table again for every
 * glyph that it takes from it.
 */
export function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const head = Buffer.alloc(12 + 16 * count)
  woff.copy(head, 0, 4, 8)
  head.writeUInt16BE(count, 4)
  const parts: Uint8Array[] = [head]
  let end = head.length
  for (let index = 0; index < count; index += 1) {
    const { tag, offset, packed, length, checksum } = tableAt(woff, 44 + 20 * index)
    const bytes = woff.subarray(offset, offset + packed)
    head.set(tag, 12 + 16 * index)
    for (const [place, value] of [checksum, end, length].entries())
      head.writeUInt32BE(value, 16 + 16 * index + 4 * place)
    // Tables begin on multiples of four bytes.
    parts.push(packed < length ? inflateSync(bytes) : bytes, Buffer.alloc(-length & 3))
    end += length + (-length & 3)
  }
  return Buffer.concat(parts)
}

function tableAt(woff: Buffer, at: number) {
  const [offset = 0, packed = 0, length = 0, checksum = 0] = [4, 8, 12, 16].map((place) =>
    woff.readUInt32BE(at + place),
  )
  return { tag: woff.subarray(at, at + 4), offset, packed, length, checksum }
}
