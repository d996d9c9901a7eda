import { parsedJson } from '../../../core/index.ts'

/**
 * Writes a piece of context that is JSON, as tools answer in it, as sentences: one for each object with what it belongs to, so
 * that the price of one article is not read as that of the next one; and one for each thing that is false or empty, which denies
 * it. Other text is returned as it is.
 *
 * @example inRecords('{"orderId":"A17","paid":false}') // 'order id: A17.\norder id: A17, not paid.'
 */
export function inRecords(piece: string): string {
  const [label] = /^(?:[a-z ]{1,20}: )?(?=[[{])/.exec(piece) ?? []
  const value = label === undefined ? undefined : objectIn(piece.slice(label.length))
  if (value === undefined) return piece
  const sentences = recordsIn(value, [])
  return sentences.length === 0 || sentences.length > MOST_SENTENCES ? piece : sentences.join('\n')
}

/** Longer lists are read as text, since every entry repeats what it belongs to. */
const MOST_SENTENCES = 2000
/** What a part of an object repeats of what it belongs to: the nearest short fields, in characters and number. */
const LONGEST_OF_OWNER = 60
const MOST_OF_OWNER = 8
const DEEPEST = 40

type Field = { readonly words: string; readonly value: unknown }

function recordsIn(value: object, owner: readonly string[]): readonly string[] {
  const fields = fieldsOf(value)
  const told = fields.filter(({ value: own }) => !isObject(own)).filter((field) => !isDenied(field))
  const sayings = told.map((field) => (field.words === '' ? '' : `${field.words}: `) + String(field.value))
  const short = sayings.filter(({ length }) => length <= LONGEST_OF_OWNER)
  const about = [...owner, ...short.slice(0, MOST_OF_OWNER)].slice(-MOST_OF_OWNER)
  const [named = owner.at(-1)] = short
  const denied = fields.filter(isDenied).map(({ words, value: own }) => {
    const denial = `${own === false ? 'not' : 'no'} ${words}.`
    return named === undefined ? denial : `${named}, ${denial}`
  })
  const within = fields.flatMap(({ words, value: own }) =>
    isObject(own) ? recordsIn(own, words === '' ? about : [...about, words.slice(0, LONGEST_OF_OWNER)]) : [],
  )
  return [...(sayings.length === 0 ? [] : [`${[...owner, ...sayings].join(', ')}.`]), ...denied, ...within]
}

function fieldsOf(value: object): readonly Field[] {
  return Object.entries(value).map(([key, own]: [string, unknown]) => ({
    words: Array.isArray(value) ? '' : wordsOf(key),
    // Tools that answer with text often answer with JSON in it.
    value: typeof own === 'string' ? (objectIn(own) ?? own) : own,
  }))
}

function objectIn(text: string): object | undefined {
  const value = /^\s*[[{]/.test(text) ? parsedJson(text, { deepest: DEEPEST }) : undefined
  return isObject(value) ? value : undefined
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}

function isDenied({ words, value }: Field): boolean {
  return (
    words !== '' &&
    (value === false || value === null || value === '' || (typeof value === 'object' && !isObject(value)))
  )
}

/** `orderId` and `order_id` are an order id. */
function wordsOf(key: string): string {
  return key.replaceAll(/(?<=\p{Ll})(?=\p{Lu})|[_-]+/gu, ' ').toLowerCase()
}
