import { type FormatCodec, parseJson, stringifyJson } from '../core/index.ts'
import { withoutComments } from './kit/source-text.ts'
import { type CaseSpan, listSpans } from './kit/case-spans.ts'
import type { CaseEdit } from './case-edit.ts'

type Layout = NonNullable<FormatCodec['edit']>

/** Changes one case of a document's list; every other character stays the same. */
export function editDocument(
  text: string,
  edit: CaseEdit,
  { file, layout: { key, write } }: { readonly file: string; readonly layout: Layout },
): string {
  const { list, elements } = listSpans(text, file, key)
  if (edit.kind === 'remove') return without(text, elements, edit.position, list)
  const style = styleOf(text, list, elements)
  if (edit.kind === 'add') return withAdded(text, { list, elements, style }, write(edit.evalCase, file, undefined))
  const span = elements[edit.position] as CaseSpan // editDataset checked the position
  const before = parseJson(withoutComments(text.slice(span.start, span.end)))
  return text.slice(0, span.start) + styled(write(edit.evalCase, file, before), style) + text.slice(span.end)
}

function without(text: string, elements: readonly CaseSpan[], position: number, list: CaseSpan): string {
  const [before, at, after] = [elements[position - 1], elements[position] as CaseSpan, elements[position + 1]]
  if (before !== undefined) return text.slice(0, before.end) + text.slice(at.end)
  if (after !== undefined) return text.slice(0, at.start) + text.slice(after.start)
  return `${text.slice(0, list.start)}[]${text.slice(list.end)}`
}

type Elements = { readonly list: CaseSpan; readonly elements: readonly CaseSpan[]; readonly style: Style }

function withAdded(text: string, { list, elements, style }: Elements, value: unknown): string {
  const written = styled(value, style)
  const last = elements.at(-1)
  if (last === undefined) {
    const [before, after] =
      style === undefined ? ['', ''] : [`\n${style.margin}`, `\n${style.margin.slice(style.unit.length)}`]
    return `${text.slice(0, list.start)}[${before}${written}${after}]${text.slice(list.end)}`
  }
  const gap = /(?<!\s)\s*$/.exec(text.slice(elements.at(-2)?.end ?? list.start + 1, last.start))?.[0] ?? ''
  return `${text.slice(0, last.end)},${gap}${written}${text.slice(last.end)}`
}

/** Indentation of list elements: `margin` for the element, `unit` for each level below; undefined for one line. */
type Style = { readonly margin: string; readonly unit: string } | undefined

function styleOf(text: string, list: CaseSpan, elements: readonly CaseSpan[]): Style {
  const [first] = elements
  const outer = /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', list.start - 1) + 1, list.start))?.[0] ?? ''
  // An element of an empty list takes its indentation from the document.
  if (first === undefined) return outer === '' ? undefined : { margin: outer + outer, unit: outer }
  const margin = marginOf(text, first.start)
  if (margin === undefined || !margin.startsWith(outer)) return undefined
  return { margin, unit: margin.slice(outer.length) || '  ' }
}

function marginOf(text: string, start: number): string | undefined {
  return /\n([ \t]*)$/.exec(text.slice(Math.max(0, start - 1000), start))?.[1]
}

function styled(value: unknown, style: Style): string {
  if (style === undefined) return stringifyJson(value)
  const { margin, unit } = style
  return stringifyJson(value, 1).replaceAll(/\n( *)/g, (_, depth: string) => `\n${margin}${unit.repeat(depth.length)}`)
}
