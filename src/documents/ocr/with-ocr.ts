import { type Message, message } from '../../core/index.ts'
import type { Document, DocumentImage, DocumentPage } from '../document.ts'
import { readPagePictures } from '../read-page-pictures.ts'
import { ocrPackages, openOcr } from './open-ocr.ts'
import type { OcrText } from './ocr-text.ts'

/** Below this confidence, the result is noise and the page stays unread. */
const leastConfidence = 0.6

const mostPages = 50

/** Longer side in pixels: A4 at 300 dots per inch. */
const side = 3508

/** Scanned sheets may have any orientation. */
const turns = [0, 90, 270, 180] as const
type WithOcrTurn = (typeof turns)[number]

type PictureOf = (page: number, turn: WithOcrTurn) => Promise<DocumentImage | undefined>

/**
 * Adds text by OCR to pages whose text does not have all that they show. Without the optional packages, the document is
 * returned with a warning that names them.
 */
export async function withOcr(document: Document, path: string, signal?: AbortSignal): Promise<Document> {
  const unread = document.pages.filter((page) => page.unread === true)
  if (unread.length === 0) return document
  const ocr = await openOcr()
  if (ocr === undefined) return { ...document, warnings: [...document.warnings, missing()] }
  const pictureOf = picturesOf(document, path, signal)
  const read = new Map<number, DocumentPage>()
  // The next page probably has the same orientation.
  let likely: readonly WithOcrTurn[] = turns
  try {
    for (const page of unread.slice(0, mostPages)) {
      const { text, turn } = await surest(likely, page.number, pictureOf, async (picture) => ocr.read(picture, signal))
      if (text !== undefined) read.set(page.number, pageWith(page, text, turn))
      // When no turn made a page readable, the next pages are read in one orientation only, since turning takes long.
      likely = isRead(text) ? [turn, ...turns.filter((other) => other !== turn)] : likely.slice(0, 1)
    }
  } finally {
    await ocr.close()
  }
  return { ...document, pages: document.pages.map((page) => read.get(page.number) ?? page) }
}

function missing(): Message {
  return message('pages without text can be read by OCR: npm install {packages}', { packages: ocrPackages })
}

/** Only pages of a PDF can be turned. */
function picturesOf(document: Document, path: string, signal: AbortSignal | undefined): PictureOf {
  if (document.kind === 'image') return async (_page, turn) => (turn === 0 ? document.image : undefined)
  if (document.kind !== 'pdf') return async () => undefined
  const options = { side, asFine: true, ...(signal && { signal }) }
  return async (page, turn) => (await readPagePictures(path, [page], { ...options, turn })).get(page)
}

type WithOcrReading = { readonly text: OcrText | undefined; readonly turn: WithOcrTurn }

async function surest(
  tried: readonly WithOcrTurn[],
  page: number,
  pictureOf: PictureOf,
  read: (picture: DocumentImage) => Promise<OcrText | undefined>,
): Promise<WithOcrReading> {
  let best: WithOcrReading = { text: undefined, turn: tried[0] ?? 0 }
  for (const turn of tried) {
    const picture = await pictureOf(page, turn)
    // An image that cannot be decoded will not be when turned.
    if (picture === undefined) break
    const text = await read(picture)
    if (text === undefined) break
    if (best.text === undefined || text.confidence > best.text.confidence) best = { text, turn }
    if (isRead(text)) break
  }
  return best
}

function isRead(text: OcrText | undefined): boolean {
  return text !== undefined && text.text !== '' && text.confidence >= leastConfidence
}

function pageWith(page: DocumentPage, read: OcrText, turn: WithOcrTurn): DocumentPage {
  const { text, words, confidence } = read
  const values = { page: page.number, percent: Math.round(100 * confidence) }
  if (!isRead(read)) {
    const unsure = message('page {page} could not be read by OCR either: {percent} % sure of its letters', values)
    return { ...page, warnings: [...page.warnings, unsure] }
  }
  const { unread: _read, ...known } = page
  const warnings = [message('page {page} was read by OCR, {percent} % sure of its letters', values)]
  // Word positions are only valid for a page that was not turned.
  return { ...known, text, ocr: { confidence, words: turn === 0 ? words : [] }, warnings }
}
