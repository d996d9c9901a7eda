import { OPS, type PDFPageProxy } from '#pdfjs/legacy/build/pdf.mjs'
import { type PageOperator, areaOf, pageOperators } from './page-operators.ts'

export type PageDrawing = {
  readonly draws: boolean
  /** Share of the page that images cover, 0–1; overlapping images count twice. */
  readonly covered: number
  /** Number of shapes and of characters without a meaning, either of which may be drawn text. */
  readonly shapes: number
}

export const nothingDrawn: PageDrawing = { draws: false, covered: 0, shapes: 0 }

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
 * An image that is not decoded leaves only the operator before it, which maps the unit square to the image's place;
 * images under ten by ten points are ignored. Other drawings are scaled down, or up a little.
 */
function placesImage({ operator, own, next }: PageOperator): boolean {
  return operator === OPS.transform && own !== undefined && (next === OPS.restore || areaOf(own) >= 100)
}

/** Operators that may each draw one letter of a text. */
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
