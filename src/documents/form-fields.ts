import type { TextPiece } from './page-layout.ts'

/** What of pdf.js's annotations is read: fields of forms, and text that was typed onto a page. */
export type PdfAnnotation = {
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

const HIDDEN = 2
const NO_VIEW = 32

/**
 * What was filled into a form, where it stands on the page: entries, choices, ticks. None of it is in the text of a page.
 * `toSheet` takes a point of the PDF to one of the page that is read.
 */
export function fieldPieces(
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
      // Letters stand a quarter of their height above the lower edge, as viewers draw them.
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
