import { describe, expect, it } from 'vitest'
import { growth } from '../../../test/growth.ts'
import { writeZip } from '../../../test/fixtures/write-xlsx.ts'
import { EvalError, toEnglish } from '../../core/index.ts'
import { defaultLimits } from '../document.ts'
import { readDocumentBytes } from '../index.ts'
import { wordBlocks } from './word-blocks.ts'

const relation = (id: string, kind: string) =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}" Target="${kind}.xml"/>`

/** A document as Word packs one; parts beside the body by their kind. */
function written(body: string, parts: Readonly<Record<string, string>> = {}): Uint8Array {
  const kinds = Object.keys(parts)
  return writeZip({
    '_rels/.rels':
      '<Relationships><Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    'word/_rels/document.xml.rels': `<Relationships>${kinds.map((kind, index) => relation(`r${index}`, kind)).join('')}</Relationships>`,
    'word/document.xml': `<?xml version="1.0"?><w:document><w:body>${body}</w:body></w:document>`,
    ...Object.fromEntries(kinds.map((kind) => [`word/${kind}.xml`, parts[kind] ?? ''])),
  })
}

const p = (text: string, settings = '') => `<w:p><w:pPr>${settings}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`
const styled = (style: string, text: string) => p(text, `<w:pStyle w:val="${style}"/>`)
const numbered = (id: number, level: number, text: string) =>
  p(text, `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${id}"/></w:numPr>`)
const cell = (text: string, settings = '') => `<w:tc><w:tcPr>${settings}</w:tcPr>${p(text)}</w:tc>`
const row = (...cells: string[]) => `<w:tr>${cells.join('')}</w:tr>`

async function pagesOf(bytes: Uint8Array): Promise<string> {
  const { pages } = await readDocumentBytes(bytes, 'a.docx')
  return pages.map(({ text }) => text).join('\n=== page\n')
}

async function problemOf(bytes: Uint8Array, limits = {}): Promise<string> {
  try {
    await readDocumentBytes(bytes, 'a.docx', { limits })
    return 'read'
  } catch (cause) {
    if (!(cause instanceof EvalError)) throw cause
    return `${cause.code}: ${toEnglish(cause.sentence)}`
  }
}

const styles = `<w:styles>
  <w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>
  <w:style w:type="paragraph" w:styleId="1"><w:name w:val="heading 1"/><w:basedOn w:val="Normal"/>
    <w:pPr><w:numPr><w:numId w:val="7"/></w:numPr><w:outlineLvl w:val="0"/></w:pPr></w:style>
  <w:style w:type="paragraph" w:styleId="Sub"><w:name w:val="Clause"/><w:basedOn w:val="1"/>
    <w:pPr><w:numPr><w:ilvl w:val="1"/></w:numPr><w:outlineLvl w:val="1"/></w:pPr></w:style>
  <w:style w:type="paragraph" w:styleId="Sh"><w:name w:val="HTML Preformatted"/></w:style>
</w:styles>`

const level = (at: number, format: string, text: string) =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`
const numbering = `<w:numbering>
  <w:abstractNum w:abstractNumId="0">${level(0, 'decimal', '%1.')}${level(1, 'decimal', '%1.%2')}${level(2, 'lowerLetter', '(%3)')}</w:abstractNum>
  <w:abstractNum w:abstractNumId="1">${level(0, 'bullet', '')}${level(1, 'lowerRoman', '%2)')}</w:abstractNum>
  <w:abstractNum w:abstractNumId="2">${level(0, 'japaneseCounting', '第%1条')}</w:abstractNum>
  <w:num w:numId="7"><w:abstractNumId w:val="0"/></w:num>
  <w:num w:numId="8"><w:abstractNumId w:val="1"/></w:num>
  <w:num w:numId="9"><w:abstractNumId w:val="2"/></w:num>
  <w:num w:numId="10"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride></w:num>
</w:numbering>`

describe('a Word document', () => {
  it('is Markdown: headings and lists with the numbers that Word shows, code, tables', async () => {
    const body = [
      styled('1', 'Term'),
      styled('Sub', 'Renewal'),
      numbered(7, 2, 'in writing'),
      numbered(7, 2, 'in time'),
      styled('1', 'Fees'),
      numbered(8, 0, 'monthly'),
      numbered(8, 1, 'in advance'),
      numbered(9, 0, '目的'),
      numbered(10, 0, 'anew'),
      styled('Sh', 'kubectl get pods'),
      styled('Sh', '  -n prod'),
      `<w:tbl>${row(cell('Item'), cell('Price', '<w:gridSpan w:val="2"/>'))}${row(cell('A|B', '<w:vMerge w:val="restart"/>'), cell('1'), cell('2'))}${row(cell('', '<w:vMerge/>'), cell('3'), cell('4'))}</w:tbl>`,
      p('The end.'),
    ].join('')
    expect(await pagesOf(written(body, { styles, numbering }))).toMatchInlineSnapshot(`
      "# 1. Term

      ## 1.1 Renewal

      (a) in writing
      (b) in time

      # 2. Fees

      - monthly
         i) in advance
      第一条 目的
      5. anew

      \`\`\`
      kubectl get pods
        -n prod
      \`\`\`

      | Item | Price | Price |
      | --- | --- | --- |
      | A\\|B | 1 | 2 |
      | A\\|B | 3 | 4 |

      The end."
    `)
  })

  it('is what a reader sees: nothing deleted, no code of fields, each text box once, boxes ticked, notes behind what they explain', async () => {
    const body = `
      <w:p><w:r><w:t xml:space="preserve">Pay </w:t></w:r><w:del><w:r><w:delText>10</w:delText></w:r></w:del><w:ins><w:r><w:t>20</w:t></w:r></w:ins>
        <w:moveFrom><w:r><w:t>never</w:t></w:r></w:moveFrom><w:r><w:t> EUR</w:t><w:footnoteReference w:id="2"/></w:r></w:p>
      <w:p><w:r><w:instrText>PAGEREF x</w:instrText></w:r><w:r><w:sym w:font="Wingdings" w:char="F0FE"/><w:t> agreed</w:t><w:tab/><w:t>yes</w:t></w:r></w:p>
      <w:p><w:r><mc:AlternateContent><mc:Choice><w:drawing><wp:extent cx="9999" cy="9999"/><w:txbxContent>${p('In a box')}</w:txbxContent></w:drawing></mc:Choice><mc:Fallback>${p('In a box')}</mc:Fallback></mc:AlternateContent></w:r></w:p>`
    const footnotes = `<w:footnotes><w:footnote w:id="0">${p('')}</w:footnote><w:footnote w:id="2">${p('Without VAT.')}</w:footnote><w:footnote w:id="3">${p('At once.')}</w:footnote></w:footnotes>`
    const table = `<w:tbl>${row(cell('Seats</w:t><w:footnoteReference w:id="3"/><w:t>'), cell('12'))}</w:tbl>`
    const header = `<w:hdr>${p('CONFIDENTIAL')}</w:hdr>`
    const document = await readDocumentBytes(
      written(body + table, { footnotes, header, footer: `<w:ftr>${p('7')}</w:ftr>` }),
      'a.docx',
    )
    expect(document.pages[0]?.text).toMatchInlineSnapshot(`
      "CONFIDENTIAL

      Pay 20 EUR

      Without VAT.

      ☑ agreed	yes

      In a box

      | Seats | 12 |
      | --- | --- |

      At once."
    `)
    expect(document.warnings.map(toEnglish)).toMatchInlineSnapshot(`
      [
        "the document has tracked changes; it is read as if all were accepted",
      ]
    `)
  })

  it('has the pages that it was last shown with, or those that somebody divided', async () => {
    const mark = '<w:p><w:r><w:lastRenderedPageBreak/><w:t>Two</w:t></w:r></w:p>'
    expect(await pagesOf(written(`${p('One')}<w:p><w:r><w:br w:type="page"/></w:r></w:p>${mark}`))).toBe(
      'One\n=== page\nTwo',
    )
    expect(await pagesOf(written(`${p('One')}<w:p><w:r><w:br w:type="page"/><w:t>Two</w:t></w:r></w:p>`))).toBe(
      'One\n=== page\nTwo',
    )
  })

  it('has the rows of a table on the pages where they are, each with the names of the columns', async () => {
    const turned = cell('C').replace('<w:t>', '<w:lastRenderedPageBreak/><w:t>')
    const table = `<w:tbl>${row(cell('Name'), cell('Seats'))}${row(cell('A'), cell('1'))}${row(turned, cell('3'))}${row(cell('D'), cell('4'))}</w:tbl>`
    expect(await pagesOf(written(table + p('After it.')))).toMatchInlineSnapshot(`
      "| Name | Seats |
      | --- | --- |
      | A | 1 |
      === page
      | Name | Seats |
      | --- | --- |
      | C | 3 |
      | D | 4 |

      After it."
    `)
  })

  it('has text before a page break on the page where it is, and text behind it on the next one', async () => {
    const divided = '<w:p><w:r><w:t>One</w:t></w:r><w:r><w:br w:type="page"/><w:t>Two</w:t></w:r></w:p>'
    expect(await pagesOf(written(divided))).toBe('One\n=== page\nTwo')
    expect(await pagesOf(written(divided.replace('Two', '<w:lastRenderedPageBreak/>Two')))).toBe('One\n=== page\nTwo')
  })

  it.each([
    [
      'readings of ideographs',
      '<w:ruby><w:rt><w:r><w:t>とう</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>東</w:t></w:r></w:rubyBase></w:ruby>',
      '東',
    ],
    ['hidden text', '<w:r><w:t>a</w:t></w:r><w:r><w:rPr><w:vanish/></w:rPr><w:t>b</w:t></w:r>', 'a'],
    [
      'signs of the font Symbol',
      '<w:r><w:sym w:font="Symbol" w:char="F0B3"/><w:t> 5 </w:t><w:sym w:font="Symbol" w:char="F0B1"/><w:t> 1</w:t></w:r>',
      '≥ 5 ± 1',
    ],
    [
      'powers',
      '<w:r><w:t>10</w:t></w:r><w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:t>6</w:t></w:r>',
      '10⁶',
    ],
    ['fractions', '<m:f><m:num><m:r><m:t>1</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f>', '1/2'],
    [
      'ticks',
      '<w:r><w:fldChar><w:ffData><w:checkBox><w:default w:val="0"/><w:checked/></w:checkBox></w:ffData></w:fldChar></w:r>',
      '☑',
    ],
    [
      'boxes without a tick',
      '<w:r><w:fldChar><w:ffData><w:checkBox><w:default w:val="0"/></w:checkBox></w:ffData></w:fldChar></w:r>',
      '☐',
    ],
    [
      'choices',
      '<w:r><w:fldChar><w:ffData><w:ddList><w:result w:val="1"/><w:listEntry w:val="Yes"/><w:listEntry w:val="No"/></w:ddList></w:ffData></w:fldChar></w:r>',
      'No',
    ],
    ['aligned parts', '<w:r><w:t>a</w:t><w:ptab w:alignment="right"/><w:t>b</w:t></w:r>', 'a\tb'],
  ])('shows %s as Word does', async (_, runs, text) => {
    expect(await pagesOf(written(`<w:p>${runs}</w:p>`))).toBe(text)
  })

  it('has the cells of a row below their columns, and no row that was deleted', async () => {
    const short = row(cell('b'), cell('c')).replace('<w:tr>', '<w:tr><w:trPr><w:gridBefore w:val="1"/></w:trPr>')
    const deleted = row(cell('gone')).replace('<w:tr>', '<w:tr><w:trPr><w:del w:id="1"/></w:trPr>')
    const table = `<w:tbl>${row(cell('A'), cell('B'), cell('C'))}${short}${deleted}</w:tbl>`
    expect(await pagesOf(written(table))).toBe('| A | B | C |\n| --- | --- | --- |\n|  | b | c |')
  })

  it('loses nothing behind an end that has no beginning', async () => {
    expect(await pagesOf(written(`${p('One')}</w:del>${p('Two')}`))).toBe('One\n\nTwo')
  })

  it('has headings where only bold lines stand for them', async () => {
    const bold = '<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>Restart</w:t></w:r></w:p>'
    const partly =
      '<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>Note</w:t></w:r><w:r><w:rPr><w:b w:val="0"/></w:rPr><w:t> that</w:t></w:r></w:p>'
    expect(await pagesOf(written(bold + partly + p('Stop it.')))).toBe('## Restart\n\nNote that\n\nStop it.')
  })

  it('says of a page that is a picture that nobody read it', async () => {
    const picture =
      '<w:p><w:r><w:drawing><wp:extent cx="5400000" cy="7200000"/><a:blip r:embed="rId4"/></w:drawing></w:r></w:p>'
    const { pages } = await readDocumentBytes(written(picture), 'a.docx')
    expect(pages.map(({ unread, warnings }) => ({ unread, warnings: warnings.map(toEnglish) }))).toEqual([
      { unread: true, warnings: ['page 1 is mostly a picture and has little text: scanned?'] },
    ])
  })

  it('is refused where it is none, damaged, a bomb, or beyond a limit', async () => {
    const bomb = written(p('a'.repeat(80 * 1024 * 1024)))
    const pages = written('<w:p><w:r><w:br w:type="page"/></w:r></w:p>'.repeat(20))
    const none = writeZip({ 'word/document.xml': '<!DOCTYPE x [<!ENTITY a "b">]><w:document/>' })
    const problems = [
      await problemOf(Buffer.from('PK\u0003\u0004 cut off')),
      await problemOf(none),
      await problemOf(written(p('a')).slice(0, 300)),
      await problemOf(bomb),
      await problemOf(pages, { ...defaultLimits, pages: 10 }),
      await problemOf(written(p('a'.repeat(99))), { characters: 50 }),
      await problemOf(written('<w:p/>'.repeat(600_000))),
    ]
    expect(problems.join('\n')).toMatchInlineSnapshot(`
      "format: a.docx: this is no Word document, or it is damaged
      format: a.docx: this is no Word document, or it is damaged
      format: a.docx: this is no Word document, or it is damaged
      format: a.docx: word/document.xml unpacks to more than 64 MiB
      format: a.docx has 21 pages; at most 10 are read
      format: a.docx has more than 50 characters of text
      format: a.docx has more than 500000 paragraphs and cells"
    `)
  })

  it.each([
    '<w:p>',
    '<w:tbl>',
    '<w:tbl><w:tr><w:tc>',
    '<w:p><w:r><w:t>a</w:t></w:r></w:p>',
    '<w:r><w:t>a',
    '<w:drawing>',
    '<w:del>',
    '</w:p></w:r></w:tbl>',
    '<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="60"/></w:tcPr><w:p><w:r><w:t>abc</w:t></w:r></w:p></w:tc></w:tr></w:tbl>',
  ])('is read in work that grows with the length of a hostile one: %j', async (piece) => {
    const ratio = await growth((scale) => wordBlocks(`<w:body>${piece.repeat(2000 * scale)}</w:body>`))
    expect(ratio).toBeLessThan(2.3)
  })
})
