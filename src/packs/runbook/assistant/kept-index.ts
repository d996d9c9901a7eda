import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { z } from 'zod'
import { Message, stringifyJson } from '../../../core/index.ts'
import type { WordIndex } from '../../../documents/index.ts'
import { atomicWrite } from '../../../files/index.ts'

/** Raised when the file's layout or the word splitting changes; older indexes are then rebuilt. */
export const FORMAT = 14

/** A whole section, since the steps of a procedure are an answer only together. */
export type RunbookSection = {
  readonly text: string
  readonly headings: readonly string[]
  readonly pages: readonly [first: number, last: number]
}

const IndexedFile = z.object({
  file: z.string(),
  /** ISO 8601. */
  updatedAt: z.string(),
  hash: z.string(),
  title: z.string(),
  /** Number of sections. */
  sections: z.number(),
  warnings: z.array(Message),
})
export type IndexedFile = z.infer<typeof IndexedFile>

const IndexHead = z.object({
  format: z.literal(FORMAT),
  /** ISO 8601. */
  builtAt: z.string(),
  files: z.array(IndexedFile),
  problems: z.array(z.object({ file: z.string(), problem: Message })),
  // Not validated one by one, which would take as long as a search: there are as many as in a large book.
  words: z.custom<readonly string[]>(Array.isArray),
  lengths: z.custom<readonly number[]>(Array.isArray),
  leastRelevance: z.number().optional(),
  embeddedBy: z.string().optional(),
  /** The embedding model as it was named, with its address; `none` for search by words alone. */
  embedding: z.string().optional(),
})
export type IndexHead = z.infer<typeof IndexHead>

/** The CRC-32 of all lines after the head tells damage that parsing a line at a time would meet in the middle of a search. */
const KeptHead = IndexHead.extend({ checksum: z.number() })

/**
 * A stored index in lines of JSON: a head, one line for each section in the order of the files, and one for each word with its postings,
 * in the order of `words`.
 */
export type KeptIndex = { readonly head: IndexHead; readonly sections: KeptLines; readonly postings: KeptLines }

/** Undefined where there is none, or it is damaged or of another version. */
export async function readKeptIndex(at: string): Promise<KeptIndex | undefined> {
  const bytes = await readFile(fileIn(at)).catch(() => Buffer.alloc(0))
  const head = headIn(bytes)
  if (head === undefined) return undefined
  const rest = bytes.subarray(bytes.indexOf(LINE_END) + 1)
  if (crc32(rest) !== head.checksum) return undefined
  const lines = keptLinesIn([rest])
  const count = sectionsOf(head)
  return { head, sections: lines.part(0, count), postings: lines.part(count, lines.count) }
}

/** Reads only the first line. */
export async function readIndexHead(at: string): Promise<IndexHead | undefined> {
  const file = await open(fileIn(at)).catch(() => undefined)
  const parts: Uint8Array[] = []
  for await (const part of file?.createReadStream() ?? []) {
    parts.push(part)
    if (part.includes(LINE_END)) break
  }
  return headIn(Buffer.concat(parts))
}

const LINE_END = 0x0a

function headIn(bytes: Buffer): z.infer<typeof KeptHead> | undefined {
  return KeptHead.safeParse(intactJson(String(bytes.subarray(0, bytes.indexOf(LINE_END) + 1)))).data
}

/** Replaces the file atomically. */
export async function writeKeptIndex(at: string, { head, sections, postings }: KeptIndex): Promise<void> {
  const checksum = crc32(postings.bytes, crc32(sections.bytes))
  const lines = [keptLinesOf([{ ...head, checksum }]).bytes, sections.bytes, postings.bytes]
  await atomicWrite(fileIn(at), lines, { folders: true, replacesLinks: true })
}

function fileIn(at: string): string {
  return join(at, 'index.jsonl')
}

export function sectionsOf({ files }: Pick<IndexHead, 'files'>): number {
  return files.reduce((sum, { sections }) => sum + sections, 0)
}

/** The word index over the stored lines. */
export function wordIndexOf({ head: { words, lengths }, postings }: KeptIndex): WordIndex {
  const places = new Map(words.map((word, at) => [word, at]))
  const get = (word: string) => {
    const at = places.get(word)
    return at === undefined ? undefined : (postings.at(at) as readonly number[]) // As it was written.
  }
  return { lengths, postings: { get } }
}

/** Lines that are parsed on access. */
export type KeptLines = {
  readonly bytes: Buffer
  readonly count: number
  readonly at: (index: number) => unknown
  readonly part: (first: number, end: number) => KeptLines
}

export function keptLinesIn(parts: readonly Buffer[]): KeptLines {
  const [only = Buffer.alloc(0), ...more] = parts
  const bytes = more.length === 0 ? only : Buffer.concat(parts)
  const starts = [0]
  for (let end = bytes.indexOf(LINE_END); end !== -1; end = bytes.indexOf(LINE_END, end + 1)) starts.push(end + 1)
  const between = (first: number, end: number) => bytes.subarray(starts[first], starts[end])
  return {
    bytes,
    count: starts.length - 1,
    at: (index) => intactJson(String(between(index, index + 1))),
    part: (first, end) => keptLinesIn([between(first, end)]),
  }
}

/** Builds lines in chunks, since one string for all would double the memory. */
export function keptLinesOf(values: readonly unknown[]): KeptLines {
  const parts: Buffer[] = []
  for (let at = 0; at < values.length; at += 1000) {
    const lines = values.slice(at, at + 1000).map((value) => `${stringifyJson(value)}\n`)
    parts.push(Buffer.from(lines.join('')))
  }
  return keptLinesIn(parts)
}

/** Undefined for damaged JSON. */
export function intactJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
