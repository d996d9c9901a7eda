/**
 * A text with the words of incident response replaced by one word for each of the things that they mean: people ask for
 * a virus on their PC, and the runbook is about malware on an endpoint. Of both languages, so that a question in one
 * finds its thing in the other. Only for counting words; nobody reads it.
 */
export function withConcepts(text: string): string {
  return text.normalize('NFKC').replaceAll(ANY_WORDING, (wording, ...details: readonly unknown[]) => {
    const groups = details.at(-1) as Readonly<Record<string, string | undefined>> // the last one where groups have names
    const concept = Object.keys(groups).find((name) => groups[name] !== undefined)
    return ` ${concept ?? wording} `
  })
}

/** What each thing is called. The first that matches counts, so what is made of several words stands on top. */
const wordings = {
  intrusion: [
    '不正(?:アクセス|ログイン|侵入)|侵入|侵害|乗っ取',
    'unauthori[sz]ed (?:access|log-?ins?)|intru(?:sion|der)s?|br(?:eak|oken?|eaking)[- ]?in(?:s|to)?|breach\\w*|compromis\\w+|hack\\w*',
  ],
  phishing: [
    'フィッシング(?:メール)?|(?:怪しい|不審な|偽の?|なりすまし)メール',
    'phish\\w*(?: e?-?mails?)?|(?:suspicious|strange|fake|odd|fraudulent) (?:e?-?mails?|messages?)',
  ],
  ddos: ['(?:DDoS|DoS)(?:攻撃)?|大量の?(?:アクセス|通信)', 'd?dos(?: attacks?)?|denial[- ]of[- ]service'],
  forbidden: [
    '(?:しては|やっては|すべきで)(?:なら|いけ)?ない(?:こと)?|禁止|避け',
    'avoid\\w*|(?:must|should|do) not|not to do|forbidden',
  ],
  powerdown: [
    '電源(?:を|が)?(?:切|落と|オフ)|シャットダウン',
    '(?:power|switch|turn)(?:ed|ing)? (?:it )?(?:off|down)|shut(?:ting)?[- ]?down',
  ],
  reboot: ['再起動|リブート', 'reboot\\w*|restart\\w*'],
  reimage: ['初期化|フォーマット|再インストール', 're-?imag\\w+|reformat\\w*|formatt\\w+|reinstall\\w*'],
  dispose: ['廃棄|破棄', 'dispos\\w+|discard\\w*'],
  delete: [
    '削除|消去|抹消|消(?:す|し|せ|そ|さ(?=れ|な))',
    'delet\\w+|eras\\w+|wip(?:e[sd]?|ing)|purg\\w+|shred\\w*|clear(?:ed|ing)|remov\\w+',
  ],
  recover: ['復旧|復元|元に戻', 'recover\\w*|restor\\w+'],
  isolate: ['隔離|切り離', 'isolat\\w+|quarantin\\w+|disconnect\\w*|unplug\\w*'],
  spread: ['横展開|拡散|広が|拡大', 'spread\\w*|lateral(?:ly)?(?: movement)?|mov(?:ed?|ing) (?:on )?to other'],
  severity: ['重大度|深刻度', 'sev(?=[1-4])|severit(?:y|ies)'],
  malware: ['マルウェア|ウイルス|ウィルス', 'malware|virus(?:es)?|trojans?|worms?'],
  ransomware: ['ランサムウェア|ランサム', 'ransomware'],
  infect: ['感染', 'infect\\w*'],
  leak: ['漏えい|漏洩|流出|外(?:部)?に出', 'leak\\w*|exfiltrat\\w+|got out|exposed'],
  lost: [
    '紛失|置き忘れ|忘れ|なくし|盗難|盗まれ',
    'los(?:t|s|e|es|ing)|misplac\\w+|stolen|theft|left (?:my|his|her|the|a)',
  ],
  credentials: ['資格情報|認証情報|パスワード', 'credentials?|passwords?'],
  entered: ['入力|打ち込|入れてしま', 'enter(?:ed|ing)?|typ(?:ed|ing)|submitt\\w+'],
  evidence: ['証拠|証跡', 'evidence|traces?'],
  audit: ['監査', 'audit\\w*'],
  stop: ['停止|止め|無効', 'stop\\w*|disabl\\w+|turn(?:ed|ing)? off|kill(?:ed|ing)?'],
  press: ['記者|報道|マスコミ|メディア|取材', 'press|journalists?|reporters?|media'],
  police: ['警察', 'police|law enforcement'],
  contact: ['連絡|電話', 'contact\\w*|call(?:s|ed|ing)?|phon(?:e|ed|ing)'],
  told: ['報告|通報|通知', 'report(?:s|ed|ing)?|notif\\w+|told'],
  examine: ['調査|調べ', 'investigat\\w+|examin\\w+|look(?:ed|ing)? (?:at|into)'],
  check: ['確認|点検|チェック|確かめ', 'check\\w*|verif\\w+|confirm\\w*'],
  initial: ['初動|最初|まず|第一', 'first|initial(?:ly)?'],
  response: [
    '対応|対処|処置|措置|(?:どう|何を?)(?:すれば|したら|する|動けば|しますか)',
    'respon[ds]\\w*|handl\\w+|measures?|what (?:do|should|must) (?:we|i) do|how (?:do|should) (?:we|i) (?:proceed|react)',
  ],
  steps: ['手順|手続き|フロー|流れ|方法|やり方', 'steps?|procedures?|flow|instructions'],
  endpoint: [
    '端末|パソコン|(?:ノート)?(?<![a-z])PC(?![a-z])',
    'endpoints?|laptops?|computers?|pcs?|machines?|workstations?|hosts?',
  ],
  log: ['ログ(?!イン|アウト|オン|オフ)', 'logs?|records'],
} as const satisfies Readonly<Record<string, readonly [japanese: string, english: string]>>

const ANY_WORDING = new RegExp(
  Object.entries(wordings)
    .map(([concept, [japanese, english]]) => `(?<${concept}>${japanese}|(?<![a-z])(?:${english})(?![a-z]))`)
    .join('|'),
  'giu',
)
