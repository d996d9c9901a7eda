import type { Usage } from '../core/index.ts'
import type { Model } from './language-model.ts'

/** Texts whose meaning is wanted as vectors, at most `EmbeddingModel.most` of them. */
export type EmbeddingRequest = { readonly texts: readonly string[] }

export type EmbeddingReply = {
  /** One per text, in their order, all of the same length. */
  readonly vectors: readonly (readonly number[])[]
  /** Absent when the provider reports none. */
  readonly usage?: Usage
  /** How often the provider was asked for it, failures included. */
  readonly calls: number
}

/** A model that turns texts into vectors which lie near each other where the texts mean the same. */
export interface EmbeddingModel extends Model<EmbeddingRequest, EmbeddingReply> {
  /** How many texts one request may have. */
  readonly most: number
}
