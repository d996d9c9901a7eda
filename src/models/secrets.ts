/** Takes secrets out of a text that somebody else wrote and makes it fit to stand in an error. */
export type Redact = (text: string, length?: number) => string

/** Takes out the given secrets, however they are written, and what looks like a key of anybody's. */
export function redactor(secrets: readonly (string | undefined)[]): Redact {
  // The longest first: a key may begin with another one.
  const known = secrets
    .filter((secret) => secret !== undefined)
    .filter((secret) => secret.length >= shortest)
    .toSorted((one, other) => other.length - one.length)
    .flatMap(patternsOf)
  return (text, length = 300) => {
    let shown = text.slice(0, length * 40)
    for (const pattern of [...known, ...lookLikeKeys]) shown = shown.replace(pattern, '[key]')
    return excerpt(shown, length)
  }
}

const shortest = 4
// Of a key that a server breaks off, so much gives away more than which key it is.
const telling = 12

/** The whole secret, and the beginning of one that was broken off. */
function patternsOf(secret: string): readonly RegExp[] {
  const whole = new RegExp(written(secret), 'gi')
  if (secret.length <= telling) return [whole]
  return [whole, new RegExp(`${written(secret.slice(0, telling))}[\\w.~+/=%\\\\-]*`, 'gi')]
}

/** A text as it stands, as in an address, or with the slashes that JSON may escape. Keys are plain ASCII. */
function written(text: string): string {
  return Array.from(text, (character) => {
    const code = character.charCodeAt(0).toString(16).padStart(2, '0')
    return `(?:\\\\?\\x${code}|%${code})`
  }).join('')
}

// Not known beforehand: tokens that were made from a credential while talking, and keys that a gateway has of its own.
const lookLikeKeys = [
  /(?<=\bbearer\s+)[\w.~+/=-]{8,}/gi,
  /\bya29\.[\w.-]+/g,
  /\bsk-[\w-]{16,}/g,
  /\bAIza[\w-]{30,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*/g,
  /(?<=-----BEGIN [A-Z ]*PRIVATE KEY-----)[\s\S]*?(?=-----END|$)/g,
]

function excerpt(text: string, length: number): string {
  const line = text
    .slice(0, length * 4)
    .replace(unprintable, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const characters = Array.from(line)
  return characters.length <= length ? line : `${characters.slice(0, length).join('')}…`
}

// What moves a terminal's cursor or turns the direction of writing.
const unprintable = /[\p{Cc}\p{Cs}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
