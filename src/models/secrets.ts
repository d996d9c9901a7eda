import { withoutProviderKeys } from '../text/secrets/provider-keys.ts'
import { knownSecrets } from '../text/secrets/secrets.ts'

/** Removes secrets from a foreign text and shortens it for an error. */
export type Redact = (text: string, length?: number) => string

/** Removes the given secrets in every spelling, and anything that looks like a key. */
export function redactor(secrets: readonly (string | undefined)[]): Redact {
  const known = keysToRedact(secrets)
  return (text, length = 300) => {
    const shown = withoutProviderKeys(known.redact(text.slice(0, length * 40)), '[key]')
    return excerpt(shown.replace(bearerTokens, '[key]').replace(privateKeys, '[key]'), length)
  }
}

export function keysToRedact(keys: readonly (string | undefined)[]) {
  const known = knownSecrets(() => '[key]')
  for (const key of keys) if (key !== undefined && key.length >= shortest) known.add(key)
  return known
}

const shortest = 4

// These are not known beforehand: tokens derived from a credential, and keys of a gateway.
const bearerTokens = /(?=[\w.~+/=-]{8})(?<=\bbearer\s+)[\w.~+/=-]+/gi
const privateKeys = /(?<=-----BEGIN [A-Z ]*PRIVATE KEY-----)[\s\S]*?(?=-----END|$)/g

function excerpt(text: string, length: number): string {
  const line = text
    .slice(0, length * 4)
    .replace(unprintable, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const characters = Array.from(line)
  return characters.length <= length ? line : `${characters.slice(0, length).join('')}…`
}

// Characters that move a terminal's cursor or change the writing direction.
const unprintable = /[\p{Cc}\p{Cs}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
