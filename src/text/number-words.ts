const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const ORDINALS =
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'.split(
    ' ',
  )

/** English names; the first is January. */
export const MONTHS = 'January February March April May June July August September October November December'.split(' ')

export const NUMBER_WORDS: ReadonlyMap<string, number> = new Map([
  ...UNITS.map((word, value) => [word, value] as const),
  ...TENS.map((word, index) => [word, 20 + index * 10] as const),
  ...ORDINALS.map((word, value) => [word, value] as const),
  ['thirtieth', 30],
  ['dozen', 12],
  ['once', 1],
  ['twice', 2],
])

export const MAGNITUDES: ReadonlyMap<string, number> = new Map([
  ['hundred', 100],
  ['thousand', 1e3],
  ['k', 1e3],
  ['million', 1e6],
  ['mn', 1e6],
  ['billion', 1e9],
  ['bn', 1e9],
  ['trillion', 1e12],
])

/** Converts `one hundred and five`, `1 million 200 thousand` and `nineteen eighty-four` to digits. */
export function expandNumberWords(text: string): string {
  if (!SEVERAL.test(text)) return text
  return text.replace(SCALED_DIGITS, toDigits).replace(NUMBER_RUN, toDigits)
}

function toDigits(run: string): string {
  const words = run.toLowerCase().split(/[\s-]+/)
  const value = valueOfWords(words) ?? yearOfWords(words)
  return value === undefined ? run : String(value)
}

const SCALES: readonly string[] = ['thousand', 'million', 'billion', 'trillion']
const SEVERAL = new RegExp(String.raw`\b(?:hundred|${SCALES.join('|')}|\w{2,5}teen|twenty)\b`, 'i')
const SCALED = String.raw`\d+(?:\.\d+)? (?:hundred|${SCALES.join('|')})`
const SCALED_DIGITS = new RegExp(String.raw`(?<![\d.,])${SCALED}(?: ${SCALED})+\b`, 'gi')
const COUNTING = [...UNITS, ...TENS, ...ORDINALS, 'thirtieth', 'hundred', ...SCALES].join('|')
const NUMBER_RUN = new RegExp(String.raw`\b(?:an?|${COUNTING})(?:[ -](?:and )?(?:${COUNTING}))+\b`, 'gi')

/** Undefined when the words are several numbers or none: "five and six". */
function valueOfWords(words: readonly string[]): number | undefined {
  let [total, group, largest] = [0, 0, Number.POSITIVE_INFINITY]
  for (const [index, word] of words.entries()) {
    const scale = SCALES.includes(word) ? MAGNITUDES.get(word) : undefined
    const value = /^an?$/.test(word) ? 1 : /^\d/.test(word) ? Number(word) : NUMBER_WORDS.get(word)
    const follows = MAGNITUDES.has(words[index - 1] ?? '')
    if (word === 'and' ? !follows : word === 'hundred' && (group === 0 || group >= 100)) return undefined
    if (scale !== undefined) {
      if (group === 0 || scale >= largest) return undefined
      ;[total, group, largest] = [total + group * scale, 0, scale]
    } else if (word === 'hundred') group *= 100
    else if (value !== undefined) {
      const room = value < 10 && group % 100 >= 20 ? 10 : 100
      if (value === 0 || group % room !== 0) return undefined
      group += value
    }
  }
  return total + group
}

function yearOfWords(words: readonly string[]): number | undefined {
  const first = words.slice(0, 1)
  const [century, rest] = [valueOfWords(first), valueOfWords(words.slice(1))]
  const isYear =
    century !== undefined && rest !== undefined && century >= 11 && century <= 20 && rest >= 10 && rest < 100
  return isYear ? century * 100 + rest : undefined
}

/** Reads a roman numeral such as `XIV`; undefined unless it has two or more capital letters and is below 90. */
export function romanValue(word: string): number | undefined {
  if (!/^(?=..)(?:XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/.test(word)) return undefined
  const values: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50 }
  const letters = [...word].map((letter) => values[letter] ?? 0)
  return letters.reduce((sum, value, index) => sum + (value < (letters[index + 1] ?? 0) ? -value : value), 0)
}
