/**
 * A text as a language model reads it whatever its disguise: escapes resolved, invisible characters gone or turned into what
 * they stand for, look-alikes, width and accents evened out, in lower case and without emphasis.
 */
export function plainReading(text: string): string {
  const characters = simple.test(text) ? text : evenedOut(unescaped(text))
  return characters
    .toLowerCase()
    .replaceAll(/[*`~^]+/g, '')
    .replaceAll(/[_\s]+/g, (blank) => (blank.includes('\n') ? '\n' : ' '))
    .replaceAll(spacedOut, (letters) => letters.replaceAll(/[ .·-]/g, ''))
}

const simple = /^[^\\&%\x80-\uffff]*$/
const spacedOut = /\b\p{L}(?:[ .·-]\p{L}){4,40}\b/gu

function unescaped(text: string): string {
  return text
    .replaceAll(/\\+u\{?([\da-f]{4,6})\}?|\\+x([\da-f]{2})/gi, (_escape, long: string | undefined, short) =>
      character(Number.parseInt(long ?? short, 16)),
    )
    .replaceAll(/&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi, (_escape, hex: string | undefined, decimal) =>
      character(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
    )
    .replaceAll(/&(?:lt|gt|quot|amp|nbsp);/g, (entity) => entities[entity] ?? entity)
    .replaceAll(/(?:%[\da-f]{2}){1,}/gi, (escapes) => utf8(escapes) ?? escapes)
    .replaceAll(/\\+[nr]/g, '\n')
    .replaceAll(/\\+(["'/t])/g, (_escape, escaped: string) => (escaped === 't' ? ' ' : escaped))
}

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&amp;': '&',
  '&nbsp;': ' ',
}

function character(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : ''
}

function utf8(escapes: string): string | undefined {
  try {
    return decodeURIComponent(escapes)
  } catch (error) {
    if (error instanceof URIError) return undefined
    throw error
  }
}

function evenedOut(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\u{e0020}-\u{e007e}]/gu, (tag) => character((tag.codePointAt(0) ?? 0) - 0xe0000))
    .replaceAll(/\r\n?|[\u2028\u2029\u0085\v\f]/g, '\n')
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '')
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replaceAll(/[‘’‚′]/g, "'")
    .replaceAll(/[“”„″]/g, '"')
    .replaceAll(/[^\0-\x7f]/gu, (letter) => lookAlikes.get(letter) ?? letter)
}

// Letters of other scripts that stand in for Latin ones; those that NFKD does not even out.
const lookAlikes = new Map(
  (
    'aаαɑ∀ bЬвƅ cсϲ dԁɗ eеεєҽ gɡց hһн iіιıɩ jјϳ kкκ lӏⅼ mмϻ nпηո oоοօσ pрρ qԛ rгꭇ sѕꜱ tтτ uυսц vѵνᴠ wԝωѡ xхχ yуүγ zᴢ ' +
    'AАΑ BВΒ CСϹ EЕΕ HНΗ IІΙ JЈ KКΚ MМΜ NΝ OОΟ PРΡ SЅ TТΤ VѴ XХΧ YУΥ ZΖ'
  )
    .split(' ')
    .flatMap(([letter = '', ...others]) => others.map((other) => [other, letter] as const)),
)
