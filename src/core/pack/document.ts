import type { Message } from '../basics/message.ts'

/** The content of a document by page, or an image. Its text is untrusted. */
export type Document = TextDocument | ImageDocument

export type TextDocument = {
  /** The file's name without its folder. */
  readonly name: string
  /** The kind of the extracted text. */
  readonly kind: 'pdf' | 'markdown' | 'text'
  /** The original kind of a file whose text was converted. */
  readonly source?: 'word' | 'html'
  /** At least one page. Markdown, text and HTML have exactly one. */
  readonly pages: readonly DocumentPage[]
  /** Warnings about the whole document; those about one page are in the page. */
  readonly warnings: readonly Message[]
}

export type ImageDocument = {
  readonly name: string
  readonly kind: 'image'
  /** A single page, which has no text unless it was read by OCR. */
  readonly pages: readonly DocumentPage[]
  readonly image: DocumentImage
  readonly warnings: readonly Message[]
}

export type DocumentPage = {
  /** The number of the sheet, from 1, whatever number is printed on it. */
  readonly number: number
  /** Lines end in `\n`, table cells are separated by tabs, blocks by an empty line. */
  readonly text: string
  /** Lines in a larger font than the body text, in reading order. */
  readonly headings?: readonly DocumentHeading[]
  readonly warnings: readonly Message[]
  /** True when the page shows more than its text, as a scan does: absence from the text then proves nothing. */
  readonly unread?: boolean
  /** Set when the text was read from a picture: the OCR confidence, 0–1, and the position of each word. */
  readonly ocr?: { readonly confidence: number; readonly words: readonly OcrWord[] }
  /** A rendering of the page, where one was requested. */
  readonly picture?: DocumentImage
}

/** A word and its position, as shares of the page's width and height from the upper left corner. */
export type OcrWord = {
  readonly text: string
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export type DocumentHeading = {
  /** The offset of its line in the page's text. */
  readonly start: number
  /** From 1, which is the largest. */
  readonly level: number
}

export type DocumentImage = {
  readonly mimeType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'
  readonly bytes: Uint8Array
  /** Pixels, from the file's header. */
  readonly width: number
  readonly height: number
}

export type ReadDocument = (path: string, signal?: AbortSignal) => Promise<Document>
