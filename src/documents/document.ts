import { type Message, EvalError, message } from '../core/index.ts'

export type { Document, DocumentImage, DocumentPage, ImageDocument, TextDocument } from '../core/pack/document.ts'

/** Limits for reading a document. A document beyond a limit is refused, never truncated. */
export type DocumentLimits = {
  readonly bytes: number
  readonly pages: number
  /** Total of all pages, in UTF-16 code units. */
  readonly characters: number
  /** Processor time for a PDF, which does not depend on how busy the machine is. */
  readonly milliseconds: number
  readonly memoryBytes: number
  /** Size of one unpacked stream of a PDF. */
  readonly unpackedBytes: number
  readonly pixels: number
}

export const defaultLimits: DocumentLimits = {
  bytes: 50 * 1024 * 1024,
  pages: 1000,
  characters: 5_000_000,
  milliseconds: 10_000,
  memoryBytes: 768 * 1024 * 1024,
  unpackedBytes: 128 * 1024 * 1024,
  pixels: 100_000_000,
}

/** Makes the error for a document beyond a limit. */
export function documentTooLarge(sentence: Message): EvalError {
  return new EvalError('format', sentence, { hint: message('Split the document, or keep the pages that matter.') })
}

export function tooManyPages(file: string, pages: number, { pages: limit }: DocumentLimits): EvalError {
  return documentTooLarge(message('{file} has {pages} pages; at most {limit} are read', { file, pages, limit }))
}

export function tooManyCharacters(file: string, { characters: limit }: DocumentLimits): EvalError {
  return documentTooLarge(message('{file} has more than {limit} characters of text', { file, limit }))
}
