const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** Writes a whole number as it looks when it is raised, in superscripts; returns any other text as it is. */
export function raised(text: string): string {
  if (!/^\s*[+\-−]?\d{1,3}\s*$/.test(text)) return text
  return text
    .replaceAll(/\d/g, (digit) => RAISED[Number(digit)] ?? digit)
    .replace('+', '⁺')
    .replace(/[-−]/, '⁻')
}

/**
 * Writes out `1.2e6`, `1.2 × 10⁶` and `12 × 10^5`, because folding makes raised digits normal ones. Those behind any other
 * number are the mark of a note and go.
 */
export function withoutPowers(text: string): string {
  if (!/\d[eE][+-]?\d|10\^|\d[⁰¹²³⁴-⁹⁺⁻]/.test(text)) return text
  return text
    .replace(/(?<![\p{L}\d.,_-])(\d{1,9}(?:\.\d{1,9})?)[eE]([+-]?\d{1,2})(?![\p{L}\d])/gu, powerOfTen)
    .replace(
      /(?<![\p{L}\d.,_-])(?:(\d{1,9}(?:\.\d{1,9})?) ?[×x*·] ?)?10(?:\^\{?([+\-−]?\d{1,2})\}?|([⁺⁻]?[⁰¹²³⁴-⁹]{1,2}))(?![\p{L}\d])/gu,
      (whole, factor: string | undefined, power: string | undefined, mark = '') => {
        const apart = whole.replace(mark, mark === '' ? '' : `^${mark.normalize('NFKC').replace('−', '-')}`)
        // A single raised 1 or 2 after a ten may be a power or the mark of a note: it stays apart from the number.
        return factor === undefined && /^[¹²]$/.test(mark) ? apart : powerOfTen(apart, factor ?? '1', power ?? mark)
      },
    )
    .replaceAll(/(?<=\d)[⁰¹²³⁴-⁹]+(?!\s?[CF]\b)/g, '')
}

function powerOfTen(whole: string, factor: string, power: string): string {
  const value = Number(`${factor}e${power.normalize('NFKC').replace('−', '-')}`)
  return value >= 1e-6 && value < 1e21 ? String(value) : whole
}
