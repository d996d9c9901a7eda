import { isObject } from '../../core/basics/is-object.ts'
import { type Message, message } from '../../core/index.ts'

const totals = ['total', 'totalitems', 'totalcount', 'totalresults', 'totalrows', 'numrowstotal', 'totalelements']
const pageCounts = ['totalpages', 'pagecount', 'numpages']
const pageNumbers = ['page', 'pagenumber', 'currentpage']
const flags = ['hasmore', 'hasnext', 'hasnextpage', 'istruncated', 'truncated', 'partial', 'incompleteresults']
const cursors = [
  'nextcursor',
  'nextpagetoken',
  'nexttoken',
  'nextpage',
  'nextlink',
  'odata.nextlink',
  'nexturl',
  'next',
]
const envelopes = ['meta', 'pagination', 'paging', 'pageinfo', 'cursors', 'links', 'page', 'responsemetadata']

/** Notes that a document is one page of several; undefined unless it says so itself. */
export function onePageOfSeveral(value: unknown, rows: number, file: string): Message | undefined {
  const said = saidOfPages(value)
  const total = numberIn(said, totals)
  const isPart = total !== undefined && total > rows
  if (isPart) {
    return message('{file}: {rows} of {total} are in this file, the others are on other pages and not read', {
      file,
      rows,
      total,
    })
  }
  const pages = numberIn(said, pageCounts)
  const isLast = total !== undefined && total <= rows
  const goesOn =
    (pages !== undefined && pages > 1 && pages !== numberIn(said, pageNumbers)) ||
    flags.some((key) => said.get(key) === true) ||
    cursors.some((key) => isCursor(said.get(key)))
  if (isLast || !goesOn) return undefined
  return message('{file}: this is one page of several: after its {rows} there are more, which are not read', {
    file,
    rows,
  })
}

/** Notes that the Hugging Face server truncated long cells. */
export function cutCells(value: unknown, file: string): Message | undefined {
  const rows = isObject(value) && Array.isArray(value['rows']) ? (value['rows'] as unknown[]) : []
  const cut = rows.filter(
    (row) => isObject(row) && Array.isArray(row['truncated_cells']) && row['truncated_cells'].length > 0,
  )
  if (cut.length === 0) return undefined
  return message('{file}: {n} {n|row has|rows have} cells that were cut before they came into this file', {
    file,
    n: cut.length,
  })
}

function saidOfPages(value: unknown): ReadonlyMap<string, unknown> {
  if (!isObject(value)) return new Map()
  const own = Object.entries(value).map(([key, one]) => [plain(key), one] as const)
  const inner = own.flatMap(([key, one]) =>
    envelopes.includes(key) && isObject(one) ? Object.entries(one).map(([name, it]) => [plain(name), it] as const) : [],
  )
  return new Map([...own, ...inner])
}

function plain(key: string): string {
  return key.toLowerCase().replaceAll(/[@_-]/g, '')
}

function numberIn(said: ReadonlyMap<string, unknown>, keys: readonly string[]): number | undefined {
  const found = keys.map((key) => said.get(key)).find((one) => typeof one === 'number')
  return typeof found === 'number' ? found : undefined
}

function isCursor(value: unknown): boolean {
  if (isObject(value)) return typeof value['href'] === 'string'
  return (typeof value === 'string' && value !== '') || typeof value === 'number'
}
