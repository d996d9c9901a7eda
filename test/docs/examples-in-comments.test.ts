import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { JsonObject } from '../../src/core/index.ts'
import { root } from './markdown.ts'
import { type PublicName, descriptionIn, examplesIn, publicNames } from '../../scripts/book/public-names.ts'
import { typeErrors } from './type-errors.ts'

/** What an example uses without making it, since its reader has one. */
const readersOwn = {
  agent: "import('shinsa/targets').FunctionAgent",
  documents: "Parameters<typeof import('shinsa/metrics').citationsVerified>[0]['documents']",
  judge: "import('shinsa/core').Judge",
  model: "Parameters<typeof import('shinsa/targets').simulatedUser>[0]['model']",
  report: "import('shinsa/reporters').RunReport",
  target: "import('shinsa/core').Target",
}

const names = publicNames()
const examples = names
  .flatMap(({ name, entry, comment }) => examplesIn(comment).map((example) => ({ name, entry, example })))
  // Numbered, because `Message` and `message` are one file where case does not count.
  .map(({ name, entry, example }, number) => ({ name, place: `${entry} ${name} ${number}`, code: moduleOf(example) }))

describe('the comments of public names', () => {
  it('say what each of them does, in a sentence with a verb', () => {
    const riddle = /^(?:How|Of|Those|What|Where|Whether|Who|Why)\b/
    const silent = names.filter(({ comment }) => !/^.+[.:]/s.test(descriptionIn(comment)) || riddle.test(comment))
    expect(silent.map(({ name }) => name)).toEqual([])
  })

  it('show how each of them is used', () => {
    const without = names.filter(({ comment }) => examplesIn(comment).length === 0)
    expect(without.map(({ name }) => name)).toEqual([])
  })

  it('are short', () => {
    const long = names.filter(({ comment }) => comment.split('\n').length > 12)
    expect(long.map(({ name }) => name)).toEqual([])
  })

  it('show code that type-checks', () => {
    expect(typeErrors(examples)).toBe('')
  })
})

describe('the results that examples show', () => {
  let folder: string
  beforeAll(() => {
    mkdirSync(`${root}.shinsa`, { recursive: true })
    folder = mkdtempSync(`${root}.shinsa/examples-`)
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const showing = examples.filter(({ code }) => code.includes('shown.push('))

  it.each(showing)('are those of $name', async ({ code, place }) => {
    const file = join(folder, `${place.replaceAll(/\W+/g, '-')}.ts`)
    writeFileSync(file, code)
    const { shown } = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as { shown: readonly Shown[] }
    for (const one of shown) expect(rounded(comparable(one))).toEqual(one.expected)
  })
})

type Shown = { readonly actual: unknown; readonly expected: unknown; readonly isPart: boolean }

/**
 * An example as a module: with the imports that it needs, and with what it shows in place of `passAtK(5, 2, 1) // => 0.4`. The
 * result may stand in the next line, and `…` for the rest of an object.
 */
function moduleOf(example: string): string {
  const words = new Set(example.replaceAll(/^import .*$|\/\/.*$/gm, '').match(/[A-Za-z]\w+/g))
  const made = new Set(
    [...example.matchAll(/^import .+ from|\bconst .+?(?= = | of |: [A-Z])/gm)].flatMap(
      ([line]) => line.match(/\w+/g) ?? [],
    ),
  )
  const isMissing = (word: string) => word !== 'default' && words.has(word) && !made.has(word)
  const imports = names.filter(({ name }) => isMissing(name)).map(importOf)
  const own = Object.entries(readersOwn).filter(([word]) => isMissing(word))
  return [
    ...imports,
    ...own.map(([word, type]) => `declare const ${word}: ${type}`),
    'export const shown: { actual: unknown; expected: unknown; isPart: boolean }[] = []',
    example
      .replaceAll(/\n\/\/ => /g, ' // => ')
      .replaceAll(/^(.+?) \/\/ => (.+)$/gm, (_line, actual: string, expected: string) => {
        const whole = expected.replace(', … }', ' }')
        return `shown.push({ actual: ${actual}, expected: ${whole}, isPart: ${whole !== expected} })`
      }),
    '',
  ].join('\n')
}

function importOf({ name, entry, isType }: PublicName): string {
  return `import ${isType ? 'type ' : ''}{ ${name} } from '${entry}'`
}

/** Of an object that is shown in part, that part. */
function comparable({ actual, expected, isPart }: Shown): unknown {
  if (!isPart) return actual
  const shown = Object.keys(JsonObject.parse(expected))
  return Object.fromEntries(Object.entries(JsonObject.parse(actual)).filter(([name]) => shown.includes(name)))
}

/** Examples show four decimals. */
function rounded(value: unknown): unknown {
  if (typeof value === 'number') return Number(value.toFixed(4))
  if (Array.isArray(value)) return value.map(rounded)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, rounded(part)]))
}
