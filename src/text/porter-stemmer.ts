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
  return word.length <= 2 ? word : STEPS.reduce((current, step) => step(current), word)
}

const IRREGULAR = new Map(
  pairs(
    'sky sky, skies sky, dying die, lying lie, tying tie, news news, inning inning, innings inning, outing outing',
    'outings outing, canning canning, cannings canning, howe howe, proceed proceed, exceed exceed, succeed succeed',
  ),
)

const STEPS: readonly ((word: string) => string)[] = [
  // Step 1a. NLTK: a word of four letters keeps its e (ties → tie).
  (word) =>
    word.endsWith('ies') ? shortIe(word) : word.endsWith('s') ? word.replace(/(?:(?<=ss)e|(?<!s))s$/, '') : word,
  dropPastAndGerund,
  // Step 1c. NLTK: only after a consonant, and not in words of two letters (enjoy, say and by stay).
  (word) => (word.endsWith('y') && word.length > 2 && /c.$/.test(formOf(word)) ? `${word.slice(0, -1)}i` : word),
  shortenDoubleSuffix,
  // Step 3.
  (word) => replaceSuffix(word, ADJECTIVE_SUFFIXES, 1),
  dropLastSuffix,
  dropFinalE,
  // Step 5b.
  (word) => (word.endsWith('ll') && measure(word.slice(0, -1)) > 1 ? word.slice(0, -1) : word),
]

function shortIe(word: string): string {
  return word.slice(0, word.length === 4 ? -1 : -2)
}

/** Step 1b. NLTK: `-ied` as `-ies` above (died → die, cried → cri). */
function dropPastAndGerund(word: string): string {
  if (word.endsWith('ied')) return shortIe(word)
  if (word.endsWith('eed')) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word
  const rest = word.slice(0, word.endsWith('ing') ? -3 : word.endsWith('ed') ? -2 : 0)
  return rest !== '' && formOf(rest).includes('v') ? restoreEnding(rest) : word
}

/** Restores the ending left by `-ed` and `-ing`: hop, file, conflate. */
function restoreEnding(word: string): string {
  if (/(?:at|bl|iz)$/.test(word)) return `${word}e`
  if (/(.)\1$/s.test(word) && formOf(word).endsWith('c')) return /[lsz]$/.test(word) ? word : word.slice(0, -1)
  return measure(word) === 1 && endsShort(word) ? `${word}e` : word
}

/** Step 2. NLTK: `-alli` first, repeated on the result; `-bli`, `-fulli` and `-logi` are additions. */
function shortenDoubleSuffix(word: string): string {
  if (word.endsWith('alli') && measure(word.slice(0, -4)) > 0) return shortenDoubleSuffix(word.slice(0, -2))
  // The l counts as part of the stem, so that geology is treated like archaeology.
  if (word.endsWith('logi')) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word
  return replaceSuffix(word, DOUBLE_SUFFIXES, 1)
}

/** Step 4. */
function dropLastSuffix(word: string): string {
  if (!word.endsWith('ion')) return replaceSuffix(word, LAST_SUFFIXES, 2)
  return /[st]ion$/.test(word) && measure(word.slice(0, -3)) > 1 ? word.slice(0, -3) : word
}

/** Step 5a. */
function dropFinalE(word: string): string {
  if (!word.endsWith('e')) return word
  const rest = word.slice(0, -1)
  const vowelGroups = measure(rest)
  return vowelGroups > 1 || (vowelGroups === 1 && !endsShort(rest)) ? rest : word
}

const DOUBLE_SUFFIXES = pairs(
  'ational ate, tional tion, enci ence, anci ance, izer ize, bli ble, alli al, entli ent, eli e, ousli ous',
  'ization ize, ation ate, ator ate, alism al, iveness ive, fulness ful, ousness ous, aliti al, iviti ive, biliti ble',
  'fulli ful',
)
const ADJECTIVE_SUFFIXES = pairs('icate ic, ative , alize al, iciti ic, ical ic, ful , ness ')
const LAST_SUFFIXES = pairs(
  'al , ance , ence , er , ic , able , ible , ant , ement , ment , ent , ou , ism , ate , iti , ous , ive , ize ',
)

function pairs(...lines: readonly string[]): readonly (readonly [string, string])[] {
  return lines.flatMap((line) => line.split(', ')).map((pair) => pair.split(' ') as [string, string]) // as written here
}

/** Applies the first matching suffix only, even if the remaining stem is too short for its rule. */
function replaceSuffix(word: string, rules: ReturnType<typeof pairs>, minMeasure: number): string {
  const [suffix, replacement] = rules.find(([end]) => word.endsWith(end)) ?? ['', '']
  if (suffix === '') return word
  const rest = word.slice(0, -suffix.length)
  return measure(rest) >= minMeasure ? rest + replacement : word
}

/** Porter's m: the number of vowel-consonant sequences. */
function measure(word: string): number {
  return formOf(word).split('vc').length - 1
}

/** Writes `v` for each vowel and `c` for each consonant; a y is a vowel after a consonant. */
function formOf(word: string): string {
  let form = ''
  let kind = ''
  // Asking the end of the growing form would flatten it for each letter.
  for (const letter of word) {
    kind = 'aeiou'.includes(letter) || (letter === 'y' && kind === 'c') ? 'v' : 'c'
    form += kind
  }
  return form
}

/** Porter's *o: ends in consonant, vowel, consonant other than w, x, y; NLTK adds words of a vowel and a consonant. */
function endsShort(word: string): boolean {
  const form = formOf(word)
  return form === 'vc' || (form.endsWith('cvc') && !/[wxy]$/.test(word))
}
