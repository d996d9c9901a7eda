/** Maps character codes of a symbol font to Unicode. */
export type SymbolTable = (code: number) => string | undefined

/**
 * Returns the table of a font that has symbols in place of letters, by its name; `undefined` for other fonts. A check
 * mark of ZapfDingbats is stored as the digit 3 and would be read as such.
 */
export function symbolTable(fontName: string): SymbolTable | undefined {
  const name = fontName.replace(/^[A-Z]{6}\+/, '').replaceAll(/[\s-]/g, '')
  if (/dingbats|^pzdr/i.test(name)) return dingbat
  if (/^webdings/i.test(name)) return (code) => webdings[low(code)]
  if (/^wingdings2/i.test(name)) return (code) => wingdings2[low(code)]
  if (/^wingdings(?!3)/i.test(name)) return (code) => wingdings[low(code)]
  return undefined
}

/** Includes the font Symbol, of which PDF files say themselves what its codes mean. */
export function wordSymbolTable(fontName: string): SymbolTable | undefined {
  return /^symbol$/i.test(fontName.trim()) ? (code) => greek[low(code)] : symbolTable(fontName)
}

/** Windows fonts may have their codes in a private use area at U+F000. */
function low(code: number): number {
  return code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code
}

// Unicode block U+2700 has the order of ZapfDingbats, except for characters that existed before.
function dingbat(code: number): string | undefined {
  if (code > 0x20 && code < 0x7f) return dingbatsElsewhere[code] ?? String.fromCodePoint(0x2700 + code - 0x20)
  if (code >= 0xac && code <= 0xb5) return String.fromCodePoint(0x2460 + code - 0xac)
  if (code > 0xa0 && code < 0xff && code !== 0xf0) {
    return dingbatsElsewhere[code] ?? String.fromCodePoint(0x2700 + code - 0x40)
  }
  return undefined
}

const dingbatsElsewhere = codes({
  0x25: '☎',
  0x2a: '☛☞',
  0x48: '★',
  0x6c: '●',
  0x6e: '■',
  0x73: '▲▼◆',
  0x77: '◗',
  0xa8: '♣♦♥♠',
  0xd5: '→↔↕',
})

// Symbols for checking, listing and pointing; pictures such as zodiac signs and clocks are left out.
const wingdings = codes({
  0x22: '✂',
  0x28: '☎',
  0x2a: '✉',
  0x45: '☜☞☝☟',
  0x4a: '☺',
  0x4c: '☹',
  0x4e: '☠',
  0x6c: '●❍■□□❑❒⬧⧫◆❖⬥☒',
  0x80: '⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿',
  0x9e: '·•▪○',
  0xa4: '◉◎',
  0xa7: '▪☐',
  0xab: '★',
  0xd8: '➢',
  0xdf: '←→↑↓↖↗↙↘',
  0xe8: '➔',
  0xef: '⇦⇨⇧⇩⇔',
  0xfb: '✗✓☒☑',
})

const wingdings2 = codes({ 0x4f: '✗✓☒☑☒☒', 0x97: '●', 0xa2: '■□' })

const webdings = codes({ 0x61: '✓', 0x63: '□', 0x67: '■', 0x6e: '●', 0x72: '✗' })

// Appendix D.5 of ISO 32000-1, without the pieces of tall brackets.
const greek = codes({
  0x21: '!∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_',
  0x61: 'αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼',
  0xa0: '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…',
  0xbf: '↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑',
  0xf1: '〉∫',
})

/** Makes a table of runs of consecutive codes, each by its first one. */
function codes(runs: Readonly<Record<number, string>>): Readonly<Record<number, string>> {
  const signs = Object.entries(runs).flatMap(([first, run]) =>
    Array.from(run, (sign, at) => [Number(first) + at, sign]),
  )
  return Object.fromEntries(signs)
}
