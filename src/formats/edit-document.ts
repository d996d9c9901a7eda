import type { EvalCase } from '../core/index.ts'
import { EvalError, message, parseJson, stringifyJson } from '../core/index.ts'
import { adkEvalCase } from './wire/adk-case.ts'
import type { Span } from './kit/case-spans.ts'
import { listSpans } from './kit/case-spans.ts'
import type { CaseEdit } from './edit-dataset.ts'
import type { Codec } from './kit/foreign-value.ts'
import { isObject } from './kit/foreign-value.ts'
import { reviewCase } from '../packs/review/formats/review-suite.ts'
import { isRunbookQuestion, runbookCase } from '../packs/runbook/formats/runbook-dataset.ts'
import { strandsCase } from '../packs/strands/formats/strands-experiment.ts'

type Layout = {
  /** Where the list of cases stands; the document itself unless given. */
  readonly key?: string
  /** `before` is what stood in its place. */
  readonly write: (evalCase: EvalCase, file: string, before: unknown) => unknown
}

/** Formats that are one JSON document with a list of cases in it. */
export const documentLayouts = {
  'adk-eval-set': { key: 'eval_cases', write: (evalCase) => adkEvalCase.write(evalCase, 'brief') },
  'strands-experiment': { key: 'cases', write: (evalCase) => strandsCase.write(evalCase, 'full') },
  'review-suite': { write: writeReview },
  'runbook-dataset': { write: writeQuestion },
} as const satisfies Readonly<Record<string, Layout>>

/** Changes one case of a document's list; every other character stays as it is. */
export function editDocument(
  text: string,
  edit: CaseEdit,
  { file, format }: { readonly file: string; readonly format: keyof typeof documentLayouts },
): string {
  const { key, write }: Layout = documentLayouts[format]
  const { list, elements } = listSpans(text, file, key)
  if (edit.kind === 'remove') return without(text, elements, edit.position, list)
  const style = styleOf(text, list, elements)
  if (edit.kind === 'add') return withAdded(text, list, elements, styled(write(edit.evalCase, file, undefined), style))
  const span = elements[edit.position] as Span // whoever edits has counted the cases
  const before = parseJson(text.slice(span.start, span.end))
  return text.slice(0, span.start) + styled(write(edit.evalCase, file, before), style) + text.slice(span.end)
}

function without(text: string, elements: readonly Span[], position: number, list: Span): string {
  const [before, at, after] = [elements[position - 1], elements[position] as Span, elements[position + 1]]
  if (before !== undefined) return text.slice(0, before.end) + text.slice(at.end)
  if (after !== undefined) return text.slice(0, at.start) + text.slice(after.start)
  return `${text.slice(0, list.start)}[]${text.slice(list.end)}`
}

function withAdded(text: string, list: Span, elements: readonly Span[], written: string): string {
  const last = elements.at(-1)
  if (last === undefined) return `${text.slice(0, list.start)}[${written}]${text.slice(list.end)}`
  const gap = /\s*$/.exec(text.slice(elements.at(-2)?.end ?? list.start + 1, last.start))?.[0] ?? ''
  return `${text.slice(0, last.end)},${gap}${written}${text.slice(last.end)}`
}

/** How the elements of a list are written: indented by `margin` and from there by `unit`, or on one line. */
type Style = { readonly margin: string; readonly unit: string } | undefined

function styleOf(text: string, list: Span, elements: readonly Span[]): Style {
  const [first] = elements
  if (first === undefined) return undefined
  const margin = marginOf(text, first.start)
  const outer = /\n?([ \t]*)[^\n]*$/.exec(text.slice(0, list.start))?.[1] ?? ''
  if (margin === undefined || !margin.startsWith(outer)) return undefined
  return { margin, unit: margin.slice(outer.length) || '  ' }
}

/** The blanks before something that begins its line. */
function marginOf(text: string, start: number): string | undefined {
  return /\n([ \t]*)$/.exec(text.slice(Math.max(0, start - 1000), start))?.[1]
}

function styled(value: unknown, style: Style): string {
  if (style === undefined) return stringifyJson(value)
  const { margin, unit } = style
  return stringifyJson(value, 1).replaceAll(/\n( *)/g, (_, depth: string) => `\n${margin}${unit.repeat(depth.length)}`)
}

function writeReview(evalCase: EvalCase, file: string, before: unknown): unknown {
  if (evalCase.review === undefined) {
    throw new EvalError('format', message('{file}: a case of a review suite has a review', { file }), {
      hint: message('Its document, its check and the right verdict make it one.'),
    })
  }
  return withComments(reviewCase('').write(evalCase, 'brief'), before)
}

/** `_comments` are for people: no case has them, and they stay where they stood. */
function withComments(written: unknown, before: unknown): unknown {
  if (!isObject(written) || !isObject(before)) return written
  const kept = Object.entries(written).map(([key, value]) => [key, withComments(value, before[key])] as const)
  return { ...Object.fromEntries(kept), ...('_comments' in before && { _comments: before['_comments'] }) }
}

function writeQuestion(evalCase: EvalCase, file: string): ReturnType<Codec<EvalCase>['write']> {
  if (isRunbookQuestion(evalCase)) return runbookCase.write(evalCase, 'brief')
  throw new EvalError('format', message('{file}: this is no question about runbooks', { file }), {
    hint: message(
      'Its id is a whole number, it has one question, and its metadata have a "category" of 正常系, 危険操作系, 根拠不足系 or 曖昧質問系 and a list of "key_points".',
    ),
  })
}
