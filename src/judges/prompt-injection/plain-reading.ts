import { decodeEscapes } from '../../text/secrets/decode-escapes.ts'

/**
 * Normalises a text as a language model would read it through a disguise: without escapes, invisible characters and
 * emphasis, with look-alike letters, width and accents replaced, in lower case.
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

/** Text that was escaped more than once has more backslashes. */
function unescaped(text: string): string {
  const once = text
    .replaceAll(/(?:%[\da-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString('utf8'))
    .replaceAll(/\\+/g, '\\')
  return decodeEscapes(once)?.text ?? once
}

function evenedOut(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\u{e0020}-\u{e007e}]/gu, (tag) => String.fromCodePoint((tag.codePointAt(0) ?? 0) - 0xe0000))
    .replaceAll(/\r\n?|[\u2028\u2029\u0085\v\f]/g, '\n')
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '')
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replaceAll(/[‘’‚′]/g, "'")
    .replaceAll(/[“”„″]/g, '"')
    .replaceAll(/[^\0-\x7f]/gu, (letter) => lookAlikes.get(letter) ?? letter)
}

// Letters of other scripts that look like Latin ones and that NFKD does not replace.
const lookAlikes = new Map(
  (
    'aаαɑ∀ bЬвƅ cсϲ dԁɗ eеεєҽ gɡց hһн iіιıɩ jјϳ kкκ lӏⅼ mмϻ nпηո oоοօσ pрρ qԛ rгꭇ sѕꜱ tтτ uυսц vѵνᴠ wԝωѡ xхχ yуүγ zᴢ ' +
    'AАΑ BВΒ CСϹ EЕΕ HНΗ IІΙ JЈ KКΚ MМΜ NΝ OОΟ PРΡ SЅ TТΤ VѴ XХΧ YУΥ ZΖ'
  )
    .split(' ')
    .flatMap(([letter = '', ...others]) => others.map((other) => [other, letter] as const)),
)
