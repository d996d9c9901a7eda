import { createRequire } from 'node:module'
import type * as JsoncParser from 'jsonc-parser'
import { withoutComments } from './source-text.ts'
import { EvalError, message } from '../../core/index.ts'

/** Where something stands in a text: from, up to and without. */
export type CaseSpan = { readonly start: number; readonly end: number }

/** The elements of a JSON document's list: of the document itself, or of what it has under `key`. */
export type ListSpans = {
  /** From bracket to bracket. */
  readonly list: CaseSpan
  readonly elements: readonly CaseSpan[]
}

/** @throws {EvalError} `format` where one case stands in the place of a list */
export function listSpans(text: string, file: string, key?: string): ListSpans {
  const { parseTree } = createRequire(import.meta.url)('jsonc-parser') as typeof JsoncParser
  const root = parseTree(withoutComments(text))
  const list = key === undefined ? root : root?.children?.find((property) => nameOf(property) === key)?.children?.[1]
  if (list?.type !== 'array') {
    throw new EvalError('format', message('{file}: a case that stands alone cannot be edited here', { file }), {
      hint: message('Put what stands there into [ and ], so that it is a list of cases.'),
    })
  }
  return { list: spanOf(list), elements: (list.children ?? []).map(spanOf) }
}

/** The lines that are not blank, without their ends. */
export function lineSpans(text: string): readonly CaseSpan[] {
  const spans: CaseSpan[] = []
  for (const { 0: line, index } of text.matchAll(/[^\n]+/g)) {
    const length = line.replace(/\r$/, '').length
    if (line.trim() !== '') spans.push({ start: index, end: index + length })
  }
  return spans
}

/** The records of a CSV text, the one with the columns' names first. Line breaks within quotes end none. */
export function recordSpans(text: string): readonly CaseSpan[] {
  const spans: CaseSpan[] = []
  for (const { 0: record, index } of text.matchAll(/(?:"[^"]*"|[^"\r\n]+)+/g)) {
    spans.push({ start: index, end: index + record.length })
  }
  return spans
}

function nameOf(property: JsoncParser.Node): unknown {
  return property.children?.[0]?.value
}

function spanOf({ offset, length }: JsoncParser.Node): CaseSpan {
  return { start: offset, end: offset + length }
}
