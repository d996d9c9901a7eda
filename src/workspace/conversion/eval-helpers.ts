import { fitsText } from './eval-schema.ts'

/** Functions that a converted evaluation may need, with the text that is written into it. */
const helpers = {
  isDeepStrictEqual: `import { isDeepStrictEqual } from 'node:util'`,
  require: `import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)`,
  fits: fitsText,
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
  textOf: `const textOf = (value) => (typeof value === 'string' ? value : JSON.stringify(value))`,
  tried: `/** What code says; nothing where it throws. */
const tried = async (code) => {
  try {
    return await code()
  } catch {
    return undefined
  }
}`,
  contextOf: `/** What promptfoo hands to code. */
const contextOf = ({ metadata: vars = {}, conversation = [] }, config) => ({
  vars,
  config,
  test: { vars, metadata: vars, options: {} },
  prompt: conversation.flatMap(({ userContent }) => userContent.parts.map(({ text }) => text ?? '')).join('\\n'),
})`,
  functionOf: `const functionOf = (module, name) => {
  const all = module.default?.default ?? module.default ?? module
  const found = name === undefined ? all : (all[name] ?? module[name])
  return typeof found === 'function' ? found : found.default
}`,
  holds: `/** Code says it by true or false, a number, or pass with score and reason; all else says nothing. */
const holds = (said, threshold) => {
  if (typeof said === 'boolean') return said
  if (typeof said === 'number') return threshold === undefined ? said > 0 : said >= threshold
  const isResult = [typeof said?.pass, typeof said?.score, typeof said?.reason].join() === 'boolean,number,string'
  return isResult ? said.pass : undefined
}`,
  scoreOf: `const scoreOf = (said, wanted) => {
  if (holds(said) === undefined) return 0
  if (typeof said === 'boolean') return Number(said === wanted)
  return typeof said === 'number' ? said : said.score
}`,
  share: `const share = (parts) =>
  parts.reduce((sum, [weight, said]) => sum + weight * Number(said), 0) / parts.reduce((sum, [weight]) => sum + weight, 0)`,
} as const

/** Returns the text of the helpers that a converted evaluation uses, imports first. */
export function helpersText(written: string): string {
  const all = Object.entries(helpers)
  const needed = all.filter(([name]) => isUsed(name, written))
  // A helper may use another one.
  const texts = all.filter(([name]) => needed.some(([other, text]) => other === name || isUsed(name, text)))
  return texts.map(([, text]) => `${text}\n`).join('\n')
}

function isUsed(name: string, text: string): boolean {
  return new RegExp(`(?<![\\w.$])${name}\\b`).test(text)
}
