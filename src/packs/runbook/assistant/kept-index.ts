import { readFile } from 'node:fs/promises'
import { deserialize, serialize } from 'node:v8'
import { crc32 } from 'node:zlib'
import type { Message } from '../../../core/index.ts'
import type { WordIndex } from '../../../documents/index.ts'
import { atomicWrite } from '../../../files/index.ts'

/** Raised when the layout or the word splitting changes; older indexes are then rebuilt. */
const FORMAT = 15

/** A whole section, since the steps of a procedure are an answer only together. */
export type RunbookSection = {
  readonly text: string
  readonly headings: readonly string[]
  readonly pages: readonly [first: number, last: number]
}

export type IndexedFile = {
  /** Path within the folder, separated by `/`. */
  readonly file: string
  /** ISO 8601. */
  readonly updatedAt: string
  /** A hash of the content and the file name's ending. */
  readonly hash: string
  /** Its title and tags, by which its sections are found as well. */
  readonly title: string
  /** Number of sections. */
  readonly sections: number
  /** The sections as JSON, which takes half the memory and is parsed when one of them is found. */
  readonly text: Uint8Array
  readonly warnings: readonly Message[]
}

export type RunbookProblem = { readonly file: string; readonly problem: Message }

export function sectionsOf({ text }: IndexedFile): readonly RunbookSection[] {
  return JSON.parse(Buffer.from(text).toString()) as readonly RunbookSection[] // As it was written.
}

/** What is stored of a folder of runbooks. */
export type KeptIndex = {
  /** ISO 8601. */
  readonly builtAt: string
  readonly files: readonly IndexedFile[]
  readonly problems: readonly RunbookProblem[]
  readonly words: WordIndex
  readonly leastRelevance: number | undefined
  readonly embeddedBy: string | undefined
  /** The embedding model as it was named, with its address; `none` for search by words alone. */
  readonly embedding: string | undefined
}

/** Undefined where there is none, or it is damaged or of another version. */
export async function readStored<Value>(file: string): Promise<Value | undefined> {
  const bytes = await readFile(file).catch(() => Buffer.alloc(0))
  const body = bytes.subarray(bytes.indexOf('\n') + 1)
  return bytes.indexOf(markOf(body)) === 0 ? (deserialize(body) as Value) : undefined // As it was written.
}

/** Replaces the file atomically. */
export async function writeStored(file: string, value: unknown): Promise<void> {
  const body = serialize(value)
  await atomicWrite(file, [Buffer.from(markOf(body)), body], { folders: true, replacesLinks: true })
}

/** Another version of V8 may write values otherwise. */
function markOf(body: Buffer): string {
  return `shinsa runbooks ${FORMAT}, V8 ${process.versions.v8}, CRC-32 ${crc32(body)}\n`
}
