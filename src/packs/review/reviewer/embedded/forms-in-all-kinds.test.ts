import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import Pdf from 'pdfkit'
import { expect, it } from 'vitest'
import { writeZip } from '../../../../../test/fixtures/write-xlsx.ts'
import { type TextDocument, readDocumentBytes } from '../../../../documents/index.ts'
import { embeddedReviewer } from './embedded-reviewer.ts'

const invoice = [
  'Invoice 17',
  'Seller: North Paper Ltd',
  'Total EUR 34,73',
  'Payment due: 14 days after receipt',
  'Invoice date: 12 March 2026',
]
const bylaws = ['定款', '理事は3名以上5名以下とする。', '合計 30,000円', '保存期間: 7年', '施行日: 2026年4月1日']

/** A quantity with a bound, a date and a presence, each met and, but for the last, broken. */
const asked: readonly (readonly [lines: readonly string[], requirement: string, verdict: string])[] = [
  [invoice, 'total at most 50.00 EUR', 'pass'],
  [invoice, 'The total amount is at most 30.00 EUR', 'fail'],
  [invoice, 'Payment is due within 30 days', 'pass'],
  [invoice, 'Payment is due within 10 days', 'fail'],
  [invoice, 'The invoice date is before 1 April 2026', 'pass'],
  [invoice, 'The invoice date is after 1 April 2026', 'fail'],
  [invoice, 'An invoice date is given', 'pass'],
  [bylaws, '理事は3名以上とする', 'pass'],
  [bylaws, '理事が7名以上であること', 'fail'],
  [bylaws, '合計金額が50,000円以下であること', 'pass'],
  [bylaws, '合計は20,000円以下であること', 'fail'],
  [bylaws, '保存期間は10年以上であること', 'fail'],
  [bylaws, '施行日は2026年5月1日より前であること', 'pass'],
  [bylaws, '施行日は2026年3月1日以前であること', 'fail'],
  [bylaws, '理事についての定めがあること', 'pass'],
]

const written = {
  'Markdown.md': async (lines: readonly string[]) => Buffer.from(lines.join('\n\n')),
  'Word.docx': async (lines: readonly string[]) => word(lines.map(paragraph).join('')),
  'PDF.pdf': pdf,
}

it.each(Object.keys(written) as (keyof typeof written)[])('understands what it claims to in %s', async (name) => {
  const judged = asked.map(async ([lines, requirement, verdict]) => [
    requirement,
    await verdictOn(requirement, await read(await written[name](lines), name)),
    verdict,
  ])
  const wrong = (await Promise.all(judged)).filter(([, said, verdict]) => said !== verdict)
  expect(wrong).toEqual([])
})

const rows = [
  ['Item', 'Price'],
  ['Paper', '19.00'],
  ['Pens', '6.19'],
  ['Folders', '4.00'],
]
const tables = {
  'Markdown.md': Buffer.from(
    ['| Item | Price |', '|---|---|', ...rows.slice(1).map((row) => `| ${row.join(' | ')} |`)].join('\n'),
  ),
  'Word.docx': word(
    `<w:tbl>${rows.map((row) => `<w:tr>${row.map((text) => `<w:tc>${paragraph(text)}</w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`,
  ),
}

it.each(Object.entries(tables))('counts the rows of the one table that there is in %s', async (name, bytes) => {
  const document = await read(bytes, name)
  expect(await verdictOn('The table has at least 3 rows', document)).toBe('pass')
  expect(await verdictOn('表に4行以上あること', document)).toBe('fail')
})

async function verdictOn(checkDescription: string, document: TextDocument): Promise<unknown> {
  const languageName = /[^\p{ASCII}]/u.test(checkDescription) ? '日本語' : 'English'
  const task = { documents: [document.name], folder: '/', checkName: '1', checkDescription, languageName }
  const { answer } = await embeddedReviewer().review({ task, documents: [document] }, new AbortController().signal)
  return (JSON.parse(answer) as { result: unknown }).result
}

async function read(bytes: Uint8Array, name: string): Promise<TextDocument> {
  const document = await readDocumentBytes(bytes, name)
  if (document.kind === 'image') throw new Error(`${name} is an image`)
  return document
}

function paragraph(text: string): string {
  return `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`
}

function word(body: string): Buffer {
  return writeZip({ 'word/document.xml': `<w:document><w:body>${body}</w:body></w:document>` })
}

async function pdf(lines: readonly string[]): Promise<Buffer> {
  const font = createRequire(import.meta.url).resolve(
    '@fontsource/sawarabi-gothic/files/sawarabi-gothic-japanese-400-normal.woff',
  )
  const document = new Pdf()
  const pieces: Buffer[] = []
  document.on('data', (piece: Buffer) => pieces.push(piece))
  const ended = new Promise((end) => document.on('end', end))
  if (/[^\p{ASCII}]/u.test(lines.join(''))) document.font(readFileSync(font))
  for (const line of lines) document.text(line).moveDown()
  document.end()
  await ended
  return Buffer.concat(pieces)
}
