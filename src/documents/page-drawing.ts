import { OPS, type PDFPageProxy } from '#pdfjs/legacy/build/pdf.mjs'
import { type PageOperator, areaOf, pageOperators } from './page-operators.ts'

export type PageDrawing = {
  readonly draws: boolean
  /** How much of the page its images cover, 0–1; those that lie on each other count twice. */
  readonly covered: number
  /** Shapes, and characters that stand for nothing: text may be drawn as either. */
  readonly shapes: number
}

export const nothingDrawn: PageDrawing = { draws: false, covered: 0, shapes: 0 }

/** Of a page whose images were not decoded. */
export async function drawingOf(page: PDFPageProxy): Promise<PageDrawing> {
  const { width, height } = page.getViewport({ scale: 1 })
  const whole = width * height
  const operators = await pageOperators(page)
  const images = operators.filter(placesImage)
  const covered = images.reduce((sum, { matrix }) => sum + Math.min(areaOf(matrix), whole), 0) / whole
  return {
    draws:
      images.some(({ own = [] }) => areaOf(own) >= 100) || operators.some(({ operator }) => PAINTING.has(operator)),
    covered: Math.min(1, covered),
    shapes: operators.filter(({ operator }) => SHAPES.has(operator)).length,
  }
}

/**
 * An image that is not decoded leaves no operator, only the one before it, which stretches the unit square over the
 * image's place: ten by ten points or more, or nothing comes of it. Other drawings are scaled down, or up a little.
 */
function placesImage({ operator, own, next }: PageOperator): boolean {
  return operator === OPS.transform && own !== undefined && (next === OPS.restore || areaOf(own) >= 100)
}

/** Text may be drawn as shapes, one for each letter. */
export const SHAPES: ReadonlySet<number> = new Set([
  OPS.constructPath,
  OPS.rawFillPath,
  OPS.showText,
  OPS.showSpacedText,
])

const PAINTING: ReadonlySet<number> = new Set([
  ...SHAPES,
  OPS.stroke,
  OPS.fill,
  OPS.eoFill,
  OPS.fillStroke,
  OPS.eoFillStroke,
  OPS.closeStroke,
  OPS.closeFillStroke,
  OPS.closeEOFillStroke,
  OPS.shadingFill,
  OPS.paintImageXObject,
  OPS.paintInlineImageXObject,
  OPS.paintImageMaskXObject,
  OPS.paintSolidColorImageMask,
])
