import { OPS, Util, type PDFPageProxy } from '#pdfjs/legacy/build/pdf.mjs'

/** Six numbers: where (1, 0), (0, 1) and the origin come to lie. */
export type Matrix = readonly number[]

/** One step of what a page draws, with the matrix that is in force after it. */
export type PageOperator = {
  readonly operator: number
  readonly args: readonly unknown[]
  readonly matrix: Matrix
  /** The matrix that this step itself brought. */
  readonly own?: Matrix
  readonly next: number | undefined
}

/** All steps of a page in their order, forms within it included. */
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

/** How many times larger a surface becomes. */
export function areaOf([a = 0, b = 0, c = 0, d = 0]: Matrix): number {
  return Math.abs(a * d - b * c)
}
