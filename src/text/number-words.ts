const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const ORDINALS =
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'.split(
    ' ',
  )

/** In English, the first being January. */
export const MONTHS = 'January February March April May June July August September October November December'.split(' ')

/** The values of English number words in lower case. */
export const NUMBER_WORDS: ReadonlyMap<string, number> = new Map([
  ...UNITS.map((word, value) => [word, value] as const),
  ...TENS.map((word, index) => [word, 20 + index * 10] as const),
  ...ORDINALS.map((word, value) => [word, value] as const),
  ['thirtieth', 30],
  ['dozen', 12],
  ['once', 1],
  ['twice', 2],
])

/** What a number before them is multiplied by. */
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

/** `XIV` is 14; undefined for what is not a roman numeral of at least two letters, in capitals, below 90. */
export function romanValue(word: string): number | undefined {
  if (!/^(?=..)(?:XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/.test(word)) return undefined
  const values: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50 }
  const letters = [...word].map((letter) => values[letter] ?? 0)
  return letters.reduce((sum, value, index) => sum + (value < (letters[index + 1] ?? 0) ? -value : value), 0)
}
