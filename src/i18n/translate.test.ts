import { readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { message } from '../core/index.ts'
import { japanese as allJapanese } from './ja.ts'
import { shownJapanese as allShown } from './shown-ja.ts'
import { translate } from './translate.ts'

const source = join(import.meta.dirname, '..')
const [japanese, shownJapanese] = [allJapanese(), allShown()]

describe('translate', () => {
  it('shows the English template with its values', () => {
    expect(translate(message('turn {turn}', { turn: 2 }), 'en')).toBe('turn 2')
  })

  it('shows the Japanese sentence with the same values', () => {
    expect(translate(message('turn {turn}', { turn: 2 }), 'ja')).toBe('ターン 2')
  })

  it('falls back to English for a sentence without translation', () => {
    expect(translate({ text: 'no such sentence: {it}', values: { it: 'x' } }, 'ja')).toBe('no such sentence: x')
  })

  it('finds the sentence behind what it is about', () => {
    const sentence = { text: '{runbook}: the document has no text', values: { runbook: 'a.docx' } }
    expect(translate(sentence, 'ja')).toBe('a.docx: 文書に文字がありません')
    expect(translate({ text: '{runbook}: no such sentence', values: { runbook: 'a.docx' } }, 'ja')).toBe(
      'a.docx: no such sentence',
    )
  })

  it('does not mistake a property of every object for a translation', () => {
    expect(translate({ text: 'constructor' }, 'ja')).toBe('constructor')
  })

  it('puts in values as they are, braces and placeholders of others included', () => {
    expect(translate(message('turn {turn}', { turn: '{case}' }), 'ja')).toBe('ターン {case}')
  })
})

describe('the Japanese table', () => {
  const written = templatesIn(source)

  it('has every sentence that the code can say', () => {
    const missing = [...written].filter(([template]) => !Object.hasOwn(japanese, template))
    expect(missing.map(([template, file]) => `${file}: ${template}`)).toEqual([])
  })

  it('has no sentence that the code no longer says', () => {
    expect(Object.keys(japanese).filter((template) => !written.has(template))).toEqual([])
  })

  it('keeps the placeholders of every sentence', () => {
    const changed = Object.entries(japanese).filter(([template, text]) => !samePlaceholders(template, text))
    expect(changed).toEqual([])
  })
})

describe('the sentences of a folder', () => {
  const tables = readdirSync(join(source, 'i18n', 'ja'))

  it('stand in one table, of the folder that says them', async () => {
    const places = new Map<string, string>()
    const wrong: string[] = []
    for (const file of tables) {
      const said = templatesIn(join(source, file.replace('packs-', 'packs/').replace('.ts', '')))
      const sentences = (await import(join(source, 'i18n', 'ja', file))) as Readonly<Record<string, object>>
      for (const template of Object.keys(Object.assign({}, ...Object.values(sentences)) as object)) {
        const other = places.get(template)
        if (!said.has(template)) wrong.push(`${file}: nobody there says ${JSON.stringify(template)}`)
        if (other !== undefined) wrong.push(`${file}: ${JSON.stringify(template)} stands in ${other} too`)
        places.set(template, file)
      }
    }
    expect(wrong).toEqual([])
    expect(places.size).toBe(Object.keys(japanese).length)
  })

  it('are on the page where it says them itself', () => {
    const page = templatesIn(join(source, '..', 'web', 'src'))
    expect(page.size).toBeGreaterThan(5)
    expect([...page.keys()].filter((template) => !(template in shownJapanese))).toEqual([])
  })

  it('are shown on the page unless only the command line says them', () => {
    expect(Object.keys(shownJapanese).length).toBeGreaterThan(1000)
    expect(shownJapanese['it was empty']).toBe('返答が空です')
    expect(shownJapanese['PASSED']).toBeUndefined()
  })
})

describe('the scan for sentences', () => {
  it('finds literals in any quotes and on the next line, and no computed ones', () => {
    const code =
      "message('a {x}', {}) message(\n  \"it's\") message(`b`) message(`${c}`) toMessage('d') message('e\\'s')"
    expect(literalsIn(code)).toEqual(['a {x}', "it's", 'b', "e's"])
  })

  it('compares placeholders by name, and lets plural words go', () => {
    expect(samePlaceholders('{n} {n|case|cases} of {name}', '{name}の{n}ケース')).toBe(true)
    expect(samePlaceholders('{n} of {name}', '{n}')).toBe(false)
    expect(samePlaceholders('{n} of {name}', '{n} {nome}')).toBe(false)
  })
})

/** Every literal template in the source, with the first file that says it. */
function templatesIn(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !file.includes('.test.') && !file.endsWith('.d.ts'),
  )
  const found = new Map<string, string>()
  for (const file of files.toSorted()) {
    const path = join(folder, file)
    for (const template of literalsIn(readFileSync(path, 'utf8'))) {
      if (!found.has(template)) found.set(template, relative(folder, path))
    }
  }
  return found
}

function literalsIn(code: string): readonly string[] {
  // An example in a TSDoc comment is not a sentence of the program.
  const withoutComments = code.replaceAll(/^\s*(?:\/\*\*.*|\*.*|\/\/.*)$/gm, '')
  const call = /\bmessage\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\$]|\\.|\$(?!\{))*)`)/g
  return [...withoutComments.matchAll(call)].map((match) => unescaped(match[1] ?? match[2] ?? match[3] ?? ''))
}

function unescaped(literal: string): string {
  return literal.replaceAll(/\\(?:u([0-9a-f]{4})|(.))/gi, (_all, hex: string | undefined, character: string) => {
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16))
    return character === 'n' ? '\n' : character
  })
}

function samePlaceholders(template: string, translation: string): boolean {
  const wanted = names(template, /\{(\w+)\}/g)
  const used = names(translation, /\{(\w+)\}/g)
  const words = names(translation, /\{(\w+)\|/g)
  const known = names(template, /\{(\w+)[|}]/g)
  return wanted.symmetricDifference(used).size === 0 && words.isSubsetOf(known)
}

function names(template: string, placeholder: RegExp): Set<string> {
  return new Set([...template.matchAll(placeholder)].map((match) => match[1] ?? ''))
}
