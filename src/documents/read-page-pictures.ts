import { readFile } from 'node:fs/promises'
import { type DocumentImage, type DocumentLimits, defaultLimits } from './document.ts'
import { inPdfThread } from './in-pdf-thread.ts'
import type { PicturesOutcome, PicturesRequest } from './pdf-pictures-thread.ts'

/** The largest image size that models accept without scaling. */
const SIDE = 1600

type PicturesOptions = {
  readonly signal?: AbortSignal
  readonly limits?: Partial<DocumentLimits>
  readonly side?: number
  /** Allows a smaller picture when the page's images have no finer detail. */
  readonly asFine?: boolean
  /** Clockwise, in degrees, in addition to the page's own rotation. */
  readonly turn?: 0 | 90 | 180 | 270
}

/**
 * Composes pictures of PDF pages from the images on them, for scans. A page that draws shapes, or whose images cannot
 * be decoded, has no picture.
 */
export async function readPagePictures(
  path: string,
  pages: readonly number[],
  { signal, limits, side = SIDE, asFine = false, turn = 0 }: PicturesOptions = {},
): Promise<ReadonlyMap<number, DocumentImage>> {
  const all = { ...defaultLimits, milliseconds: 60_000, ...limits }
  const { pixels, unpackedBytes } = all
  const bytes = await readFile(path)
  const request: PicturesRequest = { bytes, pages, side, asFine, turn, pixels, unpackedBytes }
  const outcome = await inPdfThread<PicturesOutcome>('pdf-pictures-thread', request, { limits: all, signal })
  if (outcome.status !== 'drawn') return new Map()
  return new Map(
    outcome.pictures.map(({ page, png, width, height }) => [
      page,
      { mimeType: 'image/png' as const, bytes: png, width, height },
    ]),
  )
}
