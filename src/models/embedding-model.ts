import type { CallAccount, Model } from './language-model.ts'

type EmbeddingRequest = { readonly texts: readonly string[] }

type EmbeddingReply = CallAccount & {
  /** One vector for each text, in order, all of the same length. */
  readonly vectors: readonly (readonly number[])[]
}

/** A model that turns texts into vectors, which are close to each other when the texts mean the same. */
export interface EmbeddingModel extends Model<EmbeddingRequest, EmbeddingReply> {
  readonly most: number
  /** The number of characters that it reads of a text; undefined when it reads any section whole. */
  readonly longest?: number
  /** The only language that it knows; undefined when it knows many. */
  readonly language?: 'en'
}
