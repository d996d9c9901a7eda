import { isObject } from '../../core/basics/is-object.ts'
import { asCount } from '../../messages/counted-tokens.ts'
import { firstField } from '../../messages/first-field.ts'
import type { ExportRecord } from './record-fields.ts'

/** The pagination state of an API response that may be one of several pages. */
export type ExportPage = {
  readonly shown: number
  readonly total?: number
  readonly totalPages?: number
  readonly hasNext: boolean
}

const frames = ['meta', 'cursors', 'pagination', 'paging', 'page_info', 'pageInfo', 'links', '_links']
const totals = ['totalItems', 'total_items', 'totalCount', 'total_count']
const pages = ['totalPages', 'total_pages', 'pages', 'page_count']
const nexts = [
  'next',
  'next_cursor',
  'nextCursor',
  'next_page_token',
  'nextPageToken',
  'nextToken',
  'NextToken',
  'cursor',
]
const mores = ['has_more', 'hasMore', 'hasNextPage', 'has_next', 'hasNext']

/** Reads the pagination of Langfuse, LangSmith, Phoenix, MLflow and others; undefined without any. */
export function exportPage(around: ExportRecord, shown: number): ExportPage | undefined {
  const beside = frames.map((name) => around[name]).filter(isObject)
  const all = [around, ...beside]
  const first = (names: readonly string[]) =>
    all.map((one) => firstField(one, ...names)).find((one) => one !== undefined)
  const inFrame = beside.map((one) => asCount(one['total'])).find((one) => one !== undefined)
  const total = asCount(first(totals)) ?? inFrame
  const totalPages = asCount(first(pages))
  const hasNext = first(mores) === true || isSomewhere(first(nexts))
  const isPaged = all.some((one) => [...totals, ...pages, ...nexts, ...mores].some((name) => name in one))
  if (!isPaged && total === undefined) return undefined
  return {
    shown,
    hasNext,
    ...(total === undefined ? {} : { total }),
    ...(totalPages === undefined ? {} : { totalPages }),
  }
}

function isSomewhere(next: unknown): boolean {
  return (typeof next === 'string' && next !== '') || typeof next === 'number' || (isObject(next) && 'href' in next)
}
