/** Replaces the numbers, dates and days of a text; undefined when it has none. */
export function changedNumbers(text: string, random: () => number): string | undefined {
  const within = (low: number, high: number) => low + Math.floor(random() * (high - low + 1))
  const changed = text
    .replaceAll(number, (digits, at: number) =>
      // A mark such as [1] or the number of a line is kept.
      isMark(text, at, digits) ? digits : otherDigits(digits, within),
    )
    .replaceAll(/[一二三四五六七八九](?=[十百千万年月日時分秒人個回本枚台件階名歳円割つ%％])/gu, (digit) =>
      otherOf(kanji, digit, within),
    )
    .replaceAll(/[日月火水木金土](?=曜)/gu, (day) => otherOf(weekdaysJa, day, within))
    .replaceAll(words, (word) => likeCase(word, otherOf(listWith(word.toLowerCase()), word.toLowerCase(), within)))
  return changed === text ? undefined : changed
}

/** Raises all numbers of a text, or lowers them; undefined when none can be. */
export function movedNumbers(text: string, direction: 1 | -1, random: () => number): string | undefined {
  const within = (low: number, high: number) => low + Math.floor(random() * (high - low + 1))
  const changed = text.replaceAll(number, (digits, at: number) => {
    const value = Number(digits)
    if (isMark(text, at, digits) || value > 1e9) return digits
    if (/^(?:1[5-9]|20)\d\d$/.test(digits)) return String(value + direction * within(6, 40))
    if (direction > 0) return String(value + within(Math.ceil(value / 2), 2 * value))
    return String(value < 2 ? value : within(Math.floor(value * 0.3), Math.floor(value * 0.7)))
  })
  return changed === text ? undefined : changed
}

const number = /\d+/g
const kanji = [...'一二三四五六七八九']
const weekdaysJa = [...'日月火水木金土']
const lists: readonly (readonly string[])[] = [
  ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
  ['january', 'february', 'april', 'june', 'july', 'august', 'september', 'october', 'november', 'december'],
  ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
  ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'],
]
const words = new RegExp(`\\b(?:${lists.flat().join('|')})\\b`, 'gi')

function listWith(word: string): readonly string[] {
  return lists.find((list) => list.includes(word)) ?? []
}

function isMark(text: string, at: number, digits: string): boolean {
  const [before, after] = [text[at - 1] ?? '', text[at + digits.length] ?? '']
  const beginsLine = at === 0 || before === '\n'
  return (before === '[' && after === ']') || (beginsLine && /[.)]/.test(after))
}

function otherDigits(digits: string, within: (low: number, high: number) => number): string {
  const value = Number(digits)
  const differing = (low: number, high: number) => {
    const other = within(low, high - 1)
    return String(other >= value ? other + 1 : other)
  }
  if (digits.length === 1) return value === 0 ? differing(1, 9) : differing(2, 9)
  if (digits.length === 2 && value <= 12) return differing(1, 12).padStart(2, '0')
  if (digits.length === 2 && value <= 31) return String(value <= 20 ? within(value + 4, 28) : within(13, value - 4))
  if (/^(?:19|20)\d\d$/.test(digits)) return differing(1931, 2058)
  if (/^1[5-8]\d\d$/.test(digits)) return differing(1512, 1888)
  const first = within(1, 8)
  const others = Array.from({ length: Math.min(digits.length, 20) - 1 }, () => within(0, 9))
  const other = [first + (String(first) === digits[0] ? 1 : 0), ...others].join('')
  return other + digits.slice(other.length)
}

function otherOf(list: readonly string[], one: string, within: (low: number, high: number) => number): string {
  const others = list.filter((other) => other !== one)
  return others[within(0, others.length - 1)] ?? one
}

function likeCase(like: string, word: string): string {
  return /^\p{Lu}/u.test(like) ? word.replace(/^./, (letter) => letter.toUpperCase()) : word
}
