import type { Message } from '../core/index.ts'

/** What a document says, page by page, and for an image its bytes. Everything in it is somebody else's text. */
export type Document = TextDocument | ImageDocument

export type TextDocument = {
  /** The file's name, without its folder. */
  readonly name: string
  readonly kind: 'pdf' | 'markdown' | 'text'
  /** At least one. Markdown and text are one page. */
  readonly pages: readonly DocumentPage[]
  /** What holds for the whole document; what holds for one page stands with it. */
  readonly warnings: readonly Message[]
}

export type ImageDocument = {
  readonly name: string
  readonly kind: 'image'
  /** One page, without text. */
  readonly pages: readonly DocumentPage[]
  readonly image: DocumentImage
  readonly warnings: readonly Message[]
}

export type DocumentPage = {
  /** From 1, as the reader of the document counts sheets, whatever is printed on them. */
  readonly number: number
  /** Lines end in `\n`, cells of a table's row are apart by a tab, blocks by an empty line. */
  readonly text: string
  readonly warnings: readonly Message[]
  /** It shows what its text does not have, as a scan does: nobody can say that something does not stand on it. */
  readonly unread?: boolean
  /** What it looks like, where somebody asked for that. */
  readonly picture?: DocumentImage
}

/** An image as it stands in its file, for models that see. */
export type DocumentImage = {
  readonly mimeType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'
  readonly bytes: Uint8Array
  /** In pixels, as the file's header says. */
  readonly width: number
  readonly height: number
}

/** How much of a document is read at most. What is larger is refused, never cut short. */
export type DocumentLimits = {
  /** Size of the file. */
  readonly bytes: number
  readonly pages: number
  /** Of all pages together, in UTF-16 units. */
  readonly characters: number
  /** From the first byte to the last page of a PDF. */
  readonly milliseconds: number
  /** What reading a PDF may take for itself. */
  readonly memoryBytes: number
  /** Width times height of an image. */
  readonly pixels: number
}

export const defaultLimits: DocumentLimits = {
  bytes: 50 * 1024 * 1024,
  pages: 1000,
  characters: 5_000_000,
  milliseconds: 10_000,
  memoryBytes: 768 * 1024 * 1024,
  pixels: 100_000_000,
}
