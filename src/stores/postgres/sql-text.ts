import { parseJson, stringifyJson } from '../../core/index.ts'

/** A name as SQL has names: whatever stands in it is the name. */
export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** A text as SQL has texts, for statements that take no parameters. */
export function literal(text: string): string {
  const doubled = text.replaceAll("'", "''")
  return text.includes('\\') ? ` E'${doubled.replaceAll('\\', '\\\\')}'` : `'${doubled}'`
}

/** A text that PostgreSQL can keep, which has neither NUL nor halves of characters; another text gives another one. */
export function keptText(text: string): string {
  if (text.isWellFormed() && !/[\0\\]/.test(text)) return text
  return stringifyJson(text).slice(1, -1).replaceAll('\\"', '"')
}

/** The inverse of `keptText`. */
export function textFrom(kept: string): string {
  return kept.includes('\\') ? String(parseJson(`"${kept.replaceAll('"', '\\"')}"`)) : kept
}
