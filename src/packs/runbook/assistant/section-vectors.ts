import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Usage } from '../../../core/index.ts'
import type { EmbeddingModel } from '../../../models/index.ts'
import { readStored, writeStored } from './kept-index.ts'

/** Characters embedded at once, since a vector of a longer text represents its parts poorly. */
const LONGEST = 900

/** Not that of the index, whose changes must not make anybody pay for the same vectors again. */
const FORMAT = 'vectors 1'

/** Unit vectors of one model by hash of their text. */
type KeptVectors = { readonly model: string; readonly vectors: ReadonlyMap<string, Float32Array> }

type EmbeddedSection = { readonly headings: readonly string[]; readonly text: string }

type EmbedOptions = {
  readonly at: string
  readonly model: EmbeddingModel
  readonly signal: AbortSignal
  readonly onProgress: (progress: { readonly step: 'embedding'; readonly done: number; readonly of: number }) => void
}

/** Embeds sections without vectors. Vectors of a failed build are kept, so that none is paid for twice. */
export async function embedSections(
  sections: readonly EmbeddedSection[],
  { at, model, signal, onProgress }: EmbedOptions,
): Promise<Usage | undefined> {
  const known = await keptVectors(at, model.id)
  const texts = new Map(sections.flatMap((section) => piecesOf(section, model)).map((text) => [keyOf(text), text]))
  const missing = [...texts].filter(([key]) => !known.has(key))
  const vectors = new Map([...known].filter(([key]) => texts.has(key)))
  let inputTokens: number | undefined
  try {
    for (let done = 0; done < missing.length; done += model.most) {
      onProgress({ step: 'embedding', done, of: missing.length })
      const batch = missing.slice(done, done + model.most)
      const reply = await model.generate({ texts: batch.map(([, text]) => text) }, signal)
      for (const [index, [key]] of batch.entries()) vectors.set(key, unitVector(reply.vectors[index] ?? []))
      if (reply.usage !== undefined) inputTokens = (inputTokens ?? 0) + (reply.usage.inputTokens ?? 0)
    }
  } finally {
    await writeStored<KeptVectors>(vectorsFile(at), FORMAT, { value: { model: model.id, vectors }, blocks: [] })
  }
  return inputTokens === undefined ? undefined : { inputTokens, totalTokens: inputTokens }
}

/** The vectors of each section's pieces, in order; empty where there are none. */
export async function sectionVectors(
  sections: readonly EmbeddedSection[],
  { at, model }: Pick<EmbedOptions, 'at' | 'model'>,
): Promise<readonly (readonly Float32Array[])[]> {
  const known = await keptVectors(at, model.id)
  return sections.map((section) => piecesOf(section, model).map((text) => known.get(keyOf(text)) ?? new Float32Array()))
}

/** Scales a vector to length 1, so that products are cosines. */
export function unitVector(vector: readonly number[]): Float32Array {
  const length = Math.hypot(...vector) || 1
  return Float32Array.from(vector, (value) => value / length)
}

async function keptVectors(at: string, model: string): Promise<KeptVectors['vectors']> {
  const kept = (await readStored<KeptVectors>(vectorsFile(at), FORMAT))?.value
  return kept?.model === model ? kept.vectors : new Map()
}

function vectorsFile(at: string): string {
  return join(at, 'vectors')
}

/** Divides a section into pieces that end after a line or sentence, each preceded by the headings. */
function piecesOf(
  { headings, text }: EmbeddedSection,
  { longest = LONGEST }: Pick<EmbeddingModel, 'longest'>,
): readonly string[] {
  const above = headings.join('\n').slice(-longest / 4)
  const room = longest - above.length
  const parts = text.split(/(?<=[\n.!?。])/).flatMap((part) => cutAt(part, room))
  // Long sections have thousands of parts. Every section has at least one piece.
  const pieces = ['']
  for (const part of parts) {
    const begun = pieces.at(-1) ?? ''
    if (begun !== '' && begun.length + part.length > room) pieces.push(part)
    else pieces[pieces.length - 1] = begun + part
  }
  return pieces.map((piece) => `${above}\n${piece}`.trim())
}

/** Text without a boundary is cut at the maximum length. */
function cutAt(text: string, most: number): readonly string[] {
  return Array.from({ length: Math.ceil(text.length / most) }, (_, at) => text.slice(at * most, (at + 1) * most))
}

function keyOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
