/** One encoding of a secret. `pieces` is true when any eight consecutive characters reveal it. */
export type SecretForm = {
  readonly text: string
  readonly pieces: boolean
  /** True when it counts only if no letter or digit of the same kind adjoins it. */
  readonly alone: boolean
}

/** Minimum length of a secret whose pieces are redacted too. */
export const pieceLength = 8

/**
 * Returns the forms in which a secret may come back: plain, reversed, in hexadecimal, or in base64 and base64url at any
 * offset. Escapes (`%2B`, `\u002b`, `&#43;`) are decoded in the text and need no form. `sentIn` is the text in which
 * the secret was sent, such as `Bearer …`.
 */
export function secretForms(secret: string, sentIn = secret): readonly SecretForm[] {
  const forms = secret.length < pieceLength ? shortForms(secret, sentIn) : longForms(secret)
  return [...new Map(forms.map((form) => [form.text, form])).values()]
}

function longForms(secret: string): readonly SecretForm[] {
  const texts = [secret, reversed(secret)].flatMap((text) => {
    // A query may encode a space as plus.
    const inQuery = text.replaceAll(' ', '+')
    return [text, bytesOf(text), inQuery, bytesOf(inQuery)]
  })
  const hex = hexOf(secret)
  const encoded = [secret, reversed(secret)].flatMap((text) => [0, 1, 2].flatMap((before) => base64Of(text, before)))
  return [...texts, hex, reversed(hex), ...encoded, ...encoded.map(reversed)].map((text) => ({
    text,
    pieces: true,
    alone: false,
  }))
}

function shortForms(secret: string, sentIn: string): readonly SecretForm[] {
  const alone = secret.length < 4 || /^(?:\p{L}+|\d+)$/u.test(secret)
  const asItIs = [secret, bytesOf(secret)].map((text) => ({ text, pieces: false, alone }))
  if (secret.length < 4) return asItIs
  const encoded = [base64Of(secret, 0), ...[1, 2].map((before) => base64Of(secret, before))]
    .flat()
    .filter((text) => text.length > 4)
    .concat(hexOf(secret), base64Within(sentIn, secret))
  return [
    ...asItIs,
    { text: reversed(secret), pieces: false, alone },
    ...base64Of(secret, 0).map((text) => ({ text, pieces: false, alone: true })),
    ...encoded.map((text) => ({ text, pieces: false, alone: false })),
  ].filter(({ text }) => text.length >= 4)
}

function reversed(text: string): string {
  return Array.from(text).toReversed().join('')
}

function bytesOf(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(/%(..)/g, (_all, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
}

function hexOf(text: string): string {
  return Array.from(bytesOf(text), (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('')
}

/** Returns the base64 characters that the text alone determines after `before` bytes (0–2 beyond whole groups). */
function base64Of(text: string, before: number): readonly string[] {
  const bytes = bytesOf(text)
  const decided = base64(`${'\0'.repeat(before)}${bytes}`).slice(
    Math.ceil((before * 8) / 6),
    Math.floor(((before + bytes.length) * 8) / 6),
  )
  // The last character also depends on following bytes, unless the text ends there.
  const atEnd = base64(`${'\0'.repeat(before)}${bytes}`).slice(Math.ceil((before * 8) / 6))
  return [decided, atEnd].flatMap((form) => [form, forUrls(form)])
}

function base64Within(text: string, secret: string): readonly string[] {
  const at = text.indexOf(secret)
  if (at < 0) return []
  const from = bytesOf(text.slice(0, at)).length
  const to = from + bytesOf(secret).length
  const form = base64(bytesOf(text)).slice(Math.floor((from * 8) / 6), Math.ceil((to * 8) / 6))
  return [form, forUrls(form)]
}

function forUrls(base64Text: string): string {
  return base64Text.replaceAll('+', '-').replaceAll('/', '_')
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

function base64(bytes: string): string {
  let text = ''
  for (let index = 0; index < bytes.length; index += 3) {
    const [one, two, three] = [0, 1, 2].map((offset) => bytes.charCodeAt(index + offset) || 0) as [
      number,
      number,
      number,
    ]
    const group = (one << 16) | (two << 8) | three
    const characters = Math.min(3, bytes.length - index) + 1
    for (let position = 0; position < characters; position += 1) {
      text += alphabet.charAt((group >> (18 - 6 * position)) & 63)
    }
  }
  return text
}
