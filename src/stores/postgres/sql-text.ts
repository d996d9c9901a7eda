import { parseJson, stringifyJson } from '../../core/index.ts'

export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** Quotes a text for SQL statements that take no parameters. */
export function literal(text: string): string {
  const doubled = text.replaceAll("'", "''")
  return text.includes('\\') ? ` E'${doubled.replaceAll('\\', '\\\\')}'` : `'${doubled}'`
}

/** Escapes NUL and lone surrogates, which PostgreSQL cannot store; different texts stay different. */
export function keptText(text: string): string {
  if (text.isWellFormed() && !/[\0\\]/.test(text)) return text
  return stringifyJson(text).slice(1, -1).replaceAll('\\"', '"')
}

/** The inverse of `keptText`. */
export function textFrom(kept: string): string {
  return kept.includes('\\') ? String(parseJson(`"${kept.replaceAll('"', '\\"')}"`)) : kept
}

/** Returns a row with the id of its run as given, not as stored. */
export function withOwnId<Row extends Readonly<Record<string, unknown>>>(row: Row) {
  return { ...row, id: textFrom(String(row['id'])) }
}
