const REACH = 1_000

/** Matches the text between a field's name and its label as a whole, to avoid backtracking on blank replies. */
const LEAD = /^\s*(?:\[+\s*)?"*/

/**
 * Finds the label after a field's name, as ADK does in raw text: it may stand in brackets and double quotes, and a
 * comma, a newline or a brace follows. The first place that fits counts. `label` is the pattern of a label.
 */
export function labelOfField(raw: string, field: string, label: '[^"\\]^\\s]*' | '[^"\\]]*'): string | undefined {
  const fits = new RegExp(String.raw`^(${label})"*\s*(?:\]+\s*)?[,\n}]`)
  const name = `"${field}":`
  for (let at = raw.indexOf(name); at >= 0; at = raw.indexOf(name, at + name.length)) {
    const value = raw.slice(at + name.length, at + name.length + REACH)
    const lead = LEAD.exec(value)?.[0] ?? ''
    const found = fits.exec(value.slice(lead.length))
    if (found !== null) return found[1]
    // When nothing ends the value, ADK's pattern ends it at a newline before it, and the label is empty.
    if (lead.includes('\n')) return ''
  }
  return undefined
}
