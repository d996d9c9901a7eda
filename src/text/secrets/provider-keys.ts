/**
 * Returns the keys and tokens in a text that are known by the prefix that their provider gives them, and JSON web tokens. Sources of
 * the forms: the providers' documentation and the rules of Gitleaks (https://github.com/gitleaks/gitleaks).
 *
 * @example
 * providerKeysIn('Use glpat-Zx81kQp3Lm92Vb47Ty65 here') // ['glpat-Zx81kQp3Lm92Vb47Ty65']
 */
export function providerKeysIn(text: string): readonly string[] {
  return text.match(providerKeys) ?? []
}

/** Puts a mask in place of each key. */
export function withoutProviderKeys(text: string, mask: string): string {
  return text.replace(providerKeys, mask)
}

/** What follows these are letters, digits and underscores. */
const beforeWords = [
  'gh[opsur]_',
  'github_pat_',
  'npm_',
  'hf_',
  'gsk_',
  'r8_',
  'sbp_',
  'lin_api_',
  'lsv2_(?:pt|sk)_',
  'do[opr]_v1_',
  'shp(?:at|ca|pa|ss)_',
  'gl(?:c|sa)_',
  'ntn_',
  'sntry[su]_',
  'pscale_(?:tkn|pw|oauth)_',
  '[rs]k_(?:live|test)_',
  'whsec_',
]

/** What follows these may have other signs. */
const beforeSigns = [
  'sk-',
  'xai-',
  'pplx-',
  'tvly-',
  'nvapi-',
  'xox[abeoprs]-',
  'xapp-',
  'gl(?:pat|[dfr]t|ptt|soat|oas|cbt|imt|agent)-',
  'GOCSPX-',
  String.raw`SG\.`,
  String.raw`hv[bs]\.`,
  String.raw`dp\.(?:pt|st|sa)\.`,
  'dckr_[op]at_',
  'pypi-AgE',
  'AT[AC]TT3',
]

// No word has a digit behind such a prefix.
const providerKeys = new RegExp(
  [
    String.raw`\b(?:A[SK]IA|ABIA|ACCA)[A-Z0-9]{16}\b`,
    String.raw`\bAIza[\w-]{30,40}`,
    String.raw`\bya29\.[\w.-]+`,
    String.raw`\b(?:${beforeWords.join('|')})(?=[A-Za-z_]{0,255}\d)\w{16,255}`,
    String.raw`\b(?:${beforeSigns.join('|')})(?=[A-Za-z._~+/=-]{0,255}\d)[\w.~+/=-]{12,512}`,
    String.raw`\beyJ[\w-]{8,4000}\.[\w-]{8,4000}(?:\.[\w-]{0,2000})?`,
  ].join('|'),
  'g',
)
