/**
 * The Porter stemmer (M. F. Porter, "An algorithm for suffix stripping", Program 14(3), 1980) with NLTK's extensions:
 * a pool of irregular words, and a few rules that differ from the publication. Expects a lower-case word; letters
 * beyond a–z and digits count as consonants.
 *
 * @example stem('happiness') // 'happi'
 */
export function stem(word: string): string {
  // In V8, a substring of more than 12 characters keeps its whole source text in memory, so it is not cached.
  if (word.length > 12) return computeStem(word)
  const known = stems.get(word)
  if (known !== undefined) return known
  const computed = computeStem(word)
  if (stems.size >= MAX_REMEMBERED) stems.clear()
  stems.set(word, computed)
  return computed
}

const MAX_REMEMBERED = 20_000
const stems = new Map<string, string>()

function computeStem(word: string): string {
  const irregular = IRREGULAR.get(word)
  if (irregular !== undefined) return irregular
  if (word.length <= 2) return word
  return [
    dropPlural,
    dropPastAndGerund,
    turnFinalY,
    shortenDoubleSuffix,
    shortenAdjectiveSuffix,
    dropSuffix,
    dropFinalE,
    dropDoubleL,
  ].reduce((current, step) => step(current), word)
}

const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ['sky', 'sky'],
  ['skies', 'sky'],
  ['dying', 'die'],
  ['lying', 'lie'],
  ['tying', 'tie'],
  ['news', 'news'],
  ['inning', 'inning'],
  ['innings', 'inning'],
  ['outing', 'outing'],
  ['outings', 'outing'],
  ['canning', 'canning'],
  ['cannings', 'canning'],
  ['howe', 'howe'],
  ['proceed', 'proceed'],
  ['exceed', 'exceed'],
  ['succeed', 'succeed'],
])

/** Step 1a. NLTK: a word of four letters keeps its e (ties → tie). */
function dropPlural(word: string): string {
  if (word.endsWith('sses')) return word.slice(0, -2)
  if (word.endsWith('ies')) return word.slice(0, word.length === 4 ? -1 : -2)
  if (word.endsWith('ss') || !word.endsWith('s')) return word
  return word.slice(0, -1)
}

/** Step 1b. NLTK: `-ied` as `-ies` above (died → die, cried → cri). */
function dropPastAndGerund(word: string): string {
  if (word.endsWith('ied')) return word.slice(0, word.length === 4 ? -1 : -2)
  if (word.endsWith('eed')) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word
  for (const suffix of ['ed', 'ing']) {
    if (!word.endsWith(suffix)) continue
    const rest = word.slice(0, -suffix.length)
    if (hasVowel(rest)) return restoreEnding(rest)
  }
  return word
}

/** Restores the ending left by `-ed` and `-ing`: hop, file, conflate. */
function restoreEnding(word: string): string {
  if (word.endsWith('at') || word.endsWith('bl') || word.endsWith('iz')) return `${word}e`
  if (endsInDoubleConsonant(word)) return /[lsz]$/.test(word) ? word : word.slice(0, -1)
  return measure(word) === 1 && endsShort(word) ? `${word}e` : word
}

/** Step 1c. NLTK: only after a consonant, and not in words of two letters (enjoy, say and by stay). */
function turnFinalY(word: string): string {
  const rest = word.slice(0, -1)
  return word.endsWith('y') && rest.length > 1 && isConsonant(rest, rest.length - 1) ? `${rest}i` : word
}

/** Step 2. NLTK: `-alli` first, repeated on the result; `-bli`, `-fulli` and `-logi` are additions. */
function shortenDoubleSuffix(word: string): string {
  if (word.endsWith('alli') && measure(word.slice(0, -4)) > 0) return shortenDoubleSuffix(word.slice(0, -2))
  // The l counts as part of the stem, so that geology is treated like archaeology.
  if (word.endsWith('logi')) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word
  return replaceSuffix(word, DOUBLE_SUFFIXES, 1)
}

/** Step 3. */
function shortenAdjectiveSuffix(word: string): string {
  return replaceSuffix(word, ADJECTIVE_SUFFIXES, 1)
}

/** Step 4. */
function dropSuffix(word: string): string {
  if (word.endsWith('ion')) {
    const rest = word.slice(0, -3)
    return measure(rest) > 1 && /[st]$/.test(rest) ? rest : word
  }
  return replaceSuffix(word, LAST_SUFFIXES, 2)
}

/** Step 5a. */
function dropFinalE(word: string): string {
  if (!word.endsWith('e')) return word
  const rest = word.slice(0, -1)
  const vowelGroups = measure(rest)
  return vowelGroups > 1 || (vowelGroups === 1 && !endsShort(rest)) ? rest : word
}

/** Step 5b. */
function dropDoubleL(word: string): string {
  return word.endsWith('ll') && measure(word.slice(0, -1)) > 1 ? word.slice(0, -1) : word
}

type SuffixRule = readonly [suffix: string, replacement: string]

const DOUBLE_SUFFIXES: readonly SuffixRule[] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['bli', 'ble'],
  ['alli', 'al'],
  ['entli', 'ent'],
  ['eli', 'e'],
  ['ousli', 'ous'],
  ['ization', 'ize'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alism', 'al'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
  ['fulli', 'ful'],
]

const ADJECTIVE_SUFFIXES: readonly SuffixRule[] = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ful', ''],
  ['ness', ''],
]

const LAST_SUFFIXES: readonly SuffixRule[] = [
  'al',
  'ance',
  'ence',
  'er',
  'ic',
  'able',
  'ible',
  'ant',
  'ement',
  'ment',
  'ent',
  'ou',
  'ism',
  'ate',
  'iti',
  'ous',
  'ive',
  'ize',
].map((suffix) => [suffix, ''])

/** Applies the first matching suffix only, even if the remaining stem is too short for its rule. */
function replaceSuffix(word: string, rules: readonly SuffixRule[], minMeasure: number): string {
  const rule = rules.find(([suffix]) => word.endsWith(suffix))
  if (rule === undefined) return word
  const [suffix, replacement] = rule
  const rest = word.slice(0, word.length - suffix.length)
  return measure(rest) >= minMeasure ? rest + replacement : word
}

/** Porter's m: the number of vowel-consonant sequences. */
function measure(word: string): number {
  let changes = 0
  let afterVowel = false
  for (let index = 0; index < word.length; index += 1) {
    const vowel = isVowel(word.charCodeAt(index), index > 0 && !afterVowel)
    if (afterVowel && !vowel) changes += 1
    afterVowel = vowel
  }
  return changes
}

function hasVowel(word: string): boolean {
  // An initial y is a consonant; a later one counts as a vowel unless it follows a vowel.
  return /[aeiou]|.y/.test(word)
}

function isConsonant(word: string, index: number): boolean {
  // A y depends on the letter before it, back to the first letter that is not y.
  let start = index
  while (start > 0 && word.charCodeAt(start) === LETTER_Y) start -= 1
  let vowel = isVowel(word.charCodeAt(start), false)
  for (let at = start + 1; at <= index; at += 1) vowel = isVowel(word.charCodeAt(at), !vowel)
  return !vowel
}

const LETTER_Y = 0x79

function isVowel(letter: number, afterConsonant: boolean): boolean {
  switch (letter) {
    case 0x61: // a
    case 0x65: // e
    case 0x69: // i
    case 0x6f: // o
    case 0x75: // u
      return true
    default:
      return letter === LETTER_Y && afterConsonant
  }
}

function endsInDoubleConsonant(word: string): boolean {
  return word.length >= 2 && word.at(-1) === word.at(-2) && isConsonant(word, word.length - 1)
}

/** Porter's *o: ends in consonant, vowel, consonant other than w, x, y; NLTK adds words of a vowel and a consonant. */
function endsShort(word: string): boolean {
  const { length } = word
  if (length === 2) return !isConsonant(word, 0) && isConsonant(word, 1)
  return (
    length >= 3 &&
    isConsonant(word, length - 3) &&
    !isConsonant(word, length - 2) &&
    isConsonant(word, length - 1) &&
    !/[wxy]$/.test(word)
  )
}
