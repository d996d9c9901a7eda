/** A reply's label may stand this far from its field's name; what is farther away is no label. */
const REACH = 1_000

/**
 * The label after a field's name, as ADK looks for it in raw text: maybe in brackets and double quotes, and followed by a
 * comma, a newline or a brace. The first place that fits counts. `label` is what a label may consist of.
 */
export function labelOfField(raw: string, field: string, label: '[^"\\]^\\s]*' | '[^"\\]]*'): string | undefined {
  // The lead is taken whole: giving parts of it back finds nothing new, and takes for ever on blank replies.
  const fits = new RegExp(String.raw`^(?=(?<lead>\s*(?:\[+\s*)?"*))\k<lead>(?<label>${label})"*\s*(?:\]+\s*)?[,\n}]`)
  const name = `"${field}":`
  for (let at = raw.indexOf(name); at >= 0; at = raw.indexOf(name, at + name.length)) {
    const found = fits.exec(raw.slice(at + name.length, at + name.length + REACH))
    if (found !== null) return found.groups?.['label']
  }
  return undefined
}
