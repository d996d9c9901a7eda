import { changedNumbers, movedNumbers } from './changed-numbers.ts'
import { wordedSentence } from './filled-in.ts'
import { negated } from './negated.ts'

type Change = (text: string, random: () => number) => string | undefined

/**
 * Changes numbers or a name of a text, or negates it, so that the text and its twin cannot both be true. The twin is
 * made of the text's own words, so it reads like it, and a claim about the text covers the twin too. Numbers and names
 * of `material` are avoided, since they may be true of something.
 *
 * @example changedTwin('The order is delivered on 14 May.', random) // 'The order is delivered on 9 May.', or 'is not delivered'
 */
export function changedTwin(text: string, random: () => number, material = ''): string {
  const parts = sentencesOf(text)
  const longest = parts.toSorted((one, other) => other.length - one.length)[0] ?? text
  return parts.map((part) => (part === longest ? changedSentence(part, random, material) : part)).join('')
}

function changedSentence(text: string, random: () => number, material: string): string {
  // With a negation another name makes no contradiction, and with a bound another number may hold as well.
  const isBound = lowBound.test(text) || highBound.test(text)
  const changes: readonly Change[] = denies(text) ? [] : [isBound ? boundNumbers : changedNumbers, otherName]
  return firstOf([opposite, ...changes, ...negatedOnce(text)], { text, random, material }) ?? denied(text, random)
}

/** Changes everything in a reference that an answer may rest on, so that no answer can agree with both references. */
export function changedReference(text: string, random: () => number, material = ''): string {
  const isShort = [...text].length <= (isWide(text) ? 24 : 60) && !/\p{Ll}{3}[.!?]\s+\S|[。！？]\s*\S/u.test(text)
  if (isShort) {
    const changes: readonly Change[] = denies(text) ? [] : [opposite, otherThing, changedNumbers]
    return firstOf([...changes, ...negatedOnce(text)], { text, random, material }) ?? denied(text, random)
  }
  return (
    sentencesOf(text)
      // An answer may need any single part of a sentence that says several things, so the whole of it is denied.
      .map((sentence) => {
        const saysOneThing = !/[,;:、，]|\band\b|\bund\b/u.test(sentence.trim())
        return (saysOneThing ? negatedOnce(sentence)[0]?.(sentence, random) : undefined) ?? denied(sentence, random)
      })
      .join('')
  )
}

/** With a negation two different numbers can both be true, so changing one makes no contradiction. */
function denies(text: string): boolean {
  return /\b(?:not|no|never|without|nothing|nobody|cannot|nicht|kein\p{L}*|ne|pas|sin|nunca)\b|n['’]t\b|ない|ません|不|没|(?<!\p{L})не(?!\p{L})/iu.test(
    text,
  )
}

/** “At least ten” is true whenever “at least twenty” is, so a bound moves in the direction in which it claims more. */
function boundNumbers(text: string, random: () => number): string | undefined {
  const [isLow, isHigh] = [lowBound.test(text), highBound.test(text)]
  return isLow && isHigh ? undefined : movedNumbers(text, isLow ? 1 : -1, random)
}

const lowBound =
  /\b(?:at least|(?:more|higher|longer|older|later|rather|greater|bigger|better) than|up to|over|above|exceed\w*|within|minimum|min|until|after|mindestens|über|bis|innerhalb|nach|plus de|au moins|sous|jusqu|más de|hasta)\b|[>≥]|以上|以内|以外|超|まで|より|至少|以後|以降|以后/iu
const highBound =
  /\b(?:at most|no more than|(?:less|fewer|lower|shorter|younger|smaller) than|prior to|under|below|maximum|max|before|since|by|höchstens|unter|vor|moins de|au plus|avant|menos de)\b|[<≤]|以下|未満|までに|最多|以前/iu

/** A sentence is not negated when it and its negation may both be true, or when only a part of it would be negated. */
function negatedOnce(text: string): readonly Change[] {
  return /\b(?:some|many|several|few|sometimes|often|usually|generally|partly|both|only|if|unless|whether|when|(?<!\d )may(?! \d)|might|or|either|just|merely|simply|even|manche|einige|oft|wenn|falls|quelques|parfois|si|algunos|aunque)\b|場合|たり|こともあ|かもしれ|なければ|ねば|てはな|すぎ|かまい|構い|など|一部|だけ|如果|有些|可能/iu.test(
    text,
  )
    ? []
    : [negated]
}

type Changing = { readonly text: string; readonly random: () => number; readonly material: string }

function firstOf(changes: readonly Change[], { text, random, material }: Changing): string | undefined {
  for (const change of changes) {
    for (let tries = 0; tries < 8; tries += 1) {
      const changed = change(text, random)
      if (changed !== undefined && changed !== text && !mayHold(changed, text, material)) return changed
    }
  }
  return undefined
}

/** Returns true when something that was put in also stands in the material, so that the changed text may be true. */
function mayHold(changed: string, text: string, material: string): boolean {
  const own = new Set(figuresIn(text))
  const fresh = figuresIn(changed).filter((figure) => !own.has(figure))
  const stand = new Set(figuresIn(material))
  return fresh.some((figure) => stand.has(figure))
}

function figuresIn(text: string): readonly string[] {
  return (text.match(/\d+|\p{Lu}\p{L}+|[\p{sc=Katakana}ー]{3,}|\p{sc=Han}/gu) ?? []).map((one) =>
    one.replace(/^0+(?=\d)/, ''),
  )
}

const opposites = (
  'yes/no true/false valid/invalid possible/impossible allowed/forbidden はい/いいえ 可能/不可能 必要/不要 可/不可 有/無 是/否 ' +
  'ja/nein oui/non sí/no'
)
  .split(' ')
  .map((pair) => pair.split('/'))

function opposite(text: string): string | undefined {
  const plain = text
    .trim()
    .replace(/[.。!！]$/u, '')
    .toLowerCase()
  const found = opposites.flatMap(([one, other]) => (plain === one ? [other] : plain === other ? [one] : []))[0]
  if (found === undefined) return undefined
  return /^\p{Lu}/u.test(text.trim()) ? found.replace(/^./u, (letter) => letter.toUpperCase()) : found
}

// The lists are long and varied, so that no word gives a decoy away.
const names = (
  'Lusaka Tromsø Montevideo Hobart Gaziantep Vilnius Okafor Lindqvist Moreno Kowalczyk Haddad Petrov Altamira ' +
  'Kestrel Verbena Bergamo Cardiff Dakar Edirne Fukuoka Galway Hartmann Ibarra Jovanovic Kisumu Leipzig Marrakesh Novak ' +
  'Odense Papadakis Quito Rotterdam Santorini Tampere Ulsan Valparaiso Winnipeg Xiamen Yerevan Zagreb'
).split(' ')
const things = (
  'a granite quarry,the second violin,copper wire,a ferry to the islands,sheep farming,the night porter,a wooden bridge,' +
  'dried apricots,the glass roof,a swimming pool,barley soup,the left wing,an oil painting,winter tyres,the postal service,' +
  'a brass key,marble dust,the choir,goat cheese,a lighthouse,the tax office,linen curtains,a bicycle pump,salt mines,' +
  'the harbour master,a steam engine,peat bogs,the upper deck,cinnamon,a stone wall,the ticket counter,felt hats,a canal lock,' +
  'the kitchen garden,amber beads,a snow plough,the ballroom,river pebbles,a fishing net,the clock tower'
).split(',')
const wideNames = (
  'モンテビデオ ルサカ トロムソ ビリニュス ホバート リンドクヴィスト モレノ アルタミラ カーディフ ダカール ガルウェイ ' +
  'ハルトマン イバラ キスム ライプツィヒ マラケシュ ノヴァク オーデンセ キト ロッテルダム タンペレ ウルサン ザグレブ エレバン'
).split(' ')
const wideThings = (
  '石切り場 第二バイオリン 銅線 渡し船 羊の放牧 夜間受付 木の橋 干し杏 ガラスの屋根 市民プール 麦のスープ 油絵 冬用タイヤ ' +
  '真鍮の鍵 合唱団 山羊のチーズ 灯台 税務署 麻のカーテン 空気入れ 岩塩 港湾長 蒸気機関 泥炭地 上の甲板 石垣 切符売り場 運河 家庭菜園 琥珀 ' +
  '除雪車 舞踏室 漁網 時計塔'
).split(' ')

function otherThing(text: string, random: () => number): string | undefined {
  const plain = text.trim()
  // A phrase with a number gets another number instead.
  if (/\d/.test(plain) && !/\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+/u.test(plain)) return undefined
  if (isWide(plain)) {
    if (/[るたすいだ]$|(?:です|ます|ない)[。]?$/u.test(plain)) return undefined
    return chosen(/^[\p{sc=Katakana}ー・]+$/u.test(plain) ? wideNames : wideThings, plain, random)
  }
  if (!/^[\p{sc=Latin}\p{M}\d\s,.'’()&/-]+$/u.test(plain) || finiteVerb.test(plain)) return undefined
  if (/\p{Ll}{3}[.!?]$/u.test(plain) || plain.split(/\s+/).length > 6) return undefined
  return chosen(/^\p{Lu}/u.test(plain) && !/^(?:The|An?)\s+\p{Ll}/u.test(plain) ? names : things, plain, random)
}

const finiteVerb =
  /\b(?:is|are|was|were|be|has|have|had|will|can|may|must|should|does|do|did|ist|sind|est|sont|es|son)\b/i

function otherName(text: string, random: () => number): string | undefined {
  const own = [...text.matchAll(/(?<=[\p{Ll}\d,] )\p{Lu}\p{Ll}{2,}(?!\p{L})(?: \p{Lu}\p{Ll}{2,}(?!\p{L}))*/gu)].at(-1)
  if (own !== undefined)
    return text.slice(0, own.index) + chosen(names, own[0], random) + text.slice(own.index + own[0].length)
  const wide = [...text.matchAll(/[\p{sc=Katakana}ー]{3,}/gu)].at(-1)
  if (wide === undefined) return undefined
  return text.slice(0, wide.index) + chosen(wideNames, wide[0], random) + text.slice(wide.index + wide[0].length)
}

function chosen(from: readonly string[], except: string, random: () => number): string {
  const others = from.filter((name) => name !== except)
  return others[Math.floor(random() * others.length)] ?? ''
}

const isFalse = {
  said: 'というのは|との説明は|という記述は|とするのは|という見方は|との主張は|という話は',
  wrong: '誤り|間違い|事実ではない|正しくない|事実に反する|不正確|当てはまらない',
}
const denials = {
  wideSentence: { forms: ['{text}{said}{wrong}'], words: isFalse },
  wide: {
    forms: ['{text}{isNot}', '{text}{said}{wrong}'],
    words: { isNot: 'ではない|ではありません|以外|を除く|ではあり得ない|のはずがない', ...isFalse },
  },
  phrase: {
    forms: ['{not} {text}', '{text} {never}'],
    words: {
      not: 'not|anything but|everything except|by no means|nothing like|other than|none of|never',
      never: 'is wrong|is not right|is out of the question|is excluded|is untrue|does not apply',
    },
  },
  sentence: {
    forms: ['{It} {wrong} that {text}', '{Not} that {text}'],
    words: {
      It: 'It is|It was|It is simply|It proves|It turns out',
      wrong: 'untrue|wrong|false|incorrect|a mistake|inaccurate|mistaken|an error|a misreading',
      Not: 'It is not so|It is not the case|It does not hold|There is no way|It cannot be|It never was so',
    },
  },
  unknown: {
    forms: ['{Wrong}: {text}', '{text} – {that} {wrong}'],
    words: {
      Wrong: 'Not so|Not true|Not the case|Not a fact|Not right|Never so|Not at all',
      that: 'that is|which is|this is|and that is|it is|but that is',
      wrong: 'not so|not true|not the case|not right|not a fact|not what is so|never so',
    },
  },
} as const

/** Denies the text as a whole, when nothing in it can be changed. */
function denied(text: string, random: () => number): string {
  const trimmed = text.trim()
  const bare = trimmed.replace(/[.。]$/u, '')
  const kind = kindOf(trimmed)
  const inside =
    kind === 'sentence'
      ? bare.replace(/^(?:The|An?|It|This|There|You|We|They|He|She|All|No)\b/, (word) => word.toLowerCase())
      : bare
  return (
    wordedSentence(denials[kind], random, { text: inside }) +
    trimmed.slice(bare.length) +
    (/(?<!\s)\s*$/u.exec(text)?.[0] ?? '')
  )
}

function kindOf(text: string): keyof typeof denials {
  if (isWide(text)) return /[。！？]$|(?:ます|です|[ただるいんう])$/u.test(text) ? 'wideSentence' : 'wide'
  if (finiteVerb.test(text)) return 'sentence'
  return /[.!?]$|\s\S+\s\S+\s\S+\s/u.test(text) ? 'unknown' : 'phrase'
}

function sentencesOf(text: string): readonly string[] {
  // A letter followed by a full stop is an abbreviation.
  return text.split(
    /(?=\S)(?<=(?<!(?<!\p{L})\p{L}|\b(?:Mr|Mrs|Ms|Dr|St|No|vs|Jan|Feb|Mar|Apr|Aug|Sept?|Oct|Nov|Dec))[.!?]\s+|[。！？\n]\s*)/u,
  )
}

function isWide(text: string): boolean {
  return /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text)
}
