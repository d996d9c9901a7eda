import { type Message, type ReportSection, message } from '../../core/index.ts'
import { decimal } from '../number-format.ts'
import { oneLine } from '../visible-text.ts'

const maximumRows = 40

/** Shows the numbers of a set metric that has no report section of its own, under their names in its summary. */
export function numberSection(name: string, summary: unknown): ReportSection {
  const leaves: (readonly [string, unknown])[] = []
  for (const leaf of leavesOf(summary, '')) {
    leaves.push(leaf)
    if (leaves.length > maximumRows) break
  }
  const rows = leaves.slice(0, maximumRows).map(([path, value]) => figure(path === '' ? name : path, value))
  const more = leaves.length > maximumRows ? [{ meaning: [message('and more: the JSON report has all of it')] }] : []
  return { title: asItIs(name), blocks: [{ kind: 'figures', rows: [...rows, ...more] }] }
}

function* leavesOf(value: unknown, path: string): Generator<readonly [string, unknown]> {
  if (typeof value !== 'object' || value === null) {
    yield [path, value]
    return
  }
  if (Array.isArray(value)) {
    for (const [index, one] of value.entries()) yield* leavesOf(one, `${path}[${index}]`)
    return
  }
  for (const [key, one] of Object.entries(value)) yield* leavesOf(one, path === '' ? key : `${path}.${key}`)
}

function figure(path: string, value: unknown) {
  if (typeof value === 'string') return { name: asItIs(path), number: oneLine(value, 200), meaning: [] }
  const number = value === null ? '–' : typeof value === 'number' ? decimal(value) : String(value)
  return { name: asItIs(path), number, meaning: [] }
}

/** Names from users are not translated. */
function asItIs(name: string): Message {
  return { text: '{name}', values: { name: oneLine(name, 80) } }
}
