/** Adds a negation to a sentence, or removes the one that it has; undefined when its form is not known. */
export function negated(text: string, _random: () => number): string | undefined {
  for (const [pattern, replacement] of formsOf(text)) {
    const changed = text.replace(pattern, replacement)
    if (changed !== text) return changed
  }
  return undefined
}

type NegatedForm = readonly [RegExp, string]

function formsOf(text: string): readonly NegatedForm[] {
  if (/[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text)) return japanese
  if (/\p{sc=Han}/u.test(text)) return chinese
  if (/\p{sc=Cyrillic}/u.test(text)) return russian
  if (/\b(?:the|of|and|it|they|he|she)\b/i.test(text)) return english
  if (/\b(?:der|die|das|und|ein|eine|nicht|ist|sind)\b/i.test(text)) return german
  if (/\b(?:le|les|des|est|sont|une|du)\b|[çœ]/i.test(text)) return french
  if (/\b(?:el|los|las|una|es|está|son|para)\b|[ñ¿¡]/i.test(text)) return spanish
  return english
}

const english: readonly NegatedForm[] = [
  [/\b(can|is|are|was|were|does|do|did|should|could|would|has|have|had)n?['’]t\b/i, '$1'],
  [/\bwon['’]t\b/i, 'will'],
  [/\b(is|are|was|were|will|can|could|should|must|has|have|had|does|do|did|would) not\b/i, '$1'],
  [/\bcannot\b/i, 'can'],
  [/\bnever\b(?!-)/i, 'always'],
  [/\bwithout\b/i, 'with'],
  [/\bno longer\b/i, 'still'],
  [/\bnothing\b/i, 'everything'],
  [/\b(nobody|no one)\b/i, 'everybody'],
  [/\bno (?=[a-z])/, 'some '],
  [/(?<=\S\s)\b(is|are|was|were|will|can|could|should|must|would)\b(?! not)/, '$1 not'],
  [/(?<=\S\s)\b(has|have|had|does|do|did)\b(?! not)/, '$1 not'],
]

// These match at the end of a sentence, the longer forms first.
const japanese: readonly NegatedForm[] = [
  [/ではありません(?=[。！\s]*$)/u, 'です'],
  [/ではない(?=[。！\s]*$)/u, 'である'],
  [/ませんでした(?=[。！\s]*$)/u, 'ました'],
  [/ません(?=[。！\s]*$)/u, 'ます'],
  [/ました(?=[。！\s]*$)/u, 'ませんでした'],
  [/ます(?=[。！\s]*$)/u, 'ません'],
  [/でした(?=[。！\s]*$)/u, 'ではありませんでした'],
  [/です(?=[。！\s]*$)/u, 'ではありません'],
  [/である(?=[。！\s]*$)/u, 'ではない'],
  [/しない(?=[。！\s]*$)/u, 'する'],
  [/する(?=[。！\s]*$)/u, 'しない'],
  [/(?<=\p{sc=Han}{2})した(?=[。！\s]*$)/u, 'しなかった'],
  [/(でき|られ|され|てい)る(?=[。！\s]*$)/u, '$1ない'],
  [/(でき|られ|され|てい)ない(?=[。！\s]*$)/u, '$1る'],
  [/(?<!ん)だ(?=[。！\s]*$)/u, 'ではない'],
]

const chinese: readonly NegatedForm[] = [
  [/不(是|可以|能|会|需要|在)/u, '$1'],
  [/没有/u, '有'],
  [/(可以|需要|能够|会(?![议計计员員长長场場社]))/u, '不$1'],
  [/是/u, '不是'],
  [/(?<!没)有/u, '没有'],
]

const russian: readonly NegatedForm[] = [
  [/(?<!\p{L})не (?=\p{L})/u, ''],
  [/(?<=\s)(является|может|должен|должна|должны|можно|нужно|будет|был|была|были)(?!\p{L})/u, 'не $1'],
]

const german: readonly NegatedForm[] = [
  [/\bnicht /i, ''],
  [/\bkein(e[nmrs]?)? /i, 'ein$1 '],
  [/(?<=\S\s)\b(ist|sind|war|waren|wird|werden|kann|können|muss|müssen|darf|dürfen|hat|haben)\b(?! nicht)/, '$1 nicht'],
]

const french: readonly NegatedForm[] = [
  [/\bn(?:e |['’])(\p{L}+) (?:pas|plus|jamais)\b/iu, '$1'],
  [/(?<=\S\s)(est|était|a|ont|avait)(?= )/, "n'$1 pas"],
  [/(?<=\S\s)(sont|peut|peuvent|doit|doivent|sera|seront|fait|font)(?= )/, 'ne $1 pas'],
]

const spanish: readonly NegatedForm[] = [
  [/(?<=\s)no (?=\p{L})/iu, ''],
  [/(?<=\S\s)(es|está|son|están|era|fue|puede|pueden|debe|deben|tiene|tienen|hay|será)(?= )/, 'no $1'],
]
