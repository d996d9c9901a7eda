import type { Message } from '../basics/message.ts'

/** What a document says, page by page, and for an image its bytes. Everything in it is somebody else's text. */
export type Document = TextDocument | ImageDocument

export type TextDocument = {
  /** The file's name, without its folder. */
  readonly name: string
  /** What its text is. */
  readonly kind: 'pdf' | 'markdown' | 'text'
  /** What the file is, where its text was made of another form. */
  readonly source?: 'word' | 'html'
  /** At least one. Markdown, text and HTML are one page. */
  readonly pages: readonly DocumentPage[]
  /** What holds for the whole document; what holds for one page stands with it. */
  readonly warnings: readonly Message[]
}

export type ImageDocument = {
  readonly name: string
  readonly kind: 'image'
  /** One page, without text unless somebody read it. */
  readonly pages: readonly DocumentPage[]
  readonly image: DocumentImage
  readonly warnings: readonly Message[]
}

export type DocumentPage = {
  /** From 1, as the reader of the document counts sheets, whatever is printed on them. */
  readonly number: number
  /** Lines end in `\n`, cells of a table's row are apart by a tab, blocks by an empty line. */
  readonly text: string
  /** Lines that are set larger than the text of the document, in their order. */
  readonly headings?: readonly DocumentHeading[]
  readonly warnings: readonly Message[]
  /** It shows what its text does not have, as a scan does: nobody can say that something does not stand on it. */
  readonly unread?: boolean
  /** Its text was read off a picture: how sure that is of its letters, 0–1, and where each word stands. */
  readonly ocr?: { readonly confidence: number; readonly words: readonly OcrWord[] }
  /** What it looks like, where somebody asked for that. */
  readonly picture?: DocumentImage
}

/** A word and its place, as shares of the page's width and height from the upper left corner. */
export type OcrWord = {
  readonly text: string
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export type DocumentHeading = {
  /** Where its line begins in the page's text. */
  readonly start: number
  /** From 1, the largest. */
  readonly level: number
}

/** An image as it stands in its file, for models that see. */
export type DocumentImage = {
  readonly mimeType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'
  readonly bytes: Uint8Array
  /** In pixels, as the file's header says. */
  readonly width: number
  readonly height: number
}

/** Reads a document by its path. */
export type ReadDocument = (path: string, signal?: AbortSignal) => Promise<Document>
