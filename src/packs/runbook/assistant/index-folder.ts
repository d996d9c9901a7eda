import { createHash } from 'node:crypto'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { WordIndex } from '../../../documents/index.ts'
import { z } from 'zod'
import { EvalError, Message, message, stringifyJson } from '../../../core/index.ts'
import { atomicWrite } from '../../../files/index.ts'
import { RunbookSection } from './runbook-sections.ts'

/** Raised when what is kept changes, or words are counted in another way: then everything is read again. */
const FORMAT = 9

const Problem = z.object({ file: z.string(), problem: Message, hint: Message.optional() })

/** What is in the index. It is replaced in one go, so whoever opens it sees one build. */
const ContentsFile = z.object({
  format: z.literal(FORMAT),
  /** ISO 8601. */
  builtAt: z.string(),
  files: z.array(
    z.object({
      file: z.string(),
      updatedAt: z.string(),
      /** Of the file. */
      hash: z.string(),
      /** Of its sections. */
      key: z.string(),
      sections: z.number(),
    }),
  ),
  problems: z.array(Problem),
  /** The words of all sections, as `indexWords` has them. */
  words: z.custom<WordIndex>((value) => typeof value === 'object' && value !== null),
  /** From which relevance on a question is answered; undefined where nobody can tell. */
  leastRelevance: z.number().optional(),
  embeddedBy: z.string().optional(),
  /** That model as somebody named it, with its address; `none` where somebody wants none. */
  embedding: z.string().optional(),
})
export type Contents = Omit<z.infer<typeof ContentsFile>, 'format'>

/** The sections of one file, under a key made of everything that they depend on. */
export const KeptSections = z.object({
  title: z.string(),
  sections: z.array(RunbookSection),
  warnings: z.array(Message),
})
export type KeptSections = z.infer<typeof KeptSections>

export type IndexFolder = ReturnType<typeof indexFolder>

/** Of a file's sections: the same for the same content read in the same way. */
export function sectionsKey(hash: string): string {
  return digest(`${FORMAT} ${hash}`)
}

/** The files of one index. Every file is written whole under another name first, so a killed build harms nothing. */
export function indexFolder(folder: string) {
  const contentsFile = join(folder, 'index.json')
  const sectionsFile = (key: string) => join(folder, `${key}.sections.json`)
  const vectorsFile = (key: string, model: string) => join(folder, `${key}.${digest(model).slice(0, 12)}.vectors`)
  return {
    async contents(): Promise<Contents | undefined> {
      return ContentsFile.safeParse(jsonIn(await bytesOf(contentsFile))).data
    },

    /** Undefined when they are not there, or damaged. */
    async sections(key: string): Promise<KeptSections | undefined> {
      return KeptSections.safeParse(jsonIn(await bytesOf(sectionsFile(key)))).data
    },

    async vectors(key: string, model: string): Promise<Float32Array | undefined> {
      const bytes = await bytesOf(vectorsFile(key, model))
      if (bytes === undefined || bytes.length % Float32Array.BYTES_PER_ELEMENT > 0) return undefined
      return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
    },

    keepSections: async (key: string, kept: KeptSections) => write(sectionsFile(key), stringifyJson(kept)),

    keepVectors: async (key: string, model: string, vectors: Float32Array) =>
      write(vectorsFile(key, model), new Uint8Array(vectors.buffer, vectors.byteOffset, vectors.byteLength)),

    async replace(contents: Contents): Promise<void> {
      await write(contentsFile, stringifyJson({ format: FORMAT, ...contents }))
      await removeUnused(folder, contents)
    },
  }
}

async function write(file: string, content: string | Uint8Array): Promise<void> {
  await atomicWrite(file, content, { folders: true, replacesLinks: true })
}

async function bytesOf(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file)
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw new EvalError('store', message('the runbook index {file} cannot be read', { file }), { cause })
  }
}

function jsonIn(bytes: Buffer | undefined): unknown {
  if (bytes === undefined) return undefined
  try {
    // Not `parseJson`: we wrote no long numbers, and it would take long over hashes that look like some.
    return JSON.parse(bytes.toString('utf8'))
  } catch (error) {
    // Damaged is as good as absent: what it said can be read again.
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Another build may just have written what it has not listed yet, and a reader may be half through what was listed. */
const UNUSED_MS = 60 * 60 * 1000

async function removeUnused(folder: string, { files, builtAt }: Pick<Contents, 'files' | 'builtAt'>): Promise<void> {
  const used = new Set(files.map(({ key }) => key))
  for (const name of await readdir(folder)) {
    if (!/\.(?:sections\.json|vectors|unfinished)$/.test(name)) continue
    if (used.has(name.split('.')[0] ?? '') && !name.endsWith('.unfinished')) continue
    const path = join(folder, name)
    const stats = await stat(path).catch(() => undefined)
    if (stats !== undefined && Date.parse(builtAt) - stats.mtimeMs > UNUSED_MS) await rm(path, { force: true })
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
