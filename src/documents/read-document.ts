import { readFile, stat } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { type Message, EvalError, message } from '../core/index.ts'
import { reading } from '../files/index.ts'
import {
  type Document,
  type DocumentImage,
  type DocumentLimits,
  type ImageDocument,
  type TextDocument,
  defaultLimits,
  documentTooLarge,
  tooManyCharacters,
} from './document.ts'
import { imageTypeOf, readImageHeader } from './image-header.ts'
import { readPdf } from './read-pdf.ts'

export type ReadDocumentOptions = {
  readonly signal?: AbortSignal
  readonly limits?: Partial<DocumentLimits>
}

/**
 * Reads a PDF, an image (PNG, JPEG, GIF, WebP), a Word document, HTML, Markdown or plain text. PDFs and images are
 * detected by their bytes, the others by their file extension. A page that is not completely readable has `warnings`.
 *
 * @throws {EvalError} `usage` when there is no such file; `environment` when it may not be read; `format` when it is of
 * another type, broken, locked, or beyond a limit
 */
export async function readDocument(path: string, options: ReadDocumentOptions = {}): Promise<Document> {
  const limits = { ...defaultLimits, ...options.limits }
  const bytes = await readBytes(path, limits)
  options.signal?.throwIfAborted()
  return documentFrom(bytes, path, { ...options, limits })
}

export async function readDocumentBytes(
  bytes: Uint8Array,
  name: string,
  options: ReadDocumentOptions = {},
): Promise<Document> {
  const limits = { ...defaultLimits, ...options.limits }
  assertSize(name, bytes.length, limits)
  return documentFrom(bytes, name, { ...options, limits })
}

async function documentFrom(
  bytes: Uint8Array,
  path: string,
  options: ReadDocumentOptions & { readonly limits: DocumentLimits },
): Promise<Document> {
  const { limits } = options
  const mimeType = imageTypeOf(bytes)
  if (mimeType !== undefined) return imageDocument(path, bytes, mimeType, limits)
  if (isPdf(bytes)) return { name: basename(path), kind: 'pdf', ...(await readPdf(bytes, path, options)) }
  const kind = writtenKindOf(path)
  if (kind === undefined) throw unknownKind(path)
  if (kind === 'word') {
    const { readWord } = await import('./word/read-word.ts')
    return { name: basename(path), kind: 'markdown', source: kind, ...readWord(bytes, path, limits) }
  }
  if (kind === 'html') {
    const { htmlMarkdown } = await import('./html-markdown.ts')
    const decoded = decodedIn(path, decodeHtml(bytes), limits)
    const { text, hasFrames } = htmlMarkdown(decoded.text, path)
    const document = textDocument(path, { ...decoded, text }, 'markdown')
    const frames = hasFrames ? [message('the document shows other pages in frames; they were not read')] : []
    return { ...document, warnings: [...document.warnings, ...frames], source: kind }
  }
  return textDocument(path, decodedIn(path, decodeDocument(bytes), limits), kind)
}

type WrittenKind = 'markdown' | 'text' | NonNullable<TextDocument['source']>

export function writtenKindOf(name: string): WrittenKind | undefined {
  return writtenKinds[extname(name).toLowerCase()]
}

const writtenKinds: Readonly<Record<string, WrittenKind>> = {
  '.md': 'markdown',
  '.markdown': 'markdown',
  '.mdx': 'markdown',
  '.txt': 'text',
  '.text': 'text',
  '.rst': 'text',
  '.adoc': 'text',
  '.asciidoc': 'text',
  '.docx': 'word',
  '.docm': 'word',
  '.html': 'html',
  '.htm': 'html',
  '.xhtml': 'html',
}

async function readBytes(path: string, limits: DocumentLimits): Promise<Uint8Array> {
  return reading(path, async () => {
    const stats = await stat(path)
    // Reading a pipe would block, and a device never ends.
    if (!stats.isFile())
      throw new EvalError('usage', message('{file} is a folder or a device, not a document', { file: path }))
    assertSize(path, stats.size, limits)
    return readFile(path)
  })
}

function assertSize(file: string, size: number, limits: DocumentLimits): void {
  if (size === 0) throw new EvalError('format', message('{file} is empty', { file }))
  if (size > limits.bytes) throw tooManyBytes(file, size, limits.bytes)
}

function tooManyBytes(file: string, bytes: number, most: number): EvalError {
  const [size, limit] = [megabytes(bytes), megabytes(most)]
  return documentTooLarge(message('{file} has {size} MB; at most {limit} MB are read', { file, size, limit }))
}

function megabytes(bytes: number): number {
  return Math.ceil((bytes / (1024 * 1024)) * 10) / 10
}

/** Viewers accept other bytes before the mark, within the first kilobyte. */
function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 1024)).includes('%PDF-', 0, 'latin1')
}

function imageDocument(
  path: string,
  bytes: Uint8Array,
  mimeType: DocumentImage['mimeType'],
  limits: DocumentLimits,
): ImageDocument {
  const header = readImageHeader(bytes, mimeType)
  if (header.status === 'broken') {
    throw new EvalError('format', message('{file} is broken: its header has no size', { file: path }), {
      hint: message('Open it in an image viewer, and save it again.'),
    })
  }
  const { width, height } = header
  if (width * height > limits.pixels) {
    throw new EvalError(
      'format',
      message('{file} is {width} by {height} pixels; at most {limit} pixels in all are taken', {
        file: path,
        width,
        height,
        limit: limits.pixels,
      }),
      { hint: message('Save it smaller.') },
    )
  }
  return {
    name: basename(path),
    kind: 'image',
    pages: [{ number: 1, text: '', warnings: [], unread: true }],
    image: { mimeType, bytes, width, height },
    warnings: header.cutOff ? [message('the image is cut off: the end of its file is missing')] : [],
  }
}

function decodedIn(path: string, decoded: DecodedText | undefined, limits: DocumentLimits): DecodedText {
  if (decoded === undefined) {
    throw new EvalError('format', message('{file} is not text in UTF-8, UTF-16 or Shift_JIS', { file: path }), {
      hint: message('Save it as UTF-8. If it holds binary data, it is not a text file.'),
    })
  }
  if (decoded.text.length <= limits.characters) return decoded
  throw tooManyCharacters(path, limits)
}

function textDocument(path: string, { text, encoding }: DecodedText, kind: 'markdown' | 'text'): TextDocument {
  const blank: readonly Message[] = text.trim() === '' ? [message('the document has no text')] : []
  return {
    name: basename(path),
    kind,
    pages: [{ number: 1, text, warnings: [] }],
    warnings: encoding === 'Shift_JIS' ? [...blank, message('read as Shift_JIS, since it is not UTF-8')] : blank,
  }
}

function unknownKind(file: string): EvalError {
  const ending = extname(file).toLowerCase()
  if (binaryEndings.has(ending)) {
    return new EvalError('format', message('{file} is called {ending} and does not begin like one', { file, ending }), {
      hint: message('Open it in a viewer: it may be broken, or of another kind.'),
    })
  }
  return new EvalError('format', message('{file} is of no kind that can be read', { file }), {
    hint: message('Documents are PDF, PNG, JPEG, GIF or WebP, or are called {endings}.', {
      endings: Object.keys(writtenKinds).join(', '),
    }),
  })
}

const binaryEndings: ReadonlySet<string> = new Set(['.pdf', '.png', '.jpg', '.jpeg', '.gif', '.webp'])

type DecodedText = {
  readonly text: string
  readonly encoding: 'UTF-8' | 'UTF-16' | 'Shift_JIS' | 'as it says'
}

/**
 * Decodes UTF-8, UTF-16 with a byte order mark, or Shift_JIS with kana (Latin-1 may decode as Shift_JIS, but never
 * yields kana). Line ends become ` `. `undefined` for anything else.
 */
function decodeDocument(bytes: Uint8Array): DecodedText | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return textIn(bytes, 'utf-16le', 'UTF-16')
  if (first === 0xfe && second === 0xff) return textIn(bytes, 'utf-16be', 'UTF-16')
  const utf8 = textIn(bytes, 'utf-8', 'UTF-8')
  if (utf8 !== undefined) return utf8
  const shiftJis = textIn(bytes, 'shift_jis', 'Shift_JIS')
  return shiftJis !== undefined && /[\u3041-\u30fe]/.test(shiftJis.text) ? shiftJis : undefined
}

/** Decodes HTML by the charset that it declares, or else like other text. */
function decodeHtml(bytes: Uint8Array): DecodedText | undefined {
  const beginning = new TextDecoder('latin1').decode(bytes.subarray(0, 2048))
  const [, name] = /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{1,40})/i.exec(beginning) ?? []
  return (name === undefined ? undefined : textIn(bytes, name, 'as it says')) ?? decodeDocument(bytes)
}

function textIn(bytes: Uint8Array, label: string, encoding: DecodedText['encoding']): DecodedText | undefined {
  try {
    const text = new TextDecoder(label, { fatal: true }).decode(bytes)
    // Text has no null characters, but nearly every other file type does.
    return text.includes('\0') ? undefined : { text: text.replaceAll(/\r\n?/g, '\n'), encoding }
  } catch (cause) {
    // An unknown encoding throws a RangeError, invalid bytes throw a TypeError.
    if (cause instanceof TypeError || cause instanceof RangeError) return undefined
    throw cause
  }
}
