import type { CallAccount, Model } from './language-model.ts'

/** Texts whose meaning is wanted as vectors, at most `EmbeddingModel.most` of them. */
type EmbeddingRequest = { readonly texts: readonly string[] }

type EmbeddingReply = CallAccount & {
  /** One per text, in their order, all of the same length. */
  readonly vectors: readonly (readonly number[])[]
}

/** A model that turns texts into vectors which lie near each other where the texts mean the same. */
export interface EmbeddingModel extends Model<EmbeddingRequest, EmbeddingReply> {
  /** How many texts one request may have. */
  readonly most: number
  /** How many characters of a text it reads; undefined where that is more than a section has. */
  readonly longest?: number
  /** The only language that it knows; undefined where it knows many. */
  readonly language?: 'en'
}
