import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { embeddingPdf } from '../make-review-fixtures/embedded-fonts.ts'
import { drawRunbook } from './draw-runbook.ts'

/** The runbook that ships as a PDF, in both languages, drawn from the Markdown beside this file. */
export async function runbookPdfs(): Promise<readonly { readonly path: string; readonly bytes: Buffer }[]> {
  return Promise.all((['en', 'ja'] as const).map(runbookPdf))
}

async function runbookPdf(language: 'en' | 'ja') {
  const source = readFileSync(join(import.meta.dirname, `log-retention-and-evidence.${language}.md`), 'utf8')
  const title = source.slice(2, source.indexOf('\n'))
  const { pdf, bytes } = embeddingPdf(language, { Title: title, CreationDate: new Date('2026-05-25T00:00:00Z') })
  // Every reader has these two, so that the file needs no glyphs of its own.
  if (language === 'en') pdf.registerFont('plain', 'Helvetica').registerFont('bold', 'Helvetica-Bold')
  drawRunbook(source, pdf)
  pdf.end()
  return { path: `examples/runbook-assistant/runbooks/${language}/log-retention-and-evidence.pdf`, bytes: await bytes }
}
