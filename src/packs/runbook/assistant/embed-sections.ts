import { type Usage, EvalError, message } from '../../../core/index.ts'
import type { EmbeddingModel } from '../../../models/index.ts'
import type { IndexFolder } from './index-folder.ts'
import type { RunbookSection } from './runbook-sections.ts'

type EmbedOptions = {
  readonly kept: IndexFolder
  readonly embedding: EmbeddingModel
  readonly signal: AbortSignal | undefined
  readonly onProgress: (progress: { readonly step: 'embedding'; readonly done: number; readonly of: number }) => void
}

/** What the models that most people run read of a text; a section's subject stands at its beginning. */
const LONGEST = 2000

type Sections = { readonly key: string; readonly sections: readonly RunbookSection[] }

export type EmbeddedSections = {
  /** By the key of the sections: the vectors of a file, one after another, each of length 1. */
  readonly vectors: ReadonlyMap<string, Float32Array>
  readonly usage: Usage | undefined
}

/** Vectors for the sections of every file. Those of a file are kept as soon as it has all of them, and never paid twice. */
export async function embedSections(files: readonly Sections[], options: EmbedOptions): Promise<EmbeddedSections> {
  const { kept, embedding, signal = new AbortController().signal, onProgress } = options
  const vectors = new Map<string, Float32Array>()
  const missing = new Map<string, Sections>()
  for (const file of files) {
    const known = file.sections.length === 0 ? new Float32Array() : await kept.vectors(file.key, embedding.id)
    if (known === undefined) missing.set(file.key, file)
    else vectors.set(file.key, known)
  }
  const wanted = [...missing.values()].flatMap(({ key, sections }) =>
    sections.map(({ passage }) => ({ key, text: [...passage.headings, passage.text].join('\n').slice(0, LONGEST) })),
  )
  const made = new Map<string, (readonly number[])[]>()
  let usage: Usage | undefined
  for (let done = 0; done < wanted.length; done += embedding.most) {
    onProgress({ step: 'embedding', done, of: wanted.length })
    const batch = wanted.slice(done, done + embedding.most)
    const reply = await embedding.generate({ texts: batch.map(({ text }) => text) }, signal)
    usage = addUsage(usage, reply.usage)
    for (const [index, { key }] of batch.entries()) {
      const ofFile = made.get(key) ?? []
      made.set(key, ofFile)
      ofFile.push(reply.vectors[index] ?? [])
      if (ofFile.length < (missing.get(key)?.sections.length ?? 0)) continue
      const whole = Float32Array.from(ofFile.flatMap(unitVector))
      await kept.keepVectors(key, embedding.id, whole)
      vectors.set(key, whole)
    }
  }
  assertOneLength(files, vectors, embedding.id)
  return { vectors, usage }
}

/** Its direction is what it means; of length 1 its product with another one is their cosine. */
export function unitVector(vector: readonly number[]): readonly number[] {
  const length = Math.hypot(...vector)
  return length === 0 ? vector : vector.map((value) => value / length)
}

function addUsage(one: Usage | undefined, other: Usage | undefined): Usage | undefined {
  if (one === undefined || other === undefined) return one ?? other
  const inputTokens = (one.inputTokens ?? 0) + (other.inputTokens ?? 0)
  return { inputTokens, totalTokens: inputTokens }
}

// A server that was given another model under the same name would otherwise be found out by nonsense.
function assertOneLength(files: readonly Sections[], vectors: ReadonlyMap<string, Float32Array>, model: string): void {
  const lengths = new Set(
    files
      .filter(({ sections }) => sections.length > 0)
      .map(({ key, sections }) => (vectors.get(key)?.length ?? 0) / sections.length),
  )
  if (lengths.size > 1 || lengths.has(0)) throw otherLengths(model)
}

export function otherLengths(model: string): EvalError {
  return new EvalError('store', message('the embeddings of {model} are not all of one length', { model }), {
    hint: message('Another model answers under this name now. Delete the index and build it again.'),
  })
}
