import { foldCharacters } from './plain-text.ts'

/** Returns whether a text expresses doubt or ignorance: `might`, `I guess`, おそらく, かもしれない. */
export function isUnsure(text: string): boolean {
  const folded = foldCharacters(text)
  return UNSURE.test(folded) || UNSURE_JAPANESE.test(folded) || IGNORANT.test(folded)
}

/** Returns whether a text says something only under a condition, or as somebody's claim or denial. */
export function isConditional(text: string): boolean {
  return CONDITIONAL.test(foldCharacters(text))
}

/** Returns whether a statement says "may" where the other one states a fact. */
export function saysMay(statement: string, other: string): boolean {
  const [folded, beside] = [foldCharacters(statement), foldCharacters(other)]
  return ALLOWED.test(folded) && !ALLOWED.test(beside) && !MODAL.test(beside)
}

/** Returns whether two statements name different places of one scale, as "all" and "most" or "must" and "may" are. */
export function isElsewhereOnScale(one: string, other: string): boolean {
  const [folded, beside] = [foldCharacters(one), foldCharacters(other)]
  if (RESERVES.some((words) => words.test(folded) !== words.test(beside))) return true
  return SCALES.some((places) => {
    const ours = places.filter((place) => place.test(folded))
    return ours.length > 0 && places.some((place) => place.test(beside)) && !ours.some((place) => place.test(beside))
  })
}

/** Returns whether only the first statement is about the past, as "it was Acme until 2019" is. */
export function saysFormerly(statement: string, other: string): boolean {
  const [folded, beside] = [foldCharacters(statement), foldCharacters(other)]
  // The verb must be in the past: what "is so until 2040" is still so.
  const [, year] = (PAST.test(folded) && UNTIL_YEAR.exec(folded)) || []
  return (FORMER.test(folded) && !FORMER.test(beside)) || (year !== undefined && !beside.includes(year))
}

/** Returns whether the first statement announces what the other one says is done: "will be issued" and "was issued". */
export function saysLater(statement: string, other: string): boolean {
  const [folded, beside] = [foldCharacters(statement).trim(), foldCharacters(other).trim()]
  return (
    (DONE.test(beside) && LATER.test(folded) && !LATER.test(beside)) ||
    (DONE_JAPANESE.test(beside) && LATER_JAPANESE.test(folded))
  )
}

// "You have 30 days" is not done.
const DONE =
  /\b(?:had|was|were|did|ha(?:ve|s) (?:already |now |just |also )?(?:been|done|made|sent|paid|given|taken|written|chosen|sold|bought|found|\w{2,}ed))\b/i
const LATER = /\b(?:will|shall|(?:is|are|am) going to)\b|\w'll\b/i
const DONE_JAPANESE = /た(?:です)?[。.]?$/
const LATER_JAPANESE = /(?:予定(?:です)?|(?<!い|あ|おり)ます|(?<![てで]い|あ)る)[。.]?$/
const CONDITIONAL =
  /\b(?:if(?! you (?:have|need) (?:any |further |more |other )*(?:questions?|concerns?|help|assistance|anything)\b)|unless|provided that|den(?:y|ies|ied) (?:that|having)|claims? that|claimed that|rumou?r\w*)\b|場合(?:は|に|、)|もし|(?:であれば|ならば|たら)、|を否定し|噂|うわさ/i
// Only in lower case, because May is also a month.
const ALLOWED = /\bmay (?:not |also |only )?[a-z]/
const MODAL = /\b(?:might|can|could|possibl[ey]|allow\w*|permit\w*)\b/i
const SCALES: readonly (readonly RegExp[])[] = [
  [
    /\b(?:all|every|each|both|always|everyone|everybody)\b|すべて|全て|全員|全部|必ず|常に|両方/i,
    /\b(?:most|mostly|usually|often)\b|ほとんど|たいてい|多く/i,
    /\b(?:some|several|certain|sometimes|few|one|once)\b|一部|いくつか|時々|片方/i,
  ],
  [
    /\b(?:must|shall|(?:have|has|need|needs) to|needs?|requires?|required)\b|なければな|必要/i,
    /\bshould\b|べき/i,
    /\b(?:can|could|might)\b|\bmay (?:not |also |only )?[a-z]|ても(?:よ|良|い)|でき/,
  ],
  [/\bor\b|または|あるいは/i, /\band\b|および|及び/i],
]
/** Words that take something away from a statement that has them: "only admins", "the second largest". */
const RESERVES: readonly RegExp[] = [
  /\bonly (?!an?\b|one\b|two\b|\d)|(?<=[\p{Script=Han}\p{Script=Katakana}ー])(?:だけ|のみ|しか)/iu,
  /\b(?:second|third|\dnd|\drd|\dth)[ -](?:most|[a-z]+est)\b|[二三四2-9]番目に/i,
]
const FORMER =
  /(?<!\b(?:be|is|are|was|were|been|being|gets?|and|or),? )\bused to (?:be|have|cost|live|work|take|last|need|require|include|offer|open|close|allow|support|charge|belong|own|sell)\b|\bno longer\b|[;,] (?:but )?now (?:it|the|is)\b|以前は|かつては/i
const PAST = /\b(?:was|were|had)\b/i
const UNTIL_YEAR = /\buntil ((?:19|20)\d\d)\b/i
const UNSURE = new RegExp(
  [
    String.raw`\b(?:maybe|perhaps|possibly|probably|presumably|conceivably|might|could (?:be|have been)|not (?:sure|certain)|unsure|uncertain|unclear|i (?:would )?guess|my (?:best )?guess|i suppose|i assume|some (?:say|believe|think|claim)|(?:most |very |quite )?likely (?:to be|to have|be|is|was|were|are|in|on|at|the|a|an|it)|(?:is|was|were|are|most|very|seems) (?:quite |very )?likely|if i (?:remember|recall)|hard to (?:say|tell)|there is a (?:chance|possibility))\b`,
    // `May be returned` is a permission.
    String.raw`\bmay (?:well |also )?(?:be|have)\b(?! (?:\w+ed|sold|bought|paid|sent|made|taken|held|kept|put|given|worn|brought|used)\b)`,
  ].join('|'),
  'i',
)
const UNSURE_JAPANESE =
  /たぶん|多分|おそらく|恐らく|もしか(?:し|する)|ひょっとし|かもし(?:れ|ん)|かも(?:[。、!?\s]|$)|でしょう|だろう|ではないか|じゃないか|可能性(?:が|も)|はず(?:です|だ|で|。|$)|と(?:思われ|見られ|推測|推定)|らしい(?:です|。|$)|自信(?:は|が)(?:な|あり)|確信(?:は|が)(?:な|あり|持て)|定かで(?:は)?(?:な|あり)|はっきりし(?:な|ま)|気がし/
const IGNORANT =
  /\bi (?:do not|don't|cannot|can't) (?:really |actually |exactly )?(?:know|remember|recall|say for (?:sure|certain))\b|\b(?:no idea|not (?:entirely |completely |really |quite |100 ?% )?(?:sure|certain))\b|\b(?:unsure|uncertain)\b|(?:分か|わか|判|解)(?:りません|らない|りかね)|知りません|存じません|不明です/i
