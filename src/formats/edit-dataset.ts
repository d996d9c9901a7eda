import { isDeepStrictEqual } from 'node:util'
import {
  type EvalCase,
  type Format,
  EvalError,
  message,
  parseJson,
  stringifyJson,
  type FormatCodec,
} from '../core/index.ts'
import type { CaseEdit } from './case-edit.ts'
import { editCaseLines, editCsv, editTableLines } from './edit-lines.ts'
import { type CaseSpan, listSpans } from './kit/case-spans.ts'
import { decodeText, hasByteOrderMark } from './kit/decode-text.ts'
import { withoutComments } from './kit/source-text.ts'
import { readDatasetAs } from './open-dataset.ts'
import type { TableColumns } from './table/table-columns.ts'

/** Returns whether single cases of such a file can be changed. Old formats and results are read-only. */
export function isEditableFormat(name: string, formats: readonly Format[]): boolean {
  return (
    Object.hasOwn(lineEditors, name) || formats.some((format) => format.name === name && format.ending !== undefined)
  )
}

type EditOptions = {
  readonly file: string
  readonly formats: readonly Format[]
  readonly columns?: TableColumns | undefined
}

/**
 * Returns the file with one case changed and everything else as it was. The result is read back first, so that a change
 * the format cannot hold is refused instead of dropped.
 *
 * @throws {EvalError} `format` that names the field the format cannot hold
 */
export async function editDataset(bytes: Uint8Array, edit: CaseEdit, options: EditOptions): Promise<Buffer> {
  const { file, formats } = options
  const before = await casesOf(bytes, options)
  const format = formats.find(({ name }) => name === before.format)
  if (!isEditableFormat(before.format, formats)) {
    throw new EvalError('format', message('{file}: cases of this format cannot be changed', { file }), {
      hint: message('Save it as an eval set first.'),
    })
  }
  if (edit.kind !== 'add' && edit.position >= before.cases.length) {
    throw new EvalError(
      'usage',
      message('{file} has no case at position {position}', { file, position: edit.position }),
    )
  }
  if (edit.kind !== 'remove' && edit.evalCase.review !== undefined && format?.keepsReviews !== true) {
    throw noPlaceFor('review', file)
  }
  const editLines = lineEditors[before.format]
  const layout = (await format?.load())?.edit
  const decoded = decodeText(bytes, file)
  const text =
    layout === undefined ? await editLines?.(decoded, edit, options) : editDocument(decoded, edit, { file, layout })
  if (text === undefined) throw new Error(`${before.format} has an ending and cannot be edited`)
  const edited = Buffer.from(hasByteOrderMark(bytes) ? `\ufeff${text}` : text)
  const after = await casesOf(edited, options)
  refuseLoss(before.cases, after.cases, edit, { file, format: before.format })
  return edited
}

const lineEditors: Readonly<Record<string, typeof editCsv | typeof editTableLines>> = {
  'case-lines': editCaseLines,
  'table-lines': editTableLines,
  csv: editCsv,
}

async function casesOf(bytes: Uint8Array, { file, ...options }: EditOptions) {
  const { dataset, format } = await readDatasetAs(bytes, file, options)
  return { format, cases: await Array.fromAsync(dataset.cases()) }
}

function refuseLoss(
  before: readonly EvalCase[],
  after: readonly EvalCase[],
  edit: CaseEdit,
  { file, format }: { readonly file: string; readonly format: string },
): void {
  const wanted = applied(before, edit)
  if (wanted.length !== after.length) throw new Error(`${file} came out with ${after.length} cases`)
  for (const [position, evalCase] of wanted.entries()) {
    const read = after[position] as EvalCase // both lists are equally long
    const isEdited = edit.kind !== 'remove' && evalCase === edit.evalCase
    const field = isEdited
      ? lostField(comparable(evalCase, format), comparable(read, format))
      : // Rows without ids are named by their number, which an edit may shift.
        lostField({ ...evalCase, id: '' }, { ...read, id: '' })
    if (field === undefined) continue
    if (!isEdited) throw new Error(`${file} came out with another case ${position}: ${field}`)
    throw field === 'id' ? noPlaceForId(file, read.id) : noPlaceFor(field, file)
  }
}

function applied(cases: readonly EvalCase[], edit: CaseEdit): readonly EvalCase[] {
  if (edit.kind === 'add') return [...cases, edit.evalCase]
  return edit.kind === 'remove' ? cases.toSpliced(edit.position, 1) : cases.with(edit.position, edit.evalCase)
}

/** Returns a case in a form that can be compared with what was read back; empty texts and objects count as absent. */
function comparable(evalCase: EvalCase, format: string): unknown {
  const { review, conversation, metadata, ...others } = evalCase
  // A review's conversation is generated from the review, and the folder of its documents is not in the file.
  const told = review === undefined ? { conversation } : { review: { ...review, folder: '' } }
  // CSV cells hold text only.
  const cells = format === 'csv' ? asTexts(metadata) : metadata
  return saying(parseJson(stringifyJson({ ...others, ...told, metadata: cells })))
}

function asTexts(metadata: EvalCase['metadata'] = {}): EvalCase['metadata'] {
  return Object.fromEntries(
    Object.entries(metadata).map(([key, value]) => [key, typeof value === 'string' ? value : stringifyJson(value)]),
  )
}

function saying(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(saying)
  if (typeof value !== 'object' || value === null) return value
  const said = Object.entries(value).map(([key, part]) => [key, saying(part)] as const)
  return Object.fromEntries(said.filter(([, part]) => part !== '' && !isDeepStrictEqual(part, {})))
}

/**
 * Returns the first field in which two values differ, such as `conversation.0.flags`; undefined when they are equal.
 */
function lostField(wanted: unknown, read: unknown): string | undefined {
  if (isDeepStrictEqual(wanted, read)) return undefined
  if (!isContainer(wanted) || !isContainer(read)) return ''
  for (const key of new Set([...Object.keys(wanted), ...Object.keys(read)])) {
    const deeper = lostField(wanted[key], read[key])
    if (deeper !== undefined) return [key, deeper].filter((step) => step !== '').join('.')
  }
  return undefined
}

function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function noPlaceFor(field: string, file: string): EvalError {
  return new EvalError('format', message('{file}: this format has no place for {field}', { file, field }), {
    hint: message('Leave it out, or save the dataset as an eval set and edit that.'),
  })
}

function noPlaceForId(file: string, id: string): EvalError {
  return new EvalError('format', message('{file} has no column for ids: this case is called {id}', { file, id }), {
    hint: message('Give it that id, or add a column called "id" to the file.'),
  })
}

type Layout = NonNullable<FormatCodec['edit']>

/** Changes one case of a document's list; every other character stays the same. */
function editDocument(
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
  const margin = /\n([ \t]*)$/.exec(text.slice(Math.max(0, first.start - 1000), first.start))?.[1]
  if (margin === undefined || !margin.startsWith(outer)) return undefined
  return { margin, unit: margin.slice(outer.length) || '  ' }
}

function styled(value: unknown, style: Style): string {
  if (style === undefined) return stringifyJson(value)
  const { margin, unit } = style
  return stringifyJson(value, 1).replaceAll(/\n( *)/g, (_, depth: string) => `\n${margin}${unit.repeat(depth.length)}`)
}
