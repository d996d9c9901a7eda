import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { japanese as ofMessages } from '../../../src/i18n/ja.ts'
import { shownJapanese } from '../../../src/i18n/shown-ja.ts'
import { firstJa } from './first-ja.ts'
import { pagesJa } from './pages-ja.ts'
import { speaking } from './speaking.ts'

const sentences = [...Object.entries(firstJa), ...Object.entries(pagesJa)]

describe('the words of the page', () => {
  it('are in one table each, and all said', () => {
    expect(Object.keys(pagesJa).filter((english) => Object.hasOwn(firstJa, english))).toEqual([])
    const code = codeOfThePage()
    expect(sentences.map(([english]) => english).filter((english) => !code.includes(english))).toEqual([])
  })

  it('keep their placeholders in Japanese', () => {
    expect(sentences.filter(([english, japanese]) => namesIn(english) !== namesIn(japanese))).toEqual([])
  })

  it('are Japanese in Japanese', () => {
    const untranslated = sentences.filter(([english, japanese]) => japanese === english && /[a-z]{3}/.test(japanese))
    expect(untranslated).toEqual([])
  })

  it('say in Japanese what a message says that is the same in English', () => {
    const translations = new Map(Object.entries(ofMessages()))
    const apart = sentences.filter(([english, japanese]) => {
      const said = translations.get(english)
      return said !== undefined && said !== japanese
    })
    expect(apart).toEqual([])
  })

  it('come with the Japanese of what runs hold, what sums them up and what the server answers', () => {
    const [shown, known] = [shownJapanese(), ofMessages()]
    const said = holders.flatMap(filesBelow).flatMap(messagesIn)
    expect(said.length).toBeGreaterThan(100)
    expect(said.filter((text) => Object.hasOwn(known, text) && !Object.hasOwn(shown, text))).toEqual([])
  })
})

const source = join(import.meta.dirname, '../../../src')

/** Whose messages the page shows, beside those of the folders of which it has all the Japanese. */
const holders = [
  'runner',
  'server',
  'reporters/result-counts.ts',
  'compose/idle-fields.ts',
  'compose/judging',
  'compose/evaluations/harbor/harbor-reward.ts',
  'compose/evaluations/harbor/docker.ts',
  'compose/evaluations/plugin/plugin-graders.ts',
]

function filesBelow(path: string): readonly string[] {
  if (path.endsWith('.ts')) return [path]
  const below = readdirSync(join(source, path), { recursive: true, encoding: 'utf8' })
  return below.filter((file) => file.endsWith('.ts') && !/\.test\./.test(file)).map((file) => join(path, file))
}

function messagesIn(file: string): readonly string[] {
  const calls = readFileSync(join(source, file), 'utf8').matchAll(/message\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g)
  return [...calls].map(([, , text = '']) => text.replace(/\\(.)/g, '$1'))
}

describe('what is said', () => {
  const say = speaking((text) => (text === 'Right##or wrong' ? '正誤' : text))

  it('has its values, with separators in large numbers', () => {
    expect(say('{shown} of {all}', { shown: 3, all: 10_000 })).toBe('3 of 10,000')
    expect(say({ text: 'turn {turn}', values: { turn: 10_000 } })).toBe('turn 10000')
  })

  it('does not show what tells two meanings apart', () => {
    expect(say('Cases##number')).toBe('Cases')
    expect(say('Right##or wrong')).toBe('正誤')
  })
})

/** All code but the tables, as it is without escapes. */
function codeOfThePage(): string {
  const folder = join(import.meta.dirname, '..')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/-ja\.ts$|\.test\./.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\\', ''))
    .join('')
}

function namesIn(text: string): string {
  return [...new Set([...text.matchAll(/\{(\w+)/g)].map((match) => match[1]))].toSorted().join()
}
