/** Converts continental European numbers to English: `1.250,00`, `12,5 %`, `€2,50` become 1250.00, 12.5 %, €2.50. */
export function englishNumbers(text: string): string {
  if (!/\d[.,\u00a0\u2009\u202f]\d/.test(text)) return text
  return text
    .replaceAll(NARROW_SPACE, '')
    .replaceAll(GROUPED, (_, whole: string, part: string) => `${whole.replaceAll('.', '')}.${part}`)
    .replaceAll(OF_A_UNIT, '$1.$2')
    .replaceAll(CENTS, '$1.$2')
    .replaceAll(MONEY, (amount) => amount.replaceAll('.', ''))
}

/** Excludes the common space, which may separate two numbers. */
const NARROW_SPACE = /(?<=(?<!\d)\d{1,3}(?:[\u00a0\u2009\u202f]\d{3}){0,3})[\u00a0\u2009\u202f](?=\d{3}(?!\d))/g
const GROUPED = /(?<![\d.,])(\d{1,3}(?:\.\d{3}){1,4}),(\d{1,4})(?![\d.,]*\d)/g
/** Requires a unit, because `3,5` alone may be two numbers. */
const OF_A_UNIT =
  /(?<![\d.,]|, ?)(\d{1,9}),(\d{1,2})(?= ?(?:[%‰€°]|(?:EUR|per ?cent|[µm]?g|kg|t|[mcd]?l|[mck]?m[²³]?|[kM]?W|kWh|[mk]?V|m?A|[kM]?Hz|bar|h|min|s)(?![\p{L}\d])))/gu
/** `€1.250` may be a price with thousandths; `€1.250.000` may not. Cents may follow a comma too. */
const MONEY =
  /(?<=[€$£] ?|EUR )(?<![\d.,])\d{1,3}(?:\.\d{3}){2,4}(?![\d.,]*\d)|(?<![\d.,])\d{1,3}(?:\.\d{3}){2,4}(?= ?(?:€|EUR\b))/g
const CENTS = /(?<=[€$£] ?|EUR )(?<![\d.,])(\d{1,9}),(\d{2})(?![\d.,]*\d)/g
