/** Functions that a written evaluation may need, each as it stands in the file. */
const helpers = {
  isDeepStrictEqual: `import { isDeepStrictEqual } from 'node:util'`,
  fits: `import { z } from 'zod'

const fits = (value, schema) => value !== undefined && z.fromJSONSchema(schema).safeParse(value).success`,
  parsed: `const parsed = (text) => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}`,
  jsonWithin: `/** Every object and list of JSON that a text holds, the longest from each place. */
const jsonWithin = (text) => {
  const found = []
  for (let from = 0; from < text.length; from += 1) {
    if (text[from] !== '{' && text[from] !== '[') continue
    for (let to = text.length; to > from; to -= 1) {
      if (text[to - 1] !== '}' && text[to - 1] !== ']') continue
      try {
        found.push(JSON.parse(text.slice(from, to)))
        from = to - 1
        break
      } catch {
        // Not to here.
      }
    }
  }
  return found
}`,
  distance: `/** Levenshtein's. */
const distance = (first, second) => {
  let row = Array.from({ length: second.length + 1 }, (_, at) => at)
  for (let at = 1; at <= first.length; at += 1) {
    const next = [at]
    for (let to = 1; to <= second.length; to += 1) {
      const changed = row[to - 1] + (first[at - 1] === second[to - 1] ? 0 : 1)
      next.push(Math.min(changed, row[to] + 1, next[to - 1] + 1))
    }
    row = next
  }
  return row[second.length]
}`,
  tried: `/** Code that throws has not held. */
const tried = (code) => {
  try {
    return code()
  } catch {
    return false
  }
}`,
  scoreOf: `const scoreOf = (said) => Number(typeof said === 'object' && said !== null ? (said.score ?? said.pass) : said)`,
  holds: `const holds = (said) =>
  typeof said === 'object' && said !== null ? said.pass === true : typeof said === 'number' ? said > 0 : said === true`,
  share: `const share = (parts) =>
  parts.reduce((sum, [weight, said]) => sum + (said === true ? weight : 0), 0) /
  parts.reduce((sum, [weight]) => sum + weight, 0)`,
} as const

export type Helper = keyof typeof helpers

/** The text of those that are needed, imports first. */
export function helpersText(needed: Iterable<Helper>): string {
  const names = new Set(needed)
  const texts = Object.entries(helpers).flatMap(([name, text]) => (names.has(name as Helper) ? [text] : [])) // keys of `helpers`
  return texts.map((text) => `${text}\n`).join('\n')
}
