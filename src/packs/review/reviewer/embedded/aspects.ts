/**
 * What may be asked of a thing beside its being there, with the words that speak of it either way. Words of inspection in
 * general, and of no trade.
 */
export type Aspect = keyof typeof words

const words = {
  'in date':
    /有効期限|期限内|期限切れ|使用期限|\bexpir(?:y|ed|es|ation)(?: dates?)?\b|\b(?:in|out of) date\b|\bvalid(?:ity)?\b|\bgood until\b|\boverdue\b|\bservice life\b/i,
  lit: /点灯|消灯|\blit\b|\bunlit\b|\billuminated\b|\bdark\b|\blight up\b/i,
  inspected:
    /点検|検査|試験|合格|\binspect(?:ed|ion|ions)?\b|\btest(?:ed|s)?\b|\bpass(?:ed|es)?\b|\bfail(?:ed|s)?\b|\bchecked\b/i,
  working:
    /作動|動作|稼働|機能|故障|\boperational\b|\bworks?\b|\bworking\b|\bfunction(?:al|s|ing)\b|\binoperable\b|\bout of order\b/i,
  visible: /視認|見え|見やす|隠れ|\bvisible\b|\b(?:be )?seen\b|\bin (?:plain )?view\b|\bhidden\b|\bobscured\b/i,
  unobstructed: /妨げ|障害物|遮|塞|\b(?:un)?obstruct(?:ed|ion|ions)?\b|\b(?:un)?blocked\b|\baccessible\b|\blocked\b/i,
  undamaged: /破損|損傷|劣化|腐食|\bdamaged?\b|\bbroken\b|\bcorro(?:ded|sion)\b|\bintact\b|\bcrack(?:s|ed)?\b/i,
  compliant: /適合|準拠|\b(?:non-?)?complian(?:t|ce)\b|\bconform(?:s|ity)?\b/i,
  recorded: /記録|記入|記載|\brecord(?:ed|s)?\b|\bdocumented\b|\bsigned\b|\bentered\b/i,
} as const

/** What a text speaks of. */
export function aspectsIn(text: string): readonly Aspect[] {
  const folded = text.normalize('NFKC')
  return (Object.keys(words) as Aspect[]).filter((aspect) => words[aspect].test(folded)) // its own keys
}

/** A text without the words of its aspects. */
export function withoutAspects(text: string): string {
  return everywhere.reduce((left, pattern) => left.replaceAll(pattern, ' '), text.normalize('NFKC'))
}

const everywhere = Object.values(words).map((pattern) => new RegExp(pattern, 'gi'))
