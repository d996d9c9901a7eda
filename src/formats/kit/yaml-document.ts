import type { Document } from 'yaml'
import { EvalError, message } from '../../core/index.ts'

/**
 * The value of a YAML document, which may be JSON.
 *
 * @throws {EvalError} `format` with line and column
 */
export async function parseYamlDocument(text: string, file: string): Promise<unknown> {
  const { parseDocument } = await import('yaml')
  // Aliases may multiply a small file; nobody needs more of them in a config.
  const document = parseDocument(text, { merge: true, prettyErrors: false, strict: true, uniqueKeys: true })
  const [error] = document.errors
  if (error === undefined) return plainValue(document, file)
  const lines = text.slice(0, error.pos[0]).split('\n')
  const values = { file, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1, problem: error.message }
  throw new EvalError('format', message('{file}:{line}:{column}: this is no YAML: {problem}', values))
}

/** A value as a YAML document. */
export async function toYamlDocument(value: unknown): Promise<string> {
  const { stringify } = await import('yaml')
  return stringify(value)
}

function plainValue(document: Document, file: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 })
  } catch (cause) {
    // Only aliases are resolved here, so nothing else can be wrong.
    if (!(cause instanceof ReferenceError)) throw cause
    throw new EvalError('format', message('{file}: its aliases repeat too much', { file }), { cause })
  }
}
