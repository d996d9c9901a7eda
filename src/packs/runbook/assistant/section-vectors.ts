import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { type Usage, stringifyJson } from '../../../core/index.ts'
import { atomicWrite } from '../../../files/index.ts'
import type { EmbeddingModel } from '../../../models/index.ts'
import { intactJson } from './kept-index.ts'

/** Of what is embedded at once: the vector of a longer text says little of each of its parts. */
const LONGEST = 900

/** Vectors of one model in base64, by the hash of the text that they are of. */
const KeptVectors = z.object({ model: z.string(), vectors: z.record(z.string(), z.string()) })

type EmbeddedSection = { readonly headings: readonly string[]; readonly text: string }

type EmbedOptions = {
  readonly at: string
  readonly model: EmbeddingModel
  readonly signal: AbortSignal
  readonly onProgress: (progress: { readonly step: 'embedding'; readonly done: number; readonly of: number }) => void
}

/** Embeds the sections that have no vector yet. What a build that fails had made is kept, and never paid twice. */
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
      for (const [index, [key]] of batch.entries()) {
        vectors.set(key, Buffer.from(unitVector(reply.vectors[index] ?? []).buffer).toString('base64'))
      }
      if (reply.usage !== undefined) inputTokens = (inputTokens ?? 0) + (reply.usage.inputTokens ?? 0)
    }
  } finally {
    const kept = stringifyJson({ model: model.id, vectors: Object.fromEntries(vectors) })
    await atomicWrite(vectorsFile(at), kept, { folders: true, replacesLinks: true })
  }
  return inputTokens === undefined ? undefined : { inputTokens, totalTokens: inputTokens }
}

/** Of each section, in order, one for each of its pieces, and empty where the model has none of it. */
export async function sectionVectors(
  sections: readonly EmbeddedSection[],
  { at, model }: Pick<EmbedOptions, 'at' | 'model'>,
): Promise<readonly (readonly Float32Array[])[]> {
  const known = await keptVectors(at, model.id)
  return sections.map((section) =>
    piecesOf(section, model).map((text) => {
      const bytes = Buffer.from(known.get(keyOf(text)) ?? '', 'base64')
      return new Float32Array(new Uint8Array(bytes).buffer)
    }),
  )
}

/** Its direction is what it means; of length 1 its product with another one is their cosine. */
export function unitVector(vector: readonly number[]): Float32Array {
  const length = Math.hypot(...vector) || 1
  return Float32Array.from(vector, (value) => value / length)
}

async function keptVectors(at: string, model: string): Promise<ReadonlyMap<string, string>> {
  const kept = KeptVectors.safeParse(intactJson(await readFile(vectorsFile(at), 'utf8').catch(() => ''))).data
  return new Map(kept?.model === model ? Object.entries(kept.vectors) : [])
}

function vectorsFile(at: string): string {
  return join(at, 'vectors.json')
}

/** A section as the model can read it: in pieces that end behind a line or a sentence, each under the headings. */
function piecesOf(
  { headings, text }: EmbeddedSection,
  { longest = LONGEST }: Pick<EmbeddingModel, 'longest'>,
): readonly string[] {
  const above = headings.join('\n').slice(-longest / 4)
  const room = longest - above.length
  const parts = text.split(/(?<=[\n.!?。])/).flatMap((part) => cutAt(part, room))
  // Joined in place: a long section has thousands of parts. Each section has a piece, whatever it says.
  const pieces = ['']
  for (const part of parts) {
    const begun = pieces.at(-1) ?? ''
    if (begun !== '' && begun.length + part.length > room) pieces.push(part)
    else pieces[pieces.length - 1] = begun + part
  }
  return pieces.map((piece) => `${above}\n${piece}`.trim())
}

/** What has no place to end at is cut wherever it is too long. */
function cutAt(text: string, most: number): readonly string[] {
  return Array.from({ length: Math.ceil(text.length / most) }, (_, at) => text.slice(at * most, (at + 1) * most))
}

function keyOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
