import { withoutProviderKeys } from '../../../text/secrets/provider-keys.ts'

/**
 * Masks what looks like a secret: keys and tokens by their form, passwords by the words before them. It is for text that people type,
 * where the secrets are unknown.
 */
export function maskSecrets(text: string): string {
  return secrets.reduce((shown, pattern) => shown.replace(pattern, '[secret]'), withoutProviderKeys(text, '[secret]'))
}

const name = String.raw`(?:pass(?:word|phrase|wd|code)?|pwd|pw|secret|token|credential|api[\s_-]?key|access[\s_-]?key|auth(?:orization)?(?:[\s_-]?token)?|client[\s_-]?secret|private[\s_-]?key|pin|パスワード|パスフレーズ|暗証番号|秘密鍵|トークン|シークレット|(?:api|アクセス)キー|合言葉)`
const given = String.raw`["'”」]?\s*[:=：＝]\s*["'“「『]?`
const said = String.raw`["'”」]?\s*(?:は|が|を|is|was|are)\s*["'“「『]?`

// The cheap condition comes before the lookbehind, so that not every blank is tried.
const secrets = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /(?=[\w.~+/=-])(?<=\b(?:bearer|basic)\s+)[\w.~+/=-]{8,}/gi,
  /(?<=\/\/[^\s/:@]{0,64}:)[^\s/@]{1,128}(?=@)/g,
  new RegExp(String.raw`(?=[!-~])(?<=${name}${given})[!-~]{4,128}(?<![.,"')\]}])`, 'giu'),
  // Words about a password ("is expired", はどこ) contain neither digits nor signs.
  new RegExp(
    String.raw`(?=[!-~])(?<=${name}${said})(?=[!-~]*(?:\d|[!-/:-@[-\x60{-~][A-Za-z\d]))[!-~]{4,128}(?<![.,"')\]}])`,
    'giu',
  ),
  new RegExp(
    String.raw`(?=[!-~])(?<=(?:--?|\b)(?:password|passwd|token|secret|api-?key)\s+)(?=[!-~]*\d)(?=[!-~]*[A-Za-z])[!-~]{8,128}`,
    'giu',
  ),
  // Long strings that mix letters and digits as no word does; hexadecimal hashes are no secrets.
  /(?<![\w/+])(?![\da-fA-F]{32,128}(?![\w/+]))(?=[\w+/-]{0,512}[a-z])(?=[\w+/-]{0,512}[A-Z])(?=[\w+/-]{0,512}\d)[A-Za-z0-9+/_-]{32,}={0,2}(?![\w/+])/g,
]
