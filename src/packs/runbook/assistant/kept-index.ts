import { readFile } from 'node:fs/promises'
import { deserialize, serialize } from 'node:v8'
import { crc32 } from 'node:zlib'
import type { Message } from '../../../core/index.ts'
import type { WordIndex } from '../../../documents/index.ts'
import { atomicWrite } from '../../../files/index.ts'

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

type Stored<Value> = { readonly value: Value; readonly blocks: readonly Uint8Array[] }

/** Undefined where there is none, or it is damaged or of another format. Blocks are views of what was read. */
export async function readStored<Value>(file: string, format: string): Promise<Stored<Value> | undefined> {
  const bytes = await readFile(file).catch(() => Buffer.alloc(0))
  const body = bytes.subarray(bytes.indexOf('\n') + 1)
  if (bytes.indexOf(markOf(format, [body])) !== 0) return undefined
  const stored = valueIn<{ value: Value; lengths: readonly number[] }>(body)
  if (stored === undefined) return undefined
  const { value, lengths } = stored
  let end = body.length - lengths.reduce((sum, length) => sum + length, 0)
  return { value, blocks: lengths.map((length) => body.subarray(end, (end += length))) }
}

/** Replaces the file atomically. Blocks are written behind the value as they are, which takes no memory. */
export async function writeStored<Value>(
  file: string,
  format: string,
  { value, blocks }: Stored<Value>,
): Promise<void> {
  const parts = [serialize({ value, lengths: blocks.map(({ length }) => length) }), ...blocks]
  await atomicWrite(file, [Buffer.from(markOf(format, parts)), ...parts], { folders: true, replacesLinks: true })
}

/** Later versions of V8 read what earlier ones wrote; undefined for what only a later version can read. */
function valueIn<Value>(body: Uint8Array): Value | undefined {
  try {
    return deserialize(body) as Value // As it was written.
  } catch {
    return undefined
  }
}

function markOf(format: string, parts: readonly Uint8Array[]): string {
  const sum = parts.reduce((before, part) => crc32(part, before), 0)
  return `shinsa ${format}, CRC-32 ${sum}\n`
}
