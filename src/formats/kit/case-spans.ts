import { createRequire } from 'node:module'
import type * as JsoncParser from 'jsonc-parser'
import { withoutComments } from './source-text.ts'
import { EvalError, message } from '../../core/index.ts'

/** A range of characters in a text; `end` is exclusive. */
export type CaseSpan = { readonly start: number; readonly end: number }

/**
 * Finds the elements of a JSON document's list: the document itself, or its value under `key`.
 *
 * @throws {EvalError} `format` when there is a single case instead of a list
 */
export function listSpans(text: string, file: string, key?: string) {
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

/** Returns the spans of all lines that are not blank, without line breaks. */
export function lineSpans(text: string): readonly CaseSpan[] {
  const spans: CaseSpan[] = []
  for (const { 0: line, index } of text.matchAll(/[^\n]+/g)) {
    const length = line.replace(/\r$/, '').length
    if (line.trim() !== '') spans.push({ start: index, end: index + length })
  }
  return spans
}

/** Returns the spans of all CSV records, including the header. Line breaks in quotes do not end a record. */
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
