import { type Usage, EvalError, message } from '../../../core/index.ts'
import type { EmbeddingModel } from '../../../models/index.ts'
import type { IndexFolder } from './index-folder.ts'
import type { RunbookSection } from './runbook-sections.ts'

type SectionVectorsOptions = {
  readonly kept: IndexFolder
  readonly embedding: EmbeddingModel
  readonly signal: AbortSignal
  readonly onProgress: (progress: { readonly step: 'embedding'; readonly done: number; readonly of: number }) => void
}

/** What is embedded of a section: its subject stands at its beginning. */
const LONGEST = 900

/** A vector for each section of every file that has none yet. Those of a file are kept as soon as it has all, and never paid twice. */
export async function embedSections(
  files: readonly { readonly key: string; readonly sections: readonly RunbookSection[] }[],
  { kept, embedding, signal, onProgress }: SectionVectorsOptions,
): Promise<Usage | undefined> {
  const known = await Promise.all(files.map(async ({ key }) => kept.vectors(key, embedding.id)))
  const waiting = files.filter(({ sections }, at) => sections.length > 0 && known[at] === undefined)
  const missing = waiting.flatMap(({ key, sections }) => sections.map((section) => ({ key, section })))
  const made = new Map<string, (readonly number[])[]>()
  let inputTokens: number | undefined
  for (let done = 0; done < missing.length; done += embedding.most) {
    onProgress({ step: 'embedding', done, of: missing.length })
    const batch = missing.slice(done, done + embedding.most)
    const texts = batch.map(({ section }) => [...section.headings, section.text].join('\n').slice(0, LONGEST))
    const { vectors, usage } = await embedding.generate({ texts }, signal)
    if (usage !== undefined) inputTokens = (inputTokens ?? 0) + (usage.inputTokens ?? 0)
    for (const [at, { key }] of batch.entries()) made.set(key, [...(made.get(key) ?? []), vectors[at] ?? []])
    for (const { key, sections } of waiting) {
      const ofFile = made.get(key)
      if (ofFile?.length !== sections.length) continue
      await kept.keepVectors(key, embedding.id, Float32Array.from(ofFile.flatMap(unitVector)))
      made.delete(key)
    }
  }
  return inputTokens === undefined ? undefined : { inputTokens, totalTokens: inputTokens }
}

/** Its direction is what it means; of length 1 its product with another one is their cosine. */
export function unitVector(vector: readonly number[]): readonly number[] {
  const length = Math.hypot(...vector)
  return length === 0 ? vector : vector.map((value) => value / length)
}

/** A server that was given another model under the same name would otherwise be found out by nonsense. */
export function otherLengths(model: string): EvalError {
  return new EvalError('store', message('the embeddings of {model} are not all of one length', { model }), {
    hint: message('Another model answers under this name now. Delete the index and build it again.'),
  })
}
