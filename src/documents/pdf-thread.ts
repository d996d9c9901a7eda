// Reads one PDF in a separate thread, which can be terminated whatever the file makes the parser do (read-pdf.ts).
import { fileURLToPath } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import {
  OPS,
  PasswordException,
  Util,
  getDocument,
  type PDFDocumentProxy,
  type PDFPageProxy,
} from '#pdfjs/legacy/build/pdf.mjs'
import { drawingOf, nothingDrawn } from './page-drawing.ts'
import { type TextPiece, layOutPage } from './page-layout.ts'
import { type SymbolTable, symbolTable } from './symbol-fonts.ts'
import { MUCH_TEXT, hidesText, isGarbled, substanceOf } from './text-substance.ts'
import { boundUnpacked, packsTooOften } from './unpacked-bytes.ts'
import { messageOf } from '../core/basics/message-of.ts'

// Annotation flags, defined first, because the thread starts before constants further below are set.
const HIDDEN = 2
const NO_VIEW = 32

export type PdfRequest = {
  readonly bytes: Uint8Array
  readonly pages: number
  readonly characters: number
  readonly unpackedBytes: number
}

export type PdfOutcome =
  | { readonly status: 'read'; readonly pages: readonly PdfPage[]; readonly scripts: boolean; readonly form: boolean }
  | { readonly status: 'locked' }
  | { readonly status: 'broken'; readonly reason: string }
  | { readonly status: 'too-many-pages'; readonly pages: number }
  | { readonly status: 'too-many-characters' }
  | { readonly status: 'unpacks-to-more' }
  | { readonly status: 'packed-too-often' }

export type PdfPage =
  | {
      readonly status: 'read'
      readonly text: string
      /** The largest font size, in points, of each line that is not empty. */
      readonly sizes: readonly number[]
      /** True when the page has no text but draws something. */
      readonly draws: boolean
      readonly unreadable: number
      readonly unread?: 'picture' | 'garbled'
    }
  | { readonly status: 'broken'; readonly reason: string }

async function readPdf({ bytes, pages, characters, unpackedBytes }: PdfRequest): Promise<PdfOutcome> {
  if (packsTooOften(bytes)) return { status: 'packed-too-often' }
  boundUnpacked(unpackedBytes, () => parentPort?.postMessage({ status: 'unpacks-to-more' } satisfies PdfOutcome))
  try {
    const pdf = await open(bytes)
    if (pdf.numPages > pages) return { status: 'too-many-pages', pages: pdf.numPages }
    const read = await readPages(pdf, characters)
    if (read === undefined) return { status: 'too-many-characters' }
    return { status: 'read', pages: read, scripts: await pdf.hasJSActions(), form: pdf.isPureXfa }
  } catch (cause) {
    return cause instanceof PasswordException ? { status: 'locked' } : { status: 'broken', reason: messageOf(cause) }
  }
}

function open(bytes: Uint8Array): Promise<PDFDocumentProxy> {
  const parts = fileURLToPath(new URL('.', import.meta.resolve('#pdfjs/package.json')))
  return getDocument({
    data: bytes,
    // For fonts that are not embedded: the characters of their codes, and their widths.
    cMapUrl: `${parts}cmaps/`,
    standardFontDataUrl: `${parts}standard_fonts/`,
    fontExtraProperties: true,
    // Images are not decoded: large ones take seconds, and malicious ones exhaust memory.
    maxImageSize: 0,
    useWasm: false,
    useSystemFonts: false,
    verbosity: 0,
  }).promise
}

/** Returns undefined when there are more characters. */
async function readPages(pdf: PDFDocumentProxy, characters: number): Promise<readonly PdfPage[] | undefined> {
  const symbols = new Map<string, SymbolTable | undefined>()
  const pages: PdfPage[] = []
  let left = characters
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await readPage(pdf, number, symbols)
    if (page.status === 'read') left -= page.text.length
    if (left < 0) return undefined
    pages.push(page)
  }
  return pages
}

// A broken page must not lose the others.
async function readPage(
  pdf: PDFDocumentProxy,
  number: number,
  symbols: Map<string, SymbolTable | undefined>,
): Promise<PdfPage> {
  try {
    const page = await pdf.getPage(number)
    const { pieces, unreadable } = await piecesOf(page, symbols)
    const { text, sizes } = layOutPage(pieces)
    const drawing = substanceOf(text) < MUCH_TEXT ? await drawingOf(page) : nothingDrawn
    page.cleanup()
    const unread = hidesText(text, drawing) ? 'picture' : isGarbled(text, unreadable) ? 'garbled' : undefined
    const draws = text === '' && drawing.draws
    return { status: 'read', text, sizes, draws, unreadable, ...(unread !== undefined && { unread }) }
  } catch (cause) {
    return { status: 'broken', reason: messageOf(cause) }
  }
}

/** `unreadable` is the share of characters, 0 to 1, whose font does not say what they mean. */
async function piecesOf(page: PDFPageProxy, symbols: Map<string, SymbolTable | undefined>) {
  const { items, styles } = await page.getTextContent()
  const viewport = page.getViewport({ scale: 1 })
  const signs = await signsOf(page, Object.keys(styles), symbols)
  const pieces: TextPiece[] = []
  let [all, unreadable] = [0, 0]
  for (const item of items) {
    if (!('str' in item)) continue
    const written = withSigns(item.str, signs.get(item.fontName))
    const text = readable(written)
    all += written.length
    unreadable += written.length - text.length
    const [right = 0, down = 0, , , x = 0, y = 0] = Util.transform(viewport.transform, item.transform) as number[]
    const [, , c = 0, d = 0] = item.transform as number[]
    const vertical = styles[item.fontName]?.vertical === true
    pieces.push({
      text,
      x,
      y,
      width: vertical ? item.height : item.width,
      size: Math.hypot(c, d) || item.height || 1,
      angle: (Math.atan2(down, right) * 180) / Math.PI + (vertical ? 90 : 0),
    })
  }
  const annotations = (await page.getAnnotations()) as readonly PdfAnnotation[]
  pieces.push(
    ...fieldPieces(annotations, (x, y) => {
      const [left = 0, down = 0] = viewport.convertToViewportPoint(x, y) as number[]
      return [left, down]
    }),
  )
  return { pieces, unreadable: all === 0 ? 0 : unreadable / all }
}

// Removes control, private and unassigned characters. Kangxi radicals and vertical forms become the usual characters.
function readable(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\P{C}\p{Cf}\t]|\ufffd/gu, '')
    .replaceAll(/[\u2f00-\u2fd5\ufe10-\ufe19\ufe30-\ufe48]/g, (form) => form.normalize('NFKC'))
}

function withSigns(text: string, signs: ReadonlyMap<string, string> | undefined): string {
  return signs === undefined ? text : Array.from(text, (character) => signs.get(character) ?? character).join('')
}

/**
 * Returns the symbols of each symbol font on the page. The parser interprets characters by its own idea of the font's
 * encoding; character codes and font names are only in the operator list.
 */
async function signsOf(
  page: PDFPageProxy,
  fonts: readonly string[],
  symbols: Map<string, SymbolTable | undefined>,
): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> {
  const signs = new Map<string, Map<string, string>>()
  if (fonts.every((font) => symbols.has(font) && symbols.get(font) === undefined)) return signs
  const { fnArray, argsArray } = await page.getOperatorList()
  for (const font of fonts) {
    if (!symbols.has(font)) symbols.set(font, symbolTable(nameOfFont(page, font)))
    if (symbols.get(font) !== undefined) signs.set(font, new Map())
  }
  let font = ''
  for (const [index, operator] of fnArray.entries()) {
    const [first] = (argsArray[index] ?? []) as readonly unknown[]
    if (operator === OPS.setFont) font = String(first)
    if (operator === OPS.showText) addSigns(signs.get(font), symbols.get(font), first)
  }
  return signs
}

function addSigns(signs: Map<string, string> | undefined, table: SymbolTable | undefined, glyphs: unknown): void {
  if (signs === undefined || table === undefined || !Array.isArray(glyphs)) return
  for (const glyph of glyphs) {
    if (typeof glyph !== 'object' || glyph === null) continue
    const { unicode, originalCharCode: code } = glyph as { readonly unicode: string; readonly originalCharCode: number }
    const sign = alreadySign.test(unicode) ? undefined : table(code)
    if (sign !== undefined) signs.set(unicode, sign)
  }
}

// For arrows, enclosed numbers, shapes and dingbats the file itself has the right character.
const alreadySign = /[\u2190-\u21ff\u2300-\u23ff\u2460-\u27bf\u2900-\u2bff]/

function nameOfFont(page: PDFPageProxy, font: string): string {
  if (!page.commonObjs.has(font)) return ''
  const { name } = page.commonObjs.get(font) as { readonly name?: unknown }
  return typeof name === 'string' ? name : ''
}

parentPort?.postMessage(await readPdf(workerData as PdfRequest))

type PdfAnnotation = {
  readonly subtype?: string
  readonly annotationFlags?: number
  readonly rect: readonly number[]
  readonly fieldType?: string
  readonly fieldValue?: unknown
  readonly checkBox?: boolean
  readonly radioButton?: boolean
  readonly exportValue?: string
  readonly buttonValue?: string
  readonly textContent?: readonly string[]
}

/**
 * Returns the entries of form fields (texts, choices, ticks) at their place, since a page's text lacks them. `toSheet`
 * maps a PDF point to the page.
 */
function fieldPieces(
  annotations: readonly PdfAnnotation[],
  toSheet: (x: number, y: number) => readonly [number, number],
): readonly TextPiece[] {
  return annotations.flatMap((annotation) => {
    if (((annotation.annotationFlags ?? 0) & (HIDDEN | NO_VIEW)) !== 0) return []
    const lines = entryOf(annotation).split(/\r\n?|\n/)
    const [left = 0, bottom = 0, right = 0, top = 0] = annotation.rect
    const pitch = (top - bottom) / lines.length
    const size = Math.min(12, pitch)
    return lines.map((text, index): TextPiece => {
      // Viewers draw the baseline a quarter of the font size above the lower edge.
      const [x, y] = toSheet(left, top - pitch * (index + 0.5) - size / 4)
      return { text, x, y, width: Math.min(right - left, text.length * size), size, angle: 0 }
    })
  })
}

function entryOf(annotation: PdfAnnotation): string {
  if (annotation.subtype === 'FreeText') return (annotation.textContent ?? []).join('\n')
  if (annotation.subtype !== 'Widget') return ''
  const { fieldType, fieldValue } = annotation
  if (annotation.checkBox === true) return fieldValue === annotation.exportValue ? '☑' : '☐'
  if (annotation.radioButton === true) return fieldValue === annotation.buttonValue ? '●' : '○'
  if (fieldType !== 'Tx' && fieldType !== 'Ch') return ''
  return Array.isArray(fieldValue) ? fieldValue.join(', ') : typeof fieldValue === 'string' ? fieldValue : ''
}
