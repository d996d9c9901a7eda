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

/** What a text is about, as far as that is a thing of incident response: not what is done about any incident. */
export function topicsOf(text: string): ReadonlySet<string> {
  const words = withConcepts(text).split(' ')
  return new Set(words.filter((word) => topics.has(word)))
}

const topics: ReadonlySet<string> = new Set(
  'intrusion phishing ddos malware ransomware infect leak lost press police spread severity entered login reimage isolate edr mistaken monitor threat leaver'.split(
    ' ',
  ),
)

/** What each thing is called. The first that matches counts, so what is made of several words stands on top. */
const wordings = {
  intrusion: [
    '不正(?:アクセス|ログイン|侵入)|総当たり|侵入|侵害|乗っ取',
    'unauthori[sz]ed (?:access|log-?ins?)|brute[- ]force\\w*|guess(?:es|ed|ing)|intru(?:sion|der)s?|br(?:eak|oken?|eaking)[- ]?in(?:s|to)?|breach\\w*|compromis\\w+|hack\\w*',
  ],
  phishing: [
    'フィッシング(?:メール)?|(?:怪しい|不審な|偽の?|なりすまし)メール',
    'phish\\w*(?: e?-?mails?)?|(?:suspicious|strange|fake|odd|fraudulent) (?:e?-?mails?|messages?)',
  ],
  ddos: [
    '(?:DDoS|DoS)(?:攻撃)?|大量の?(?:アクセス|通信)',
    'd?dos(?: attacks?)?|denial[- ]of[- ]service|flood(?:s|ed|ing)?',
  ],
  forbidden: [
    '(?:しては|やっては|すべきで)(?:なら|いけ)?ない(?:こと)?|禁止|避け',
    'avoid\\w*|(?:must|should|do) not|not to do|forbidden',
  ],
  powerdown: [
    '電源(?:を|が)?(?:切|落と|オフ)|シャットダウン',
    '(?:power|switch|turn)(?:ed|ing)? (?:it )?(?:off|down)|shut(?:ting)?[- ]?down',
  ],
  reboot: ['再起動|リブート', 'reboot\\w*|restart\\w*'],
  reimage: [
    '初期化|フォーマット|再インストール|再構築|作り直|入れ直|再イメージ',
    'rebuil\\w+|re-?imag\\w+|reformat\\w*|formatt\\w+|reinstall\\w*',
  ],
  dispose: ['廃棄|破棄', 'dispos\\w+|discard\\w*'],
  delete: [
    '削除|消去|抹消|消(?:す|し|せ|そ|さ(?=れ|な))',
    'delet\\w+|eras\\w+|wip(?:e[sd]?|ing)|purg\\w+|shred\\w*|clear(?:ed|ing)|remov\\w+',
  ],
  recover: ['復旧|復元|元に戻', 'recover\\w*|restor\\w+'],
  isolate: ['隔離|切り離', 'isolat\\w+|quarantin\\w+|disconnect\\w*|unplug\\w*'],
  spread: ['横展開|拡散|広が|拡大', 'spread\\w*|lateral(?:ly)?(?: movement)?|mov(?:ed?|ing) (?:on )?to other'],
  edr: ['EDR|監視エージェント', 'edr'],
  mistaken: ['誤検知|誤報', 'false (?:positives?|alarms?)|turned out to be nothing'],
  severity: ['重大度|深刻度', 'sev(?=[1-4])|severit(?:y|ies)'],
  malware: [
    '(?:ウイルス|ウィルス)対策(?:ソフト(?:ウェア)?)?(?=.?(?:反応|警告|検知|検出))|マルウェア|ウイルス|ウィルス',
    'malware|virus(?:es)?|trojans?|worms?|anti-?virus(?= (?:\\w+ )?(?:fired|alert|warn|flag|went off|found|detect))',
  ],
  ransomware: ['ランサムウェア|ランサム', 'ransomware'],
  infect: ['感染', 'infect\\w*'],
  leak: [
    '漏えい|漏洩|流出|持ち出|(?:データ|情報|リスト|名簿|ファイル).{0,8}抜[いきか]|外(?:部)?に出|誤送信|(?:間違|誤)(?:った|えた)?(?:宛先|送信先|相手)|(?:宛先|送信先)を?(?:間違|誤)',
    'leak\\w*|exfiltrat\\w+|got out|exposed|misdirected|wrong (?:recipients?|address(?:es)?|person)',
  ],
  recognise: ['見分け|見極め|兆候|徴候|特徴', 'recogni[sz]\\w+|signs?(?! (?:in|on|off|up))|indicators?|symptoms?'],
  lost: [
    '紛失|置き忘れ|忘れ|なくし|盗難|盗まれ',
    'los(?:t|s|e|es|ing)|misplac\\w+|stolen|theft|left (?:my|his|her|the|a)',
  ],
  login: ['ログイン|ログオン|サインイン', 'log(?:ged|ging)?[- ]?(?:ins?|ons?)|sign(?:ed|ing)?[- ]?ins?'],
  credentials: ['資格情報|認証情報|パスワード', 'credentials?|passwords?|pw'],
  entered: ['入力|打ち込|入れてしま', 'enter(?:ed|ing)?|typ(?:ed|ing)|submitt\\w+'],
  evidence: ['証拠|証跡', 'evidence|traces?'],
  audit: ['監査', 'audit\\w*'],
  stop: ['停止|止め|無効', 'stop\\w*|disabl\\w+|paus\\w+|suspend\\w*|turn(?:ed|ing)? off|kill(?:ed|ing)?'],
  press: ['記者|報道|マスコミ|メディア|取材', 'press|journalists?|reporters?|media'],
  police: ['警察', 'police|law enforcement'],
  contact: ['連絡|電話', 'contact\\w*|call(?:s|ed|ing)?|phon(?:e|ed|ing)'],
  told: ['報告|通報|通知|知らせ', 'report(?:s|ed|ing)?|notif\\w+|told'],
  diagnose: ['調査|調べ', 'investigat\\w+|examin\\w+|look(?:ed|ing)? (?:at|into)'],
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
  leaver: ['退職(?:予定)?者?|辞め(?:る|た|て)?人?|異動者?', 'leavers?|resign\\w*|(?:leaving|left) the company'],
  lift: ['解除|緩和|おさま|収ま', 'lift(?:ed|ing)?|unblock\\w*|subsid\\w+|releas\\w+'],
  retention: ['保存期間|保管|保持|残して', 'retention|retain\\w*|kept|hang on to|how long do we keep'],
  storage: [
    '保存領域|空き(?:容量|領域)?|容量不足|空いて|空け',
    'storage|(?:disk|drive) (?:is )?(?:nearly |almost )?full|(?:short|low|out) (?:of|on) (?:space|disk)|free up',
  ],
  monitor: ['監視|様子を?見', 'monitor\\w*|close eye|watch(?:ed|ing)?'],
  threat: ['脅迫|恐喝|脅し', 'threat(?:s|en\\w*)?|extort\\w*|blackmail\\w*|pay \\d+ (?:btc|bitcoins?)'],
  log: ['ログ(?!イン|アウト|オン|オフ)', 'logs?|records'],
} as const satisfies Readonly<Record<string, readonly [japanese: string, english: string]>>

const ANY_WORDING = new RegExp(
  Object.entries(wordings)
    .map(([concept, [japanese, english]]) => `(?<${concept}>${japanese}|(?<![a-z])(?:${english})(?![a-z]))`)
    .join('|'),
  'giu',
)
