import { foldCharacters } from './plain-text.ts'

/** Counts negations, except `not only` and Japanese forms that only look negative (`かもしれない`). */
export function countNegations(text: string): number {
  const folded = foldCharacters(text).toLowerCase()
  return (
    countMatches(folded.replace(ENGLISH_LOOKALIKES, ' '), ENGLISH) +
    countMatches(folded.replace(JAPANESE_LOOKALIKES, ' '), JAPANESE)
  )
}

export function isNegation(word: string): boolean {
  return NEGATION.test(word)
}

const NEGATION =
  /^(?:not|no|never|neither|nor|none|cannot|without|\w+n't|(?:is|are|was|were|do|does|did|has|have|had|would|could|should)nt|ない|なく|なかっ\p{Script=Hiragana}*|しない|せん|ません)$/u
const ENGLISH =
  /\b(?:not|no|never|neither|nor|none|nobody|nothing|nowhere|cannot|without|unable|fail(?:s|ed)? to|refus(?:es|ed) to|lacks?|hardly|barely|stop(?:s|ped)? \w+ing|except)\b|(?:n't|\b(?:is|are|was|were|do|does|did|has|have|had|would|could|should)nt)\b/g
const ENGLISH_LOOKALIKES =
  /\bnot only\b|\bno\. ?\d|\bnot to mention\b|\bwhether or not\b|\bno doubt\b|\bno later than\b|\bno more than\b|\bno less than\b/g
const JAPANESE =
  /ません|ない(?!か[とも])|なかっ|なく(?!ては|ても|なっ)|ず(?:に|、|。|$)|ぬ(?:。|$)|無い|無し|なし(?:。|で|に|の|、|$)|不(?:可能?|要|許可|正解|合格|採用|参加|使用|一致|承認|同意|成立)|非(?:[公課正対同]|会員)|未(?![来明亡曾曽])\p{Script=Han}|禁止|(?<=\p{Script=Han}{2})(?<![内海郊屋野戸意案例])外(?!\p{Script=Han})/gu
const JAPANESE_LOOKALIKES =
  /かもしれ(?:ない|ません)|(?:なければ|なくては)(?:な[らり]|いけ)(?:ない|ません)|ざるを得(?:ない|ません)|だけで(?:は)?なく|のみならず|に違い(?:ない|ありません)|少なくない|間違いない|まちがいない|ではないでしょうか|ませんか|(?:くださ|下さ)い/g

function countMatches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}
