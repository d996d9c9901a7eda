import type { OcrWord } from '../../core/pack/document.ts'

/** A recognized word; corners are in pixels, `confidence` is 0 to 100. */
type SeenWord = {
  readonly text: string
  readonly confidence: number
  readonly bbox: { readonly x0: number; readonly y0: number; readonly x1: number; readonly y1: number }
}

export type SeenPage = readonly (readonly (readonly SeenWord[])[])[]

export type OcrText = {
  readonly text: string
  /** Mean over all letters, 0–1; 0 without any. */
  readonly confidence: number
  readonly words: readonly OcrWord[]
}

/** Below this confidence, a word is probably a speck or an icon. */
const leastConfidence = 10

/** Writes the recognized words as page text, with tabs between cells and blank lines between paragraphs. */
export function ocrText(page: SeenPage, size: { readonly width: number; readonly height: number }): OcrText {
  const paragraphs = page
    .map((lines) => lines.map((line) => line.filter(isWord)).filter((line) => line.length > 0))
    .filter((lines) => lines.length > 0)
  const words = paragraphs.flat(2)
  const letters = words.reduce((sum, { text }) => sum + text.length, 0)
  const sure = words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0)
  return {
    // Yen have no decimals, so the dot is a misread comma.
    text: paragraphs
      .map((lines) => lines.map(textOfLine).join('\n'))
      .join('\n\n')
      .replaceAll(/(?<=\d)\.(?=\d{3}円)/g, ','),
    confidence: letters === 0 ? 0 : sure / letters / 100,
    words: words.map(({ text, bbox: { x0, y0, x1, y1 } }) => ({
      text,
      left: x0 / size.width,
      top: y0 / size.height,
      width: (x1 - x0) / size.width,
      height: (y1 - y0) / size.height,
    })),
  }
}

function isWord({ text, confidence }: SeenWord): boolean {
  return text.trim() !== '' && confidence >= leastConfidence
}

/** The engine returns Japanese as many words, which need no spaces between them. */
const east = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々〇、。「」（）・：0-9０-９]$/u

function textOfLine(words: readonly SeenWord[]): string {
  const heights = words.map(({ bbox }) => bbox.y1 - bbox.y0).toSorted((a, b) => a - b)
  const height = heights[Math.floor(heights.length / 2)] ?? 0
  const isEastern = words.some(({ text }) => /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text))
  return words
    .map(({ text, bbox }, index) => {
      const before = words[index - 1]
      if (before === undefined) return text
      const gap = bbox.x0 - before.bbox.x1
      if (gap > 1.6 * height) return `\t${text}`
      const joins = isEastern && gap < 0.7 * height && east.test(before.text.at(-1) ?? '') && east.test(text.charAt(0))
      return joins ? text : ` ${text}`
    })
    .join('')
}
