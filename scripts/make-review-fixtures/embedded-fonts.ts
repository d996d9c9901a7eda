import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import Pdf from 'pdfkit'
import { drawReport, type Sheet } from './draw-report.ts'
import type { Report } from './reports.ts'
import { unpackWoff } from './unpack-woff.ts'

/** A PDF as office programs write it: the glyphs that it uses are in the file, with a map to Unicode. */
export async function withFontsEmbedded(reports: readonly Report[], language: 'en' | 'ja'): Promise<Buffer> {
  const created = new Date('2025-12-19T00:00:00Z')
  const { pdf, bytes } = embeddingPdf(language, { Title: reports[0]?.title ?? '', CreationDate: created })
  for (const report of reports) {
    pdf.addPage()
    drawReport(report, sheetOf(pdf))
  }
  pdf.end()
  return bytes
}

/** An empty PDF with the fonts `plain`, `bold` and `marks`, and its bytes once it is ended: the same ones every time. */
export function embeddingPdf(
  language: 'en' | 'ja',
  info: PDFKit.DocumentInfo,
): { readonly pdf: PDFKit.PDFDocument; readonly bytes: Promise<Buffer> } {
  const pdf = new Pdf({ size: 'A4', margin: 56, autoFirstPage: false, bufferPages: true, info })
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const bytes = new Promise<Buffer>((resolve) => pdf.on('end', () => resolve(Buffer.concat(chunks))))
  const fonts = language === 'en' ? { plain: dejaVu(400), bold: dejaVu(700) } : { plain: sawarabi, bold: sawarabi }
  for (const [name, file] of Object.entries({ ...fonts, marks: dejaVu(400) }))
    pdf.registerFont(name, unpackWoff(readFileSync(file)))
  return { pdf, bytes }
}

function sheetOf(pdf: PDFKit.PDFDocument): Sheet {
  return {
    text(words, x, y, { size, bold }) {
      let left = x
      for (const run of words.split(/([✓✗■□❏])/)) {
        if (run === '') continue
        pdf.font(/[✓✗■□❏]/.test(run) ? 'marks' : bold === true ? 'bold' : 'plain').fontSize(size)
        pdf.text(run, left, y, { lineBreak: false, baseline: 'alphabetic' })
        left += pdf.widthOfString(run)
      }
    },
    line(x, y, width) {
      pdf
        .moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(0.7)
        .stroke()
    },
  }
}

function dejaVu(weight: 400 | 700): string {
  return fontFile(`@fontsource/dejavu-sans/files/dejavu-sans-latin-${weight}-normal.woff`)
}

const sawarabi = fontFile('@fontsource/sawarabi-gothic/files/sawarabi-gothic-japanese-400-normal.woff')

function fontFile(name: string): string {
  return fileURLToPath(import.meta.resolve(name))
}
