import { describe, expect, it } from 'vitest'
import { formats } from '../../compose/datasets.ts'
import { EvalError, toEnglish } from '../../core/index.ts'
import { sheetOf, writeXlsx, writeZip } from '../../../test/fixtures/write-xlsx.ts'
import { readDatasetAs } from '../open-dataset.ts'
import type { TableColumns } from '../table/table-columns.ts'

async function read(
  bytes: Uint8Array,
  { file = 'book.xlsx', columns }: { file?: string; columns?: TableColumns } = {},
) {
  const { dataset, notes = [], format } = await readDatasetAs(bytes, file, { formats, columns })
  const cases = await Array.fromAsync(dataset.cases())
  return { id: dataset.id, format, notes: notes.map(toEnglish), cases }
}

async function complaint(bytes: Uint8Array, file?: string): Promise<string> {
  const error: unknown = await read(bytes, { file }).catch((reason: unknown) => reason)
  if (!(error instanceof EvalError)) throw error
  return [error.message, ...(error.hint === undefined ? [] : [toEnglish(error.hint)])].join('\n')
}

const asked = (text: string) => ({ role: 'user', parts: [{ text }] })
const said = (text: string) => ({ role: 'model', parts: [{ text }] })

const text = (place: string, words: string) => `<c r="${place}" t="inlineStr"><is><t>${words}</t></is></c>`

describe('a workbook', () => {
  it('says which rows nobody sees, and which cells have a formula that nobody calculated', async () => {
    const sheet = `<sheetData><row r="1">${text('A1', 'question')}${text('B1', 'answer')}</row>
      <row r="2" hidden="1">${text('A2', 'a?')}<c r="B2"><f>1+1</f></c></row>
      <row r="3">${text('A3', 'b?')}<c r="B3"><f>1+1</f><v>2</v></c></row></sheetData>`
    const { cases, notes } = await read(writeXlsx({ Cases: sheet }))
    expect(cases.map(({ conversation }) => conversation?.[0]?.finalResponse)).toEqual([undefined, said('2')])
    expect(notes).toMatchInlineSnapshot(`
      [
        "book.xlsx: 1 hidden row is read, too",
        "book.xlsx: 1 cell has a formula without its value (B2) and is empty: save the file in a spreadsheet program once",
      ]
    `)
  })

  it('is a table: texts, rich texts, numbers, dates, times, truth, formulas and merged cells', async () => {
    const shared = [
      '<si><t>question</t></si>',
      '<si><t>answer</t></si>',
      '<si><r><t xml:space="preserve">How </t></r><r><rPr><b/></rPr><t>warm &amp; wet?</t></r></si>',
      '<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si>',
    ].join('')
    const styles = `<numFmts><numFmt numFmtId="164" formatCode="yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;"/><numFmt numFmtId="165" formatCode="#,##0&quot;days&quot;"/><numFmt numFmtId="166" formatCode="[h]:mm"/></numFmts>
      <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
      <cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="22"/><xf numFmtId="166"/></cellXfs>`
    const sheet = `<sheetData>
      <row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="inlineStr"><is><t>day</t></is></c><c r="D1" t="str"><v>days</v></c><c r="E1" t="inlineStr"><is><t>at</t></is></c><c r="F1" t="inlineStr"><is><t>long</t></is></c><c r="G1" t="inlineStr"><is><t>ok</t></is></c><c r="H1" t="inlineStr"><is><t>group</t></is></c></row>
      <row r="2"/>
      <row r="3"><c r="A3" t="s"><v>2</v></c><c r="B3"><f>0.1+0.2</f><v>0.30000000000000004</v></c><c r="C3" s="1"><v>46082</v></c><c r="D3" s="2"><v>5</v></c><c r="E3" s="3"><v>46082.5</v></c><c r="F3" s="4"><v>1.5</v></c><c r="G3" t="b"><v>1</v></c><c r="H3" t="inlineStr"><is><t>north</t></is></c></row>
      <row r="5"><c r="A5" t="s"><v>3</v></c><c r="B5" t="e"><v>#N/A</v></c><c r="J5"><v>9</v></c></row>
    </sheetData><mergeCells count="1"><mergeCell ref="H3:H5"/></mergeCells>`
    const { cases, format, id } = await read(writeXlsx({ Cases: sheet }, { shared, styles }))
    expect([format, id]).toEqual(['xlsx', 'book'])
    expect(cases).toEqual([
      {
        id: 'row-1',
        conversation: [{ userContent: asked('How warm & wet?'), finalResponse: said('0.3') }],
        metadata: { day: '2026-03-01', days: 5, at: '2026-03-01T12:00:00', long: '36:00:00', ok: true, group: 'north' },
      },
      {
        id: 'row-2',
        conversation: [{ userContent: asked('東京'), finalResponse: said('#N/A') }],
        metadata: { day: '', days: '', at: '', long: '', ok: '', group: 'north', J: 9 },
      },
    ])
  })

  it('has its cases on the first sheet that asks, below a title; others are named', async () => {
    const book = writeXlsx({
      はじめに: sheetOf([['この表の使い方']]),
      評価: sheetOf([['第 3 回 評価'], ['No', '質問', '期待回答', '備考', '備考'], [1, '何時？', '正午', 'a', 'b']]),
      Other: sheetOf([['question'], ['Why?']]),
    })
    expect(await read(book)).toEqual({
      id: 'book',
      format: 'xlsx',
      notes: ['book.xlsx: the sheet 評価 is read; others are named as in book.xlsx#はじめに: はじめに, Other'],
      cases: [
        {
          id: '1',
          conversation: [{ userContent: asked('何時？'), finalResponse: said('正午') }],
          metadata: { 備考: 'a', '備考 E': 'b' },
        },
      ],
    })
    const other = await read(book, { file: 'book.xlsx#other' })
    expect(other).toMatchObject({
      id: 'book#other',
      notes: [],
      cases: [{ conversation: [{ userContent: asked('Why?') }] }],
    })
  })

  it('takes the columns that it is told, and counts dates from 1904 where it says so', async () => {
    const sheet = sheetOf([
      ['a', 'b'],
      ['Since?', 0],
    ]).replace('<c><v>0', '<c s="1"><v>0')
    const styles = '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>'
    const bytes = writeXlsx({ S: sheet }, { styles, book: '<workbookPr date1904="1"/>' })
    expect((await read(bytes, { columns: { prompt: 'a', expected: 'b' } })).cases).toMatchObject([
      { conversation: [{ userContent: asked('Since?'), finalResponse: said('1904-01-01') }] },
    ])
  })

  it('says what is wrong with it, and where', async () => {
    const rows = sheetOf([['id', 'question'], ['a', 'x'], ['b'], ['c', 'z']])
    expect(await complaint(writeXlsx({ S: rows }))).toBe(
      'book.xlsx:3: the column "question" is empty\nEvery row needs one. Remove the row, or fill it in.',
    )
    const twice = writeXlsx({
      S: sheetOf([
        ['id', 'question'],
        ['a', 'x'],
        ['a', 'y'],
      ]),
    })
    expect(await complaint(twice)).toMatchInlineSnapshot(`
      "book.xlsx:3: [1]: the case "a" is there twice; the first one is book.xlsx:2: [0]
      Results are told apart by these ids. Give one of the two another one."
    `)
    expect(await complaint(twice, 'book.xlsx#Sheets')).toMatchInlineSnapshot(`
      "book.xlsx: there is no sheet "Sheets"
      Its sheets are S."
    `)
    expect(await complaint(writeXlsx({ Empty: '<sheetData/>' }))).toMatchInlineSnapshot(`
      "book.xlsx: there is no row below the names of columns (Empty)
      The first row names the columns, each row below it is a case. Another sheet is named as in cases.xlsx#Sheet2."
    `)
    expect(await complaint(Buffer.from('d0cf11e0a1b11ae1', 'hex'))).toMatchInlineSnapshot(`
      "book.xlsx: this is no workbook, or it is damaged
      Save it again as .xlsx. One that is protected by a password, or an old .xls, is not read."
    `)
    expect(await complaint(twice.subarray(0, -30))).toContain('this is no workbook, or it is damaged')
  })

  it('grows no further than it may, whatever it claims, and expands no entities', async () => {
    const bomb = writeZip({ 'xl/workbook.xml': Buffer.alloc(65 * 1024 * 1024, ' ') })
    expect(await complaint(bomb)).toMatchInlineSnapshot(`
      "book.xlsx: xl/workbook.xml unpacks to more than 64 MiB
      Write one case per line into a .jsonl file instead: it is streamed, however large it is."
    `)
    // The directory may lie about the size; what counts is what comes out.
    const lying = Buffer.from(bomb)
    lying.writeUInt32LE(10, bomb.lastIndexOf(Buffer.from('504b0102', 'hex')) + 24)
    expect(await complaint(lying)).toContain('unpacks to more than 64 MiB')
    const entities = writeXlsx({ S: `<!DOCTYPE x [<!ENTITY a "aaaa">]>${sheetOf([['question'], ['&a;']])}` })
    expect(await complaint(entities)).toContain('there is no row below')
  })
})

const styled = (codes: readonly string[]) => {
  const escaped = codes.map((code) => code.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;'))
  const numbers = escaped.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code}"/>`).join('')
  const styles = codes.map((_, at) => `<xf numFmtId="${164 + at}"/>`).join('')
  return `<numFmts>${numbers}</numFmts><cellXfs><xf numFmtId="0"/>${styles}<xf numFmtId="10"/></cellXfs>`
}

describe('what a cell shows', () => {
  it('is the id, the question, the right answer and what was answered', async () => {
    const styles = styled(['00000', '0.00" m"', 'yyyy"年"m"月"d"日"'])
    const sheet = `<sheetData>
      <row r="1">${['id', 'question', 'answer', 'actual_output', 'zip', 'height'].map((name, at) => text(`${'ABCDEF'[at]}1`, name)).join('')}</row>
      <row r="2"><c r="A2" s="1"><v>501</v></c><c r="B2" s="3"><v>45671</v></c><c r="C2" s="2"><v>12.5</v></c>
        <c r="D2" s="4"><v>0.25</v></c><c r="E2" s="1"><v>502</v></c><c r="F2" s="2"><v>2.5</v></c></row>
      <row r="3"><c r="A3"><v>1.1</v></c><c r="B3" t="b"><v>1</v></c><c r="C3"><v>1E-7</v></c>
        <c r="D3" t="b"><v>0</v></c><c r="E3"><v>3</v></c><c r="F3"><v>4</v></c></row>
    </sheetData>`
    const { cases } = await read(writeXlsx({ S: sheet }, { styles }))
    expect(cases).toEqual([
      {
        id: '00501',
        conversation: [{ userContent: asked('2025年1月14日'), finalResponse: said('12.50 m') }],
        metadata: { actual_output: '25.00%', zip: '00502', height: 2.5 },
      },
      {
        id: '1.1',
        conversation: [{ userContent: asked('TRUE'), finalResponse: said('1E-07') }],
        metadata: { actual_output: 'FALSE', zip: 3, height: 4 },
      },
    ])
  })

  it('is told of where its format is not known here', async () => {
    const styles = styled(['[$-411]ggge"年"'])
    const sheet = `<sheetData><row r="1">${text('A1', 'question')}${text('B1', 'answer')}</row>
      <row r="2">${text('A2', 'q')}<c r="B2" s="1"><v>45671</v></c></row></sheetData>`
    const { cases, notes } = await read(writeXlsx({ S: sheet }, { styles }))
    expect(cases[0]?.conversation?.[0]?.finalResponse).toEqual(said('2025-01-14'))
    expect(notes).toMatchInlineSnapshot(`
      [
        "book.xlsx: 1 cell is read by its value and not as shown, as B2: the format [$-411]ggge"年" is not known here",
      ]
    `)
  })
})
