/** Takes the given secrets out of a text that somebody else wrote and makes it fit to stand in an error. */
export type Redact = (text: string, length?: number) => string

export function redactor(secrets: readonly (string | undefined)[]): Redact {
  // The longest first: a key may begin with another one.
  const known = secrets
    .filter((secret) => secret !== undefined && secret.length >= 4)
    .toSorted((a, b) => (b?.length ?? 0) - (a?.length ?? 0))
  return (text, length = 300) => {
    let shown = text
    for (const secret of known) shown = shown.replaceAll(secret ?? '', '[key]')
    // Tokens that were made from a credential while talking are not known beforehand.
    shown = shown.replace(/\b(bearer\s+)[\w.~+/=-]{8,}|\bya29\.[\w.-]+/gi, (_all, word: string = '') => `${word}[key]`)
    return excerpt(shown, length)
  }
}

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
