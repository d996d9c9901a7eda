import { OPS, Util, type PDFPageProxy } from '#pdfjs/legacy/build/pdf.mjs'

/** A transformation [a, b, c, d, e, f] as in PDF: the images of (1, 0), (0, 1) and the origin. */
export type Matrix = readonly number[]

export type PageOperator = {
  readonly operator: number
  readonly args: readonly unknown[]
  readonly matrix: Matrix
  /** The operator's own transformation. */
  readonly own?: Matrix
  readonly next: number | undefined
}

/** Returns all operators of a page in order, including those of forms. */
export async function pageOperators(page: PDFPageProxy, base: Matrix = [1, 0, 0, 1, 0, 0]): Promise<PageOperator[]> {
  const { fnArray, argsArray } = await page.getOperatorList()
  let matrix = base
  const outer: Matrix[] = []
  return fnArray.map((operator, index) => {
    const args = (argsArray[index] ?? []) as readonly unknown[]
    const begins = operator === OPS.paintFormXObjectBegin
    if (operator === OPS.save || begins) outer.push(matrix)
    if (operator === OPS.restore || operator === OPS.paintFormXObjectEnd) matrix = outer.pop() ?? base
    const own = operator === OPS.transform ? args : begins ? args[0] : undefined
    if (isMatrix(own)) matrix = Util.transform([...matrix], [...own]) as Matrix
    return { operator, args, matrix, next: fnArray[index + 1], ...(isMatrix(own) && { own }) }
  })
}

function isMatrix(value: unknown): value is Matrix {
  return Array.isArray(value) && value.length === 6 && value.every((one) => typeof one === 'number')
}

/** Returns the factor by which areas grow. */
export function areaOf([a = 0, b = 0, c = 0, d = 0]: Matrix): number {
  return Math.abs(a * d - b * c)
}
