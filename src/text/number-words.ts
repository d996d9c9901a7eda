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

/**
 * Converts `one hundred and five`, `1 million 200 thousand`, `half a dozen` and `nineteen eighty-four` to digits. One
 * scale behind digits, as in `3 million`, stays as people write it.
 */
export function expandNumberWords(text: string): string {
  if (!SEVERAL.test(text)) return text
  return scaleOnBoth(text).replace(NUMBER_RUN, (run) => (/^[\d.,]+ [a-z]+$/i.test(run) ? run : toDigits(run)))
}

/**
 * Converts the same words but ordinals, which name things and do not count them (the `second` of `thirty second` may be
 * a time), and `3 million` as well.
 */
export function expandCardinals(text: string): string {
  return SEVERAL.test(text) ? scaleOnBoth(text).replace(CARDINAL_RUN, toDigits) : text
}

/** `2 to 3 million` is two million to three million. */
function scaleOnBoth(text: string): string {
  return text.replace(RANGE, (whole, first: string, between: string, second: string, scale: string) => {
    const [low = 0, high = 0] = [first, second].map((word) => NUMBER_WORDS.get(word.toLowerCase()) ?? Number(word))
    // A hyphen joins the words of one number.
    return low < high ? `${first} ${scale}${between.replace(/ ?[-–] ?/, ' to ')}${second} ${scale}` : whole
  })
}

const SCALES: readonly string[] = ['thousand', 'million', 'billion', 'trillion']
const SCALED = ['dozen', 'hundred', ...SCALES].join('|')
const SEVERAL = new RegExp(String.raw`\b(?:${SCALED}|\w{2,5}t(?:een|y))\b`, 'i')
const COUNT = String.raw`\d{1,3}(?:\.\d{1,9})?|${[...UNITS, ...TENS].join('|')}`
const RANGE = new RegExp(
  String.raw`(?<![\w.,])(${COUNT})( (?:to|or) [$€£¥]?| ?[-–] ?[$€£¥]?|(?<=\bbetween [$€£¥]?(?:${COUNT})) and [$€£¥]?)(${COUNT}) (${SCALES.join('|')})\b`,
  'gi',
)
const CARDINAL_RUN = runOf([...UNITS, ...TENS, SCALED])
const NUMBER_RUN = runOf([...UNITS, ...TENS, ...ORDINALS, 'thirtieth', SCALED])

function runOf(words: readonly string[]): RegExp {
  const digits = String.raw`(?<![\d.,])(?:\d{1,3}(?:,\d{3}){1,4}|\d{1,12})(?:\.\d{1,9})?(?= (?:${SCALED})\b)`
  const rest = String.raw`(?<=thousand )\d{3}(?![\d.,]*\d)`
  const word = `(?:${words.join('|')}|${digits}|${rest})`
  const and = `(?:(?<=(?:${SCALED}) )and )?`
  return new RegExp(String.raw`(?:\b(?:half )?an?\b(?! \d)|(?<![\p{L}\p{N}_])${word})(?:[ -]${and}${word})+\b`, 'giu')
}

// The longest number has five groups such as `nine hundred and ninety-nine trillion`.
const MOST_WORDS = 32

/** Numbers that stand beside each other stay apart: `one hundred and two hundred`. */
function toDigits(run: string): string {
  const words = run.replace(/^half an?\b/i, '0.5').split(/[\s-]+/)
  const written: string[] = []
  for (let from = 0; from < words.length;) {
    const [length, value] = firstNumber(words.slice(from, from + MOST_WORDS + 1).map((word) => word.toLowerCase()))
    written.push(value === undefined ? (words[from] ?? '') : String(Number(value.toPrecision(15))))
    from += length
  }
  return written.length === words.length ? run : written.join(' ')
}

/** Returns how many words make the first number of several words, and its value; one word stays as it is. */
function firstNumber(words: readonly string[]): readonly [number, number | undefined] {
  for (let length = Math.min(words.length, MOST_WORDS); length > 1; length -= 1) {
    const isWhole = !isMagnitude(words[length]) && words[0] !== 'and' && words[length - 1] !== 'and'
    const value = isWhole ? (valueOfWords(words.slice(0, length)) ?? yearOfWords(words.slice(0, length))) : undefined
    if (value !== undefined) return [length, value]
  }
  return [1, undefined]
}

function isMagnitude(word = ''): boolean {
  return word === 'dozen' || MAGNITUDES.has(word)
}

/** Undefined when the words are several numbers or none: "five six". */
function valueOfWords(words: readonly string[]): number | undefined {
  let [total, group, largest] = [0, 0, Number.POSITIVE_INFINITY]
  for (const word of words) {
    const scale = SCALES.includes(word) ? MAGNITUDES.get(word) : undefined
    const value = /^an?$/.test(word) ? 1 : /^\d/.test(word) ? Number(word.replaceAll(',', '')) : NUMBER_WORDS.get(word)
    if (scale !== undefined) {
      if (group === 0 || scale >= largest) return undefined
      ;[total, group, largest] = [total + group * scale, 0, scale]
    } else if (word === 'hundred') {
      if (group === 0 || group >= 100) return undefined
      group *= 100
    } else if (word === 'dozen') {
      if (group === 0 || total > 0) return undefined
      group *= 12
    } else if (value !== undefined) {
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
