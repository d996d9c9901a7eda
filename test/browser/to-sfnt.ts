import { inflateSync } from 'node:zlib'

/** A font as it is installed (sfnt), out of one for web pages (WOFF 1.0, https://www.w3.org/TR/WOFF/). */
export function toSfnt(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, index) => tableAt(woff, 44 + index * 20))
  const power = Math.floor(Math.log2(count))
  const header = Buffer.alloc(12 + count * 16)
  header.writeUInt32BE(woff.readUInt32BE(4), 0)
  header.writeUInt16BE(count, 4)
  header.writeUInt16BE(2 ** power * 16, 6)
  header.writeUInt16BE(power, 8)
  header.writeUInt16BE((count - 2 ** power) * 16, 10)
  let offset = header.length
  for (const [index, { tag, checksum, content }] of tables.entries()) {
    const at = 12 + index * 16
    header.writeUInt32BE(tag, at)
    header.writeUInt32BE(checksum, at + 4)
    header.writeUInt32BE(offset, at + 8)
    header.writeUInt32BE(content.length, at + 12)
    offset += padded(content.length)
  }
  return Buffer.concat([header, ...tables.map(({ content }) => Buffer.concat([content], padded(content.length)))])
}

function tableAt(woff: Buffer, at: number) {
  const [tag, offset, packedLength, length, checksum] = [0, 4, 8, 12, 16].map((field) =>
    woff.readUInt32BE(at + field),
  ) as [number, number, number, number, number] // as many as were asked for
  const packed = woff.subarray(offset, offset + packedLength)
  return { tag, checksum, content: packedLength < length ? inflateSync(packed) : packed }
}

function padded(length: number): number {
  return Math.ceil(length / 4) * 4
}
