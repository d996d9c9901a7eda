import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { japanese } from '../../src/i18n/ja.ts'
import { firstJa } from '../../web/src/words/first-ja.ts'
import { pagesJa } from '../../web/src/words/pages-ja.ts'

const root = join(import.meta.dirname, '..', '..')
const page = 'docs/ja/terms.md'

/** A row of the page: what a thing is called, what it is not, and words with another meaning that look like it. */
type Term = { readonly is: string; readonly not: readonly string[]; readonly but: readonly string[] }

const terms = termsIn(readFileSync(join(root, page), 'utf8'))

describe('the list of Japanese terms', () => {
  it('has rows, and no word that one row asks for and another forbids', () => {
    expect(terms.length).toBeGreaterThan(30)
    const own = terms.map(({ is }) => is)
    expect(own.flatMap((is) => forbiddenIn(is))).toEqual([])
  })

  it('finds a forbidden word, and leaves alone what has another meaning', () => {
    expect(forbiddenIn('審査員は自動承認の安全閾値と認証情報を見ません')).toEqual(['審査員 (ジャッジ)'])
    expect(forbiddenIn('`ルール` と書く規則')).toEqual([])
  })
})

describe('the terms are kept', () => {
  it.each([
    ['on the command line', Object.values(japanese)],
    ['on the page', [...Object.values(firstJa), ...Object.values(pagesJa)]],
  ])('%s', (_where, sentences) => {
    expect(sentences.flatMap((sentence) => forbiddenIn(sentence).map((word) => `${word}: ${sentence}`))).toEqual([])
  })

  it.each(pages())('in %s', (file) => {
    const lines = withoutCode(readFileSync(join(root, file), 'utf8')).split('\n')
    const isJapanese = file.startsWith('docs/ja/') || file === 'README.ja.md'
    const found = lines.flatMap((line, index) =>
      isJapanese || line.includes('。') ? forbiddenIn(line).map((word) => `${file}:${index + 1}: ${word}`) : [],
    )
    expect(found).toEqual([])
  })
})

function termsIn(markdown: string): readonly Term[] {
  const rows = markdown.split('\n').filter((line) => line.startsWith('| '))
  return rows.slice(1).map((row) => {
    const [, , is = '', not = '', but = ''] = row.split('|').map((cell) => cell.trim())
    return { is, not: wordsIn(not), but: wordsIn(but) }
  })
}

function wordsIn(cell: string): readonly string[] {
  return cell.split('、').filter((word) => word !== '')
}

function forbiddenIn(text: string): readonly string[] {
  const prose = withoutCode(text)
  return terms.flatMap(({ is, not, but }) => {
    const rest = but.reduce((left, word) => left.replaceAll(word, ''), prose)
    return not.filter((word) => rest.includes(word)).map((word) => `${word} (${is})`)
  })
}

/** Code keeps its lines, so that those of the prose keep their numbers. */
function withoutCode(text: string): string {
  return text.replaceAll(/^```[\s\S]*?^```/gm, (block) => block.replaceAll(/[^\n]/g, '')).replaceAll(/`[^`\n]*`/g, '')
}

/** The pages in Japanese, and English ones, some of which have a paragraph in Japanese. */
function pages(): readonly string[] {
  const folders = ['', '/cookbook', '/coming-from'].flatMap((folder) => [`docs${folder}`, `docs/ja${folder}`])
  const files = folders.flatMap((folder) => readdirSync(join(root, folder)).map((file) => `${folder}/${file}`))
  return ['README.ja.md', ...files.filter((file) => file.endsWith('.md') && file !== page)]
}
