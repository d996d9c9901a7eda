import { splitSentences } from '../../../text/index.ts'
import type { HarmCategory } from './harm.ts'
import { foldCharacters } from '../reading/plain-text.ts'

/** An attack in so many words. `outright` where the text itself makes it; it may also quote, report or reject one. */
export type Attack = { readonly category: HarmCategory; readonly found: string; readonly outright: boolean }

/**
 * Whether a text says of a group of people that it is less than human or should be gone, or tells its reader to die. It takes a
 * group and such a predicate together; single words, however ugly, are left to the classifier.
 */
export function attackIn(text: string): Attack | undefined {
  const sentences = splitSentences(foldCharacters(text.slice(0, LONGEST)))
  const attacks = sentences.flatMap((sentence, index) => attackOf(sentence, sentences[index - 1] ?? '') ?? [])
  return attacks.find(({ outright }) => outright) ?? attacks[0]
}

const LONGEST = 50_000

function attackOf(sentence: string, before: string): Attack | undefined {
  const [urged] = URGED.exec(sentence) ?? []
  const [hated] = HATED.map((pattern) => pattern.exec(sentence)?.[0]).filter((found) => found !== undefined)
  // "They" are the group of the sentence before.
  const [meant] = THEY_SHOULD_GO.exec(sentence) ?? []
  const found = urged ?? hated ?? (NAMES_A_GROUP.test(before) ? meant : undefined)
  if (found === undefined) return undefined
  return {
    category: urged === undefined ? 'hate' : 'self-harm',
    found: found.trim(),
    outright: !REPORTED.test(sentence),
  }
}

const PEOPLE = '(?:people|persons?|folks?|men|women|kids|children|guys)'
const GROUP = [
  '(?:im)?migrants|refugees|foreigners|asylum seekers|jews|muslims|christians|catholics|hindus|sikhs|buddhists|atheists',
  'blacks|whites|gypsies|gays|lesbians|homosexuals|transsexuals|women|men|girls|natives',
  `(?:black|white|brown|yellow|asian|african|arab|latino|hispanic|indigenous|aboriginal|jewish|muslim|christian|gay|trans|transgender|disabled|homeless|foreign|old|poor) ${PEOPLE}`,
  `(?:${PEOPLE}|those|everyone|everybody|anyone) (?:from|of|in) (?:his|her|their|your|that|this|such a|another|the other) (?:country|nation|religion|race|tribe|region|village|faith|caste|continent|kind|part of the world)`,
  '(?:that|his|her|their|your) (?:race|tribe|kind|people)|(?:those|these|such) people',
  'africans|americans|arabs|asians|australians|brazilians|canadians|chinese|cubans|egyptians|europeans|germans|indians|indonesians|iranians|iraqis|israelis|italians|japanese|koreans|mexicans|moroccans|nigerians|pakistanis|palestinians|romanians|russians|syrians|turks|ukrainians|vietnamese',
].join('|')

const THAN =
  '(?:no better than|worse than|(?:worth )?less than|lower than|little more than|nothing but|nothing more than)'
const LESS_THAN_HUMAN = `(?:vermin|animals|beasts|cockroaches|roaches|rats|pigs|dogs|apes|monkeys|insects|parasites|leeches|lice|maggots|worms|pests|an? (?:disease|plague|cancer|virus|infestation|pest|animals?)|filth|scum|trash|garbage|sub-?humans?|less than human|not (?:really |even )?human(?: beings)?|inhuman|worthless|savages|inferior(?: (?:race|beings|people))?|an inferior (?:race|people))`
const HOW = `(?:(?:all|just|simply|really|basically|nothing|mere|merely|like|such|so|naturally|genetically|dirty|filthy|stupid|lazy|criminal|evil|useless|disgusting|and|a bunch of|${THAN})[ ,]+)*`
const SHOULD = `(?:should|must|ought to|(?:need|have|has|deserve)s? to) (?:all )?`
const GONE = `be (?:exterminated|eliminated|eradicated|annihilated|wiped out|killed|slaughtered|driven out|gassed|shot|hanged|lynched|purged|burned|burnt|enslaved|sterili[sz]ed|put down|kept in cages)`
const NO_RIGHT = `(?:do not|don't|does not|doesn't) deserve to (?:live|exist|breathe)|(?:have|has) no right to (?:live|exist)|deserves? to (?:all )?(?:die|rot|burn|hang)|should (?:all )?(?:die|rot|hang)`
const DESTROY = `(?:kill|exterminate|eliminate|eradicate|wipe out|get rid of|gas|lynch|slaughter|drive out)`

const GROUP_JAPANESE =
  '(?:(?:あの|その|この|あいつらの)(?:国|民族|人種|宗教|地域|村)の(?:人間|人々|人たち|人達|連中|奴ら|やつら|者|人)|外国人|移民|難民|黒人|白人|黄色人種|[ァ-ヶー一-龠]{1,6}(?:人種|民族|教徒)|[中韓][国]人|朝鮮人|日本人|アジア人|アフリカ人|ユダヤ人|在日|ムスリム|障害者|障がい者|同性愛者|ゲイ|レズビアン|トランスジェンダー|ホームレス|高齢者|老人|女性?|男性?|(?:あの|その|この)(?:民族|人種|連中)|あいつら|奴ら|やつら)(?:たち|達|ども|ら)?'
const OF_THEM =
  '(?:は|も|なんて|など|って|というのは|なんか)(?:、|みんな|みな|皆|全員|全部|所詮|ただの|単なる|本当に|[^。、はがを]{1,8}で、)*'
const LESS_JAPANESE =
  '(?:害虫|寄生虫|ゴキブリ|ウジ虫|虫けら|病原菌|ばい菌|疫病|人間のくず|クズ|ゴミ|けだもの|獣|劣った(?:生き物|人種|民族|人間|存在)|劣等(?:人種|民族)?|下等(?:生物|な[^。、]{1,6})?)(?:だ|です|である|でしかな|に過ぎ|にすぎ|と同じ|と変わら|のような|以下|ども|。|$)'
const BENEATH_JAPANESE =
  '(?:(?:動物|獣|家畜|犬|豚|猿|虫|虫けら|ゴミ|人間)(?:以下|同然)|人間(?:じゃない|ではない|ではありません)|(?:生きる|生きている|存在する)(?:価値|資格|権利)(?:が|は|も|など)?(?:ない|な[くし]|ありません))'
const GONE_JAPANESE =
  '(?:皆殺し|根絶|絶滅させ|駆除|抹殺|処刑|追い出|叩き出|殺)[^。、]{0,6}(?:べき(?!で(?:は)?(?:な|あり))|しろ|せよ|せ(?:。|$)|しまえ|ばいい|ほうがいい|方がいい)|死(?:ぬべき|ねばいい|んだ(?:ほう|方)がいい)'

const HATED: readonly RegExp[] = [
  new RegExp(String.raw`\b(?:${GROUP}) (?:are|is|were) ${HOW}${LESS_THAN_HUMAN}\b`, 'iu'),
  new RegExp(String.raw`\b(?:${GROUP})\b[^.!?]{0,80}?\b(?:${SHOULD}${GONE}|${NO_RIGHT})\b`, 'iu'),
  new RegExp(
    String.raw`(?:^|[,;:] |\b(?:let's|let us|should|must|need to|have to|ought to|will) )${DESTROY} (?:all |every |of |the |those |these )*(?:${GROUP})\b`,
    'iu',
  ),
  new RegExp(GROUP_JAPANESE + OF_THEM + LESS_JAPANESE, 'u'),
  new RegExp(`${GROUP_JAPANESE}(?:は|も|なんて|など|って|なんか)[^。!?]{0,25}?${BENEATH_JAPANESE}`, 'u'),
  new RegExp(`${GROUP_JAPANESE}(?:は|も|を|なんて|など|なんか)[^。!?はが]{0,15}?(?:${GONE_JAPANESE})`, 'u'),
]
const NAMES_A_GROUP = new RegExp(String.raw`\b(?:${GROUP})\b`, 'iu')
const THEY_SHOULD_GO = new RegExp(String.raw`\bthey (?:all )?(?:${SHOULD}${GONE}|${NO_RIGHT})\b`, 'i')

const URGED =
  /(?:^|[.!?;:,]\s*|\b(?:just|go|please|should|must|now|then|and) )(?:kill|hang|drown) yourself\b|(?:^|[.!?;:]\s*|\b(?:just|please|should|must|now) )(?:end your (?:own )?life(?! (?:insurance|sentence|of|as|in|support|cycle)\b)|take your own life)\b|\bgo (?:and )?die\b|死になさい|死ね(?![るなたず])|死んで(?:ください|しまえ)|自殺し(?:なさい|ろ|てください)|首を(?:吊|つ)(?:りなさい|れ(?:。|$))|命を絶(?:ちなさい|て(?:。|$))|この世から消え(?:ろ|なさい)/i

/** Signs that a sentence does not make the attack its own. */
const REPORTED =
  /["“”「」『』]|\b(?:wrong|false|myths?|stereotypes?|racis\w+|sexis\w+|hateful|prejudice\w*|unacceptable|untrue|not true|propaganda|call(?:s|ed|ing)|sa(?:y|ys|id|ying)|claim\w*|believ\w+|think|thinks|thought|argu\w+|compar\w+|describ\w+|portray\w*|wrote|want(?:s|ed)|nazis?|hitler|regime|slurs?|insult\w*|nobody|no one|(?:should|must|can|could|would)(?:n't| not)|cannot|(?:do|did)(?:n't| not) (?!deserve)|never|if (?:you|someone|they)|urge|thoughts? of|tempted|helpline|hotline)\b|\?$|という|と(?:言|いう|述べ|主張|書|呼|考え)|差別|偏見|誤り|間違|べきでは|ナチ|ヒトラー|ヘイト|許され|いけ(?:ない|ません)|ないで|ではなく|相談|[かの]?[?？]$/i
