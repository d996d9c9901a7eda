// Decodes the images of a PDF's pages in a separate thread, which can be terminated (in-pdf-thread.ts).
import { fileURLToPath } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import { ImageKind, OPS, getDocument, type PDFPageProxy } from '#pdfjs/legacy/build/pdf.mjs'
import { type SourceImage, newBitmap, paintImage, toPng } from './bitmap.ts'
import { SHAPES } from './page-drawing.ts'
import { type Matrix, type PageOperator, pageOperators } from './page-operators.ts'
import { boundUnpacked, packsTooOften } from './unpacked-bytes.ts'
import { messageOf } from '../core/basics/message-of.ts'

export type PicturesRequest = {
  readonly bytes: Uint8Array
  readonly pages: readonly number[]
  /** Longer side in pixels. */
  readonly side: number
  /** Allows a smaller picture when the page's images have no finer detail. */
  readonly asFine?: boolean
  /** Clockwise, in degrees, in addition to the page's own rotation. */
  readonly turn?: number
  /** Larger images are not decoded. */
  readonly pixels: number
  readonly unpackedBytes: number
}

export type PagePicture = {
  readonly page: number
  readonly png: Uint8Array<ArrayBuffer>
  readonly width: number
  readonly height: number
}

export type PicturesOutcome =
  | { readonly status: 'drawn'; readonly pictures: readonly PagePicture[] }
  | { readonly status: 'broken'; readonly reason: string }

async function readPictures({
  bytes,
  pages,
  pixels,
  unpackedBytes,
  ...shown
}: PicturesRequest): Promise<PicturesOutcome> {
  if (packsTooOften(bytes)) return broken('packed too often')
  // An image is unpacked whole, with at most four bytes per pixel.
  boundUnpacked(Math.max(unpackedBytes, 8 * pixels), () =>
    parentPort?.postMessage(broken('unpacks to more than is read')),
  )
  try {
    const parts = fileURLToPath(new URL('.', import.meta.resolve('#pdfjs/package.json')))
    const task = getDocument({
      data: bytes,
      wasmUrl: `${parts}wasm/`,
      iccUrl: `${parts}iccs/`,
      maxImageSize: pixels,
      useSystemFonts: false,
      verbosity: 0,
    })
    const pdf = await task.promise
    const pictures: PagePicture[] = []
    for (const page of pages) pictures.push(...(await pictureOf(await pdf.getPage(page), page, shown)))
    return { status: 'drawn', pictures }
  } catch (cause) {
    return broken(messageOf(cause))
  }
}

function broken(reason: string): PicturesOutcome {
  return { status: 'broken', reason }
}

/** Shapes are not drawn, so a page with this many may lack words. */
const MOST_SHAPES = 20

async function pictureOf(
  page: PDFPageProxy,
  number: number,
  { side, asFine = false, turn = 0 }: Pick<PicturesRequest, 'side' | 'asFine' | 'turn'>,
): Promise<readonly PagePicture[]> {
  const plain = page.getViewport({ scale: 1 })
  const largest = side / Math.max(plain.width, plain.height)
  const scale = asFine ? Math.min(largest, await finestIn(page)) : largest
  const { width, height, transform } = page.getViewport({ scale, rotation: page.rotate + turn })
  const bitmap = newBitmap(Math.max(1, Math.round(width)), Math.max(1, Math.round(height)))
  const operators = await pageOperators(page, transform as Matrix)
  const shapes = operators.filter(({ operator }) => SHAPES.has(operator) && operator !== OPS.showText).length
  if (shapes >= MOST_SHAPES || operators.some(({ operator }) => UNKNOWN.has(operator))) return []
  let color: SourceImage['color'] = [0, 0, 0]
  let painted = 0
  for (const operator of operators) {
    color = fillColor(operator) ?? color
    if (!IMAGES.has(operator.operator)) continue
    const image = await imageOf(page, operator, color)
    if (image === undefined) return []
    paintImage(bitmap, image, operator.matrix)
    painted += 1
  }
  page.cleanup()
  if (painted === 0) return []
  return [{ page: number, png: toPng(bitmap), width: bitmap.width, height: bitmap.height }]
}

/** Pixels per point of the page in its finest image. */
async function finestIn(page: PDFPageProxy): Promise<number> {
  const operators = (await pageOperators(page)).filter(({ operator }) => IMAGES.has(operator))
  const images = await Promise.all(operators.map(async (operator) => imageOf(page, operator, [0, 0, 0])))
  const scales = images.map((image, index) => {
    const [a = 0, b = 0] = operators[index]?.matrix ?? []
    return image === undefined ? 0 : image.width / Math.hypot(a, b)
  })
  const finest = Math.max(0, ...scales.filter(Number.isFinite))
  return finest > 0 ? finest : 1
}

const IMAGES: ReadonlySet<number> = new Set([
  OPS.paintImageXObject,
  OPS.paintInlineImageXObject,
  OPS.paintImageMaskXObject,
])

/** Operators that draw many small images at once. */
const UNKNOWN: ReadonlySet<number> = new Set([
  OPS.paintImageMaskXObjectGroup,
  OPS.paintInlineImageXObjectGroup,
  OPS.paintImageXObjectRepeat,
  OPS.paintImageMaskXObjectRepeat,
])

function fillColor({ operator, args: [hex] }: PageOperator): SourceImage['color'] | undefined {
  if (operator !== OPS.setFillRGBColor || typeof hex !== 'string') return undefined
  const value = Number.parseInt(hex.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

async function imageOf(
  page: PDFPageProxy,
  { operator, args: [given] }: PageOperator,
  color: SourceImage['color'],
): Promise<SourceImage | undefined> {
  const isStencil = operator === OPS.paintImageMaskXObject
  const inline = isObject(given) ? given : undefined
  const id = typeof given === 'string' ? given : inline?.['data']
  const found = typeof id === 'string' ? await objectOf(page, id) : inline
  if (!isObject(found)) return undefined
  const { data, kind } = found
  const [width, height] = [found['width'] ?? inline?.['width'], found['height'] ?? inline?.['height']]
  if (!(data instanceof Uint8Array || data instanceof Uint8ClampedArray)) return undefined
  if (typeof width !== 'number' || typeof height !== 'number') return undefined
  const known = isStencil ? 'stencil' : typeof kind === 'number' ? kinds.get(kind) : undefined
  return known === undefined ? undefined : { width, height, data, kind: known, color }
}

const kinds: ReadonlyMap<number, SourceImage['kind']> = new Map([
  [ImageKind.GRAYSCALE_1BPP, 'bits'],
  [ImageKind.RGB_24BPP, 'rgb'],
  [ImageKind.RGBA_32BPP, 'rgba'],
])

/** Waits for an image, which is decoded after the operator list. */
function objectOf(page: PDFPageProxy, id: string): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const objects = id.startsWith('g_') ? page.commonObjs : page.objs
  objects.get(id, resolve)
  return promise
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

parentPort?.postMessage(await readPictures(workerData as PicturesRequest))
