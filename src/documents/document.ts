export type { Document, DocumentImage, DocumentPage, ImageDocument, TextDocument } from '../core/pack/document.ts'

/** How much of a document is read at most. What is larger is refused, never cut short. */
export type DocumentLimits = {
  /** Size of the file. */
  readonly bytes: number
  readonly pages: number
  /** Of all pages together, in UTF-16 units. */
  readonly characters: number
  /** Of the processor's time that reading a PDF takes, however busy the machine is. */
  readonly milliseconds: number
  /** What reading a PDF may take for itself. */
  readonly memoryBytes: number
  /** What one stream of a PDF may be when it is unpacked. */
  readonly unpackedBytes: number
  /** Width times height of an image. */
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
