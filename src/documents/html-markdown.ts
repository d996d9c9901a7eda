import { Parser } from 'htmlparser2'
import { EvalError, message } from '../core/index.ts'
import { raised } from '../text/index.ts'
import { columnTexts, markdownTable, repeated, type TableCell } from './markdown-table.ts'

type HtmlMarkdownAttributes = Readonly<Record<string, string>>

export type HtmlText = {
  readonly text: string
  /** True when the page embeds other pages, which are not read. */
  readonly hasFrames: boolean
}

/**
 * Converts the visible text of an HTML page to Markdown: headings, nested lists, code, tables, link addresses. Hidden
 * content and navigation are left out.
 *
 * @throws {EvalError} `format` for nesting that no browser would show
 */
export function htmlMarkdown(html: string, file: string): HtmlText {
  const page = newPage()
  let depth = 0
  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1
      if (depth > DEEPEST_ELEMENT) throw nestedTooDeep(file)
      if (name === 'sup') page.isRaised = true
      open(page, name, attributes)
    },
    ontext: (text) => say(page, text),
    onclosetag(name) {
      depth -= 1
      close(page, name)
      if (name === 'sup') page.isRaised = false
    },
  })
  parser.end(html)
  endBlock(page)
  const title = page.title.trim().replaceAll(/\s+/g, ' ')
  const blocks = page.hasTitle || title === '' ? page.blocks : [{ text: `# ${title}`, isNext: false }, ...page.blocks]
  const text = blocks.map((block, index) => `${index === 0 ? '' : block.isNext ? '\n' : '\n\n'}${block.text}`).join('')
  return { text, hasFrames: page.hasFrames }
}

/** Browsers limit nesting to about half of this. */
const DEEPEST_ELEMENT = 1000

function nestedTooDeep(file: string): EvalError {
  return new EvalError(
    'format',
    message('{file}: its elements are nested more than {most} deep', { file, most: DEEPEST_ELEMENT }),
    {
      hint: message('Open it in a browser, and save what it shows as PDF.'),
    },
  )
}

type HtmlMarkdownBlock = {
  readonly text: string
  /** True for the next item of the list to which the block before belongs. */
  readonly isNext: boolean
}

type HtmlMarkdownTable = {
  readonly rows: TableCell[][]
  columns: number
  /** Cells of rows above that extend down, by column, with the number of further rows and their text. */
  readonly open: Map<number, { left: number; text: string }>
  cell: { readonly texts: string[]; readonly columns: number; readonly rows: number } | undefined
}

type HtmlMarkdownPage = ReturnType<typeof newPage>

function newPage() {
  return {
    blocks: [] as HtmlMarkdownBlock[],
    pieces: [] as string[],
    endsInSpace: true,
    heading: 0,
    hidden: 0,
    hasFrames: false,
    isTitle: false,
    isRaised: false,
    title: '',
    hasTitle: false,
    lists: [] as { readonly isOrdered: boolean; items: number }[],
    /** Number of blocks before the outermost list. */
    listStart: 0,
    mark: undefined as string | undefined,
    isCode: false,
    /** Undefined outside of tables, and in layout tables, which contain other tables. */
    table: undefined as HtmlMarkdownTable | undefined,
    link: undefined as { readonly url: string; readonly start: number } | undefined,
  }
}

const HIDDEN: ReadonlySet<string> = new Set(
  'script style template noscript svg iframe object nav select datalist audio video canvas del rt rp'.split(' '),
)
const FRAMES: ReadonlySet<string> = new Set(['iframe', 'frame', 'object', 'embed'])
const VOID: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
)
const BLOCKS: ReadonlySet<string> = new Set(
  'address article aside blockquote body dd details div dl dt fieldset figcaption figure footer form header hr html legend main p section summary caption'.split(
    ' ',
  ),
)

function open(page: HtmlMarkdownPage, name: string, attributes: HtmlMarkdownAttributes): void {
  if (page.hidden === 0 && FRAMES.has(name) && !isUnseen(attributes)) page.hasFrames = true
  if (page.hidden > 0 || isHidden(name, attributes)) {
    if (!VOID.has(name)) page.hidden += 1
    return
  }
  const level = headingLevel(name)
  if (name === 'title') page.isTitle = true
  else if (name === 'br') {
    page.pieces.push('\n')
    page.endsInSpace = true
  } else if (name === 'img') say(page, attributes['alt'] ?? '')
  else if (name === 'input') say(page, checkboxOf(attributes))
  else if (name === 'a') page.link = { url: attributes['href'] ?? '', start: page.pieces.length }
  else if (level > 0) {
    endBlock(page)
    page.heading = level
  } else if (name === 'pre') {
    endBlock(page)
    page.isCode = true
  } else if (name === 'ul' || name === 'ol') startList(page, name === 'ol', attributes)
  else if (name === 'li') startItem(page)
  else if (BLOCKS.has(name)) endBlock(page)
  else openTablePart(page, name, attributes)
}

function close(page: HtmlMarkdownPage, name: string): void {
  if (page.hidden > 0) {
    if (!VOID.has(name)) page.hidden -= 1
    return
  }
  if (name === 'title') page.isTitle = false
  else if (name === 'a') endLink(page)
  else if (name === 'pre') endCode(page)
  else if (name === 'ul' || name === 'ol') {
    endBlock(page)
    page.lists.pop()
    page.mark = undefined
  } else if (headingLevel(name) > 0 || name === 'li' || BLOCKS.has(name)) endBlock(page)
  else if (name === 'td' || name === 'th') endCell(page)
  else if (name === 'tr') endRow(page)
  else if (name === 'table') endTable(page)
}

function isHidden(name: string, attributes: HtmlMarkdownAttributes): boolean {
  return HIDDEN.has(name) || isUnseen(attributes) || (name === 'input' && attributes['type'] === 'hidden')
}

function isUnseen({ hidden, style = '' }: HtmlMarkdownAttributes): boolean {
  return hidden !== undefined || /display\s*:\s*none/i.test(style)
}

function headingLevel(name: string): number {
  return Number(/^h([1-6])$/.exec(name)?.[1] ?? 0)
}

function checkboxOf({ type, checked }: HtmlMarkdownAttributes): string {
  return type === 'checkbox' || type === 'radio' ? `[${checked === undefined ? ' ' : 'x'}] ` : ''
}

function say(page: HtmlMarkdownPage, text: string): void {
  if (page.hidden > 0) return
  if (page.isTitle) page.title += text
  else if (page.isCode) page.pieces.push(text)
  else {
    const folded = (page.isRaised ? raised(text) : text).replaceAll(/[\s\u00a0]+/g, ' ')
    const own = page.endsInSpace ? folded.trimStart() : folded
    if (own === '') return
    page.pieces.push(own)
    page.endsInSpace = own.endsWith(' ')
  }
}

function startList(page: HtmlMarkdownPage, isOrdered: boolean, { start }: HtmlMarkdownAttributes): void {
  endBlock(page)
  if (page.lists.length === 0) page.listStart = page.blocks.length
  const first = /^\d{1,9}$/.test(start ?? '') ? Number(start) : 1
  page.lists.push({ isOrdered, items: first - 1 })
}

function startItem(page: HtmlMarkdownPage): void {
  endBlock(page)
  const list = page.lists.at(-1)
  if (list === undefined) page.mark = '- '
  else {
    list.items += 1
    page.mark = list.isOrdered ? `${list.items}. ` : '- '
  }
}

function endCode(page: HtmlMarkdownPage): void {
  const code = taken(page).replaceAll(/^\n+|(?<!\s)\s+$/g, '')
  page.isCode = false
  if (code === '') return
  const longest = Math.max(2, ...Array.from(code.matchAll(/`+/g), ([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  add(page, page.table?.cell === undefined ? `${fence}\n${code}\n${fence}` : code)
}

/** Appends the link's address unless it equals its text. */
function endLink(page: HtmlMarkdownPage): void {
  const { link } = page
  page.link = undefined
  if (link === undefined || !/^(?:https?|mailto):/i.test(link.url)) return
  const words = page.pieces.slice(link.start).join('').trim()
  const shown = link.url.replace(/^mailto:/i, '')
  if (words !== '' && !words.includes(shown.replace(/^https?:\/\//, ''))) {
    say(page, page.endsInSpace ? `(${shown}) ` : ` (${shown})`)
  }
}

function taken(page: HtmlMarkdownPage): string {
  const text = page.pieces.join('')
  page.pieces = []
  page.endsInSpace = true
  page.link = undefined
  return text
}

function endBlock(page: HtmlMarkdownPage): void {
  const text = taken(page)
    .replaceAll(/(?<![ \t])[ \t]+\n/g, '\n')
    .trim()
  if (text !== '') add(page, text)
  page.heading = 0
}

function add(page: HtmlMarkdownPage, text: string): void {
  const { table, heading } = page
  if (table?.cell !== undefined) table.cell.texts.push(text.replaceAll(/\s+/g, ' '))
  else if (heading > 0) {
    if (heading === 1) page.hasTitle = true
    page.blocks.push({ text: `${'#'.repeat(heading)} ${text.replaceAll(/\s+/g, ' ')}`, isNext: false })
  } else {
    const isNext = page.mark !== undefined && page.lists.length > 0 && page.blocks.length > page.listStart
    page.blocks.push({ text: inList(page, text), isNext })
  }
}

function inList(page: HtmlMarkdownPage, text: string): string {
  const depth = Math.min(DEEPEST, page.lists.length)
  if (page.lists.length === 0 && page.mark === undefined) return text
  const outer = '   '.repeat(Math.max(0, depth - 1))
  const inner = `${outer}   `
  const first = page.mark === undefined ? inner : outer + page.mark
  page.mark = undefined
  return text
    .split('\n')
    .map((line, index) => (index === 0 ? first : line === '' ? '' : inner) + line)
    .join('\n')
}

const DEEPEST = 10

function openTablePart(page: HtmlMarkdownPage, name: string, attributes: HtmlMarkdownAttributes): void {
  if (name === 'table') startTable(page)
  else if (name === 'tr') startRow(page)
  else if (name === 'td' || name === 'th') startCell(page, attributes)
}

/** A table that contains another is only layout, so its text is not a table. */
function startTable(page: HtmlMarkdownPage): void {
  endBlock(page)
  const { table } = page
  page.table = undefined
  const cells = [...(table?.rows.flat() ?? []), ...(table?.cell === undefined ? [] : [cellOf(table.cell)])]
  for (const { text } of cells) if (text !== '') add(page, text)
  page.table = { rows: [], columns: 0, open: new Map(), cell: undefined }
}

function endTable(page: HtmlMarkdownPage): void {
  endCell(page)
  endRow(page)
  const rows = page.table?.rows.filter((row) => row.some(({ text }) => text !== '')) ?? []
  page.table = undefined
  if (rows.length === 0) return
  // A table with one column is only a frame around text.
  if (rows.every((row) => row.length === 1 && row[0]?.columns === 1))
    for (const [cell] of rows) add(page, cell?.text ?? '')
  else page.blocks.push({ text: markdownTable(rows), isNext: false })
}

function startRow(page: HtmlMarkdownPage): void {
  endRow(page)
  if (page.table === undefined) return
  page.table.rows.push([])
  page.table.columns = 0
}

function startCell(page: HtmlMarkdownPage, attributes: HtmlMarkdownAttributes): void {
  endCell(page)
  const { table } = page
  if (table === undefined) return
  if (table.rows.length === 0) startRow(page)
  fillFromAbove(table)
  table.cell = { texts: [], columns: spanOf(attributes['colspan']), rows: spanOf(attributes['rowspan']) }
}

function endCell(page: HtmlMarkdownPage): void {
  endBlock(page)
  const { table } = page
  if (table?.cell === undefined) return
  const cell = cellOf(table.cell)
  const left = table.cell.rows - 1
  for (const [index, text] of columnTexts(cell).entries()) {
    if (left > 0) table.open.set(table.columns + index, { left, text: repeated(text) })
  }
  table.rows.at(-1)?.push(cell)
  table.columns += cell.columns
  table.cell = undefined
}

function endRow(page: HtmlMarkdownPage): void {
  endCell(page)
  if (page.table !== undefined) fillFromAbove(page.table)
}

/** Repeats cells of rows above that extend into this row. */
function fillFromAbove(table: HtmlMarkdownTable): void {
  for (let above = table.open.get(table.columns); above !== undefined; above = table.open.get(table.columns)) {
    above.left -= 1
    if (above.left <= 0) table.open.delete(table.columns)
    table.rows.at(-1)?.push({ text: above.text, columns: 1 })
    table.columns += 1
  }
}

function cellOf({ texts, columns }: NonNullable<HtmlMarkdownTable['cell']>): TableCell {
  return { text: texts.join(' '), columns }
}

function spanOf(written = ''): number {
  return /^\d{1,3}$/.test(written) ? Math.max(1, Number(written)) : 1
}
