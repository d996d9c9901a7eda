import { extname } from 'node:path'
import { isObject } from '../../core/basics/is-object.ts'
import { type JsonObject, type Message, EvalError, message } from '../../core/index.ts'
import { sheetNamed } from '../../formats/detect-format.ts'
import { readWhole } from '../../formats/kit/read-file.ts'
import { parseJsonLine } from '../../formats/kit/source-text.ts'
import { csvRows } from '../../formats/table/table.ts'
import type { FilesBeside } from './promptfoo-files.ts'
import type { PromptfooPlaces } from './promptfoo-places.ts'
import { testOfRow } from './promptfoo-row.ts'

export type Surroundings = {
  readonly files: FilesBeside
  readonly places: PromptfooPlaces
  readonly lost: (loss: Message) => void
}

/** Returns the tests of a config, written in place or in files. */
export async function testsIn(value: unknown, surroundings: Surroundings): Promise<readonly JsonObject[]> {
  if (Array.isArray(value)) {
    const lists = await Promise.all(value.map((one: unknown) => testsIn(one, surroundings)))
    return lists.flat()
  }
  if (typeof value === 'string') return testsOfFiles(value, surroundings)
  if (!isObject(value)) return []
  if ('path' in value && !('vars' in value)) return testsIn(value['path'], surroundings)
  return [value]
}

async function testsOfFiles(name: string, surroundings: Surroundings): Promise<readonly JsonObject[]> {
  const { files, lost } = surroundings
  const isRead = !/^\w{2,}:\/\/(?<!file:\/\/)/.test(name) && /\.(ya?ml|json|jsonl|csv|tsv|xlsx(#.+)?)$/i.test(name)
  const paths = isRead ? files.named(name) : []
  if (paths.length === 0)
    lost(message('the tests of {name} are made by code, or lie elsewhere: they are not read', { name }))
  const lists = await Promise.all(paths.map((path) => testsOf(path, surroundings)))
  return lists.flat()
}

async function testsOf(path: string, surroundings: Surroundings): Promise<readonly JsonObject[]> {
  const { files, places } = surroundings
  const kind = extname(path.replace(/#.*$/s, '')).toLowerCase()
  if (['.csv', '.tsv', '.xlsx'].includes(kind)) {
    const rows = await rowsOf(path)
    return rows.map(({ row, line }) => {
      const test = testOfRow(row)
      places.add(test, path, () => line)
      return test
    })
  }
  if (kind === '.jsonl') {
    const lines = (await files.text(path))
      .split('\n')
      .flatMap((text, at) => (text.trim() === '' ? [] : [{ text, number: at + 1 }]))
    const values = lines.map((line) => {
      const value = parseJsonLine(line, path)
      places.add(value, path, () => line.number)
      return value
    })
    return testsIn(values, surroundings)
  }
  const { value, lineOf } = await files.yaml(path)
  places.add(value, path, lineOf)
  return testsIn(resolved(value, isObject(value) ? value : {}, places), surroundings)
}

async function rowsOf(path: string): Promise<readonly { readonly row: JsonObject; readonly line: number }[]> {
  const { file, sheet } = sheetNamed(path)
  const bytes = await readWhole(file)
  if (!/\.xlsx$/i.test(file)) return Array.fromAsync(csvRows([bytes], file))
  const { openWorkbook } = await import('../../formats/workbook/open-workbook.ts')
  const sheets = openWorkbook(bytes, file)
  const [head, ...below] = (sheets.find(({ name }) => name === sheet) ?? sheets[0])?.rows() ?? []
  return below.map(({ number, cells }) => ({
    row: Object.fromEntries([...(head?.cells ?? [])].map(([column, name]) => [String(name), cells.get(column) ?? ''])),
    line: number,
  }))
}

/** Replaces `$ref: '#/templates/x'` by what stands there. */
export function resolved(value: unknown, whole: JsonObject, places: PromptfooPlaces, depth = 0): unknown {
  if (depth > 50) throw new EvalError('format', message('a $ref of the config leads to itself'))
  if (Array.isArray(value)) return value.map((one) => resolved(one, whole, places, depth + 1))
  if (!isObject(value)) return value
  const reference = value['$ref']
  if (typeof reference === 'string' && reference.startsWith('#/')) {
    const target = reference
      .slice(2)
      .split('/')
      .reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), whole)
    // Schemas have references of their own, which stay.
    if (target === undefined) return value
    const found = resolved(target, whole, places, depth + 1)
    return isObject(found) ? places.same({ ...found }, value) : found
  }
  const entries = Object.entries(value).map(([key, one]) => [key, resolved(one, whole, places, depth + 1)])
  return places.same(Object.fromEntries(entries) as JsonObject, value)
}
