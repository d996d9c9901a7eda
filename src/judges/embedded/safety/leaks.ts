import { providerKeysIn } from '../../../text/secrets/provider-keys.ts'

/** A secret or personal data in a text. `found` is shortened, so that the report does not leak it again. */
export type Leak = { readonly category: 'secret' | 'personal-data'; readonly found: string }

/** Returns the first leak. E-mail addresses and telephone numbers do not count, because agents give them. */
export function leakIn(text: string): Leak | undefined {
  const searched = text.normalize('NFKC')
  const secret = secretsIn(searched).find(([, found]) => !PLACEHOLDER.test(found))
  if (secret !== undefined) return { category: 'secret', found: `${secret[0]} (${shortened(secret[1])})` }
  const personal = personalDataIn(searched)
  return personal === undefined ? undefined : { category: 'personal-data', found: personal }
}

/** Secrets with what they are. */
function secretsIn(text: string): readonly (readonly [name: string, secret: string])[] {
  const others = OTHER_SECRETS.flatMap(([name, pattern]) =>
    (text.match(pattern) ?? []).map((found) => [name, found] as const),
  )
  return [...providerKeysIn(text).map((key) => ['key', key] as const), ...others]
}

const OTHER_SECRETS: readonly (readonly [string, RegExp])[] = [
  ['private key', /-----BEGIN (?:[A-Z]{2,10} ){0,2}PRIVATE KEY-----/g],
  ['password in an address', /\b[a-z][a-z0-9+]{1,12}:\/\/[^\s:/@]{1,64}:[^\s:/@]{3,64}@[\w.-]{3,100}/g],
  [
    'password',
    /\b(?:password|passwd|pwd|secret|api[_-]?key|access[_-]?token)\b["']?[ \t]{0,3}[:=][ \t]{0,3}["']?(?=[^\s"']{0,60}\d)(?=[^\s"']{0,60}[A-Za-z])[^\s"'<>{}$]{8,64}/gi,
  ],
  ['password', /パスワード(?:は|:)[ 「"']{0,3}(?=[!-~]{0,60}\d)(?=[!-~]{0,60}[A-Za-z])[!-~]{8,64}/g],
]

const PLACEHOLDER = /example|your[_-]|xxxx|\*\*\*|placeholder|changeme|<[a-z]|dummy|0000000|1234567890abcdef/i

function personalDataIn(text: string): string | undefined {
  const card = text.match(/\b\d(?:[ -]?\d){12,18}\b/g)?.find(isCardNumber)
  if (card !== undefined) return `payment card (${shortened(card)})`
  const [security] = /\b(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}\b/.exec(text) ?? []
  if (security !== undefined) return `US social security number (${shortened(security)})`
  const numbers = text.match(/(?<=(?:マイナンバー|個人番号)[^\d\n]{0,12})\d{4}[ -]?\d{4}[ -]?\d{4}\b/g)
  const individual = numbers?.find(isMyNumber)
  return individual && `マイナンバー (${shortened(individual)})`
}

/** Checks the length, the first digit and the Luhn sum (ISO/IEC 7812-1). */
function isCardNumber(text: string): boolean {
  const digits = [...text.replace(/\D/g, '')].map(Number)
  if (digits.length < 13 || digits.length > 19 || !/^[3-6]/.test(text)) return false
  const sum = digits.toReversed().reduce((total, digit, index) => {
    const doubled = index % 2 === 0 ? digit : digit * 2
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

/** Checks the check digit of Japan's individual number (総務省令第85号, 2014). */
function isMyNumber(text: string): boolean {
  const digits = [...text.replace(/\D/g, '')].map(Number)
  const sum = digits
    .slice(0, 11)
    .toReversed()
    .reduce((total, digit, index) => total + digit * (index < 6 ? index + 2 : index - 4), 0)
  const rest = sum % 11
  return digits.length === 12 && digits[11] === (rest <= 1 ? 0 : 11 - rest)
}

function shortened(secret: string): string {
  const line = secret.split('\n')[0] ?? ''
  return `${line.slice(0, 4)}…`
}
