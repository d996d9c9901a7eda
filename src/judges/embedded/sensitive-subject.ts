import { foldCharacters } from './plain-text.ts'

/** Whether a request touches a subject where only its intent would tell harm from help. */
export function touchesSensitiveSubject(text: string): boolean {
  const folded = foldCharacters(text).toLowerCase()
  return ENGLISH.test(folded) || JAPANESE.test(folded)
}

const ENGLISH =
  /\b(?:kill\w*|murder\w*|suicid\w*|self[- ]?harm\w*|hurt\w*|stab\w*|shoot\w*|shot|gun|guns|firearm\w*|weapon\w*|bomb\w*|explosi\w*|detonat\w*|grenade\w*|ammunition|poison\w*|toxic\w*|overdos\w*|drug|drugs|cocaine|heroin|meth|methamphetamine|fentanyl|opioid\w*|cannabis|marijuana|hack\w*|malware|ransomware|virus|phish\w*|exploit\w*|ddos|keylogger\w*|crack(?:ing)? (?:a |the )?(?:password|software|wifi)|bypass\w*|steal\w*|stole\w*|theft|rob(?:bing|bery)?|burglar\w*|shoplift\w*|fraud\w*|scam\w*|counterfeit\w*|forg(?:e|ed|ing|ery)|launder\w*|brib\w*|blackmail\w*|extort\w*|kidnap\w*|traffick\w*|stalk\w*|spy(?:ing)? on|dox\w*|bully\w*|harass\w*|abus\w*|assault\w*|rap(?:e|ed|ing|ist)|molest\w*|tortur\w*|terror\w*|extremis\w*|genocid\w*|holocaust|massacre\w*|nazi\w*|racis\w*|slur\w*|hate\w*|discriminat\w*|nude\w*|naked|porn\w*|sex\w*|underage|minor(?:s)?|child(?:ren)? (?:abuse|porn)|private (?:information|address|data)|home address|social security|credit card|annihilat\w*|destroy\w*|attack\w*|blow(?:ing)? up|smuggl\w*|illegal\w*|jailbreak\w*|die|death|dying|bleach|cyanide|ricin|anthrax|nuclear|chemical weapon\w*|vaccin\w*|abortion\w*|diagnos\w*|dosage|medication\w*|chest pain)\b/
const JAPANESE =
  /殺|自殺|自傷|死に|死ね|刺[しす]|撃[つちっ]|銃|武器|兵器|爆弾|爆発|爆薬|毒|薬物|麻薬|覚醒剤|大麻|コカイン|ヘロイン|オーバードーズ|過剰摂取|ハッキング|ハック|マルウェア|ウイルス|フィッシング|不正(?:アクセス|侵入)|乗っ取|盗[みむんま]|窃盗|万引き|強盗|詐欺|偽造|偽札|資金洗浄|マネーロンダリング|賄賂|脅迫|恐喝|誘拐|人身売買|ストーカー|盗撮|盗聴|いじめ|嫌がらせ|虐待|暴行|強姦|レイプ|痴漢|拷問|テロ|過激派|虐殺|ナチ|差別|ヘイト|ヌード|裸|ポルノ|性的|性行為|未成年|児童|個人情報|住所を特定|違法|脱獄|青酸|サリン|核兵器|診断|投薬|服用量|堕胎|中絶/
