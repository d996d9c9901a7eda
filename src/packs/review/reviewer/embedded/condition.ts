/** Whether a line says that something is as it should be. Words of inspection in general, and of no trade. */
export type Condition = 'good' | 'bad' | 'mixed' | 'open' | 'unsaid'

/** `open` says that nobody has looked yet, or that whoever looked is not sure. */
export function conditionOf(text: string): Condition {
  const folded = text.normalize('NFKC').toLowerCase()
  if (openWords.test(folded)) return 'open'
  const withoutDenials = folded.replaceAll(denials, ' good_ ')
  const bad = badWords.test(withoutDenials)
  const good = goodWords.test(withoutDenials.replaceAll(new RegExp(badWords, 'g'), ' '))
  if (good && bad) return 'mixed'
  // Something is denied, and which of the words that is cannot be told.
  if (good && denies(withoutDenials)) return 'open'
  return bad ? 'bad' : good ? 'good' : 'unsaid'
}

/** Whether a text says that something is not so. */
export function denies(text: string): boolean {
  return negation.test(text.normalize('NFKC').replaceAll(/なければ(?:なら|いけ)ない|だけで(?:は)?なく/g, ''))
}

/** A text with what it denies as if it were said: `not expired` becomes `expired`. */
export function affirmed(text: string): string {
  return text.normalize('NFKC').replaceAll(new RegExp(negation, 'giu'), ' ').replaceAll(/\s+/g, ' ')
}

const negation =
  /\b(?:not|no|nobody|nothing|none|never|without|neither|nor|free of)\b|n't\b|(?:では?|がい?|の|されてい?|てい?|し|れ|わ|ら|か|き|ま)?(?:ない|なく|なかった|なし)|無し|ません|せず|おらず|されず/iu

const openWords =
  /^\s*[□☐]|[□☐]\s*$|\(not entered\)|\bnot (?:yet )?(?:entered|measured|checked|known|determined|counted)\b|\bto be (?:decided|counted|confirmed|determined|checked)\b|\bunknown\b|\btbd\b|\bpending\b|未記入|未測定|未確認|未定|不明|これから|\b(?:mostly|largely|generally|presumably|probably|seem(?:s|ed)?|considered)\b|おおむね|概ね|だいたい|ほとんど|思われる|はずである|見られる/

/** Words that look bad and say that there is nothing bad. */
const denials =
  /(?:no|without|zero|0)\s+(?:\w+\s+){0,2}(?:defects?|deficienc(?:y|ies)|issues?|problems?|faults?|damage|violations?|obstructions?|abnormalit(?:y|ies)|findings?)|not (?:expired|damaged|blocked|obstructed|broken|overdue)|(?:異常|問題|不備|故障|破損|欠陥|指摘|不良|障害物|違反|支障|異状|遮るもの)(?:は|も|が|箇所)?(?:なし|無し|無く|なく|ない|ありません|0件)|期限切れ(?:は|も|が)?(?:なし|ない|なく|ではない|でない|ありません)/g

const badWords =
  /✗|✘|×(?!\d)|☒|\bfail(?:s|ed|ure|ing)?\b|\bnon-?complian(?:t|ce)\b|\bnot (?:\w+ )?(?:compliant|installed|present|working|operational|functional|inspected|illuminated|lit|provided|available|visible|met|tested|recorded|maintained|charged|accessible)\b|\bexpired\b|\boverdue\b|\bmissing\b|\babsent\b|\bbroken\b|\bdamaged\b|\binoperative\b|\binoperable\b|\bdefective\b|\bout of (?:order|date|service)\b|\bobstructed\b|\bblocked\b|\bhidden\b|\bobscured\b|\bdeficien(?:t|cy|cies)\b|\binsufficient\b|\bviolations?\b|\bunreadable\b|\bdead\b|\bunlit\b|\bdark\b|\blocked\b|\bno (?:extinguishers?|lights?|signs?|records?|date)\b|\bnone\b|\(blank\)|空欄|不合格|不適合|不良|故障|破損|期限切れ|有効期限超過|未設置|未署名|未点検|未実施|未修理|未完了|不足|違反|異常あり|要改善|要修理|隠れ|遮ら|見えない|点灯し(?:ない|ていない|ません)|不点灯|消灯|設置(?:されて(?:いない|いません|おらず)|なし|無し)|確認でき(?:ない|ず|ません)|記載なし|使用不[可能]|欠落|欠品|遮蔽|妨げ|切れ(?:ている|ており|た)/

const goodWords =
  /good_|✓|✔|☑|☒?\bpass(?:ed|es)?\b|\bcomplian(?:t|ce)\b|\bconform(?:s|ing)?\b|\bvalid\b|\boperational\b|\bfunctional\b|\bfunctioning\b|\bworking\b|\bgood\b|\binstalled\b|\bpresent\b|\bcomplete[d]?\b|\billuminated\b|\blit\b|\bin date\b|\bwithin (?:the |their |its )?(?:expiry|expiration|service|validity|date)\b|\binspected\b|\bsatisfactory\b|\bnormal\b|\bok\b|\bmet\b|\bclear\b|\bvisible\b|\baccessible\b|\bprovided\b|\bequipped\b|\byes\b|合格|適合|良好|正常|有効期限内|期限内|設置済|点検済|実施済|完了|点灯|適正|有効|設置|準拠|視認|異常なし/
