/** A reply's label may stand this far from its field's name; what is farther away is no label. */
const REACH = 1_000

/** What may stand between a field's name and its label. Taken whole: giving parts of it back takes for ever on blank replies. */
const LEAD = /^\s*(?:\[+\s*)?"*/

/**
 * The label after a field's name, as ADK looks for it in raw text: maybe in brackets and double quotes, and followed by a
 * comma, a newline or a brace. The first place that fits counts. `label` is what a label may consist of.
 */
export function labelOfField(raw: string, field: string, label: '[^"\\]^\\s]*' | '[^"\\]]*'): string | undefined {
  const fits = new RegExp(String.raw`^(${label})"*\s*(?:\]+\s*)?[,\n}]`)
  const name = `"${field}":`
  for (let at = raw.indexOf(name); at >= 0; at = raw.indexOf(name, at + name.length)) {
    const value = raw.slice(at + name.length, at + name.length + REACH)
    const lead = LEAD.exec(value)?.[0] ?? ''
    const found = fits.exec(value.slice(lead.length))
    if (found !== null) return found[1]
    // A value that nothing ends leaves a newline before it as the end, and the label is empty.
    if (lead.includes('\n')) return ''
  }
  return undefined
}
