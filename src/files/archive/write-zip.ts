import { crc32, deflateRawSync } from 'node:zlib'

/** Writes a zip archive that Office programs can read. */
export function writeZip(files: Readonly<Record<string, string>>): Uint8Array {
  const locals: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const [bytes, written] = [Buffer.from(content), Buffer.from(name)]
    const packed = deflateRawSync(bytes)
    // Version 2.0, no flags, deflated, the earliest date; then checksum and sizes, and no extra field.
    const head = Buffer.concat([Buffer.from('14000000080000002100', 'hex'), Buffer.alloc(16)])
    head.writeUInt32LE(crc32(bytes), 10)
    head.writeUInt32LE(packed.length, 14)
    head.writeUInt32LE(bytes.length, 18)
    head.writeUInt16LE(written.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    entries.push(Buffer.concat([Buffer.from('504b01021400', 'hex'), head, place, written]))
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), head, written, packed])
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.concat([Buffer.from('504b0506', 'hex'), Buffer.alloc(18)])
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, directory, end])
}
