import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Document, type PassageIndex, indexPassage, passageIndex, passagesOf, readDocument } from './index.ts'

function indexOf(...documents: readonly Document[]): PassageIndex {
  return passageIndex(documents.flatMap((document) => passagesOf(document)).map(indexPassage))
}

function markdown(name: string, text: string): Document {
  return { name, kind: 'markdown', pages: [{ number: 1, text, warnings: [] }], warnings: [] }
}

const english = indexOf(
  markdown(
    'malware.md',
    '# Malware\n## Isolation\nDisconnect the infected laptop from the network, but do not switch it off.\n## Evidence\nKeep logs and a memory image before anything is cleaned.',
  ),
  markdown(
    'phishing.md',
    '# Phishing\n## Reporting\nForward the suspicious mail as an attachment.\n## Reset\nChange the password of the affected account.',
  ),
)

const japanese = indexOf(
  markdown(
    'マルウェア.md',
    '# マルウェア\n## 端末の隔離\n感染した端末をネットワークから切り離す。電源は切らない。\n## 証跡\nログとメモリーを保全してから駆除する。',
  ),
  markdown(
    'フィッシング.md',
    '# フィッシングメール\n## 報告手順\n不審なメールを添付して窓口に転送する。\n## 初期化\n該当するアカウントのパスワードを変更する。',
  ),
)

function relevanceOf(index: PassageIndex, query: string): number {
  return index.search(query)[0]?.relevance ?? 0
}

/** Where the answer was found, and how relevant it is. */
function hits(index: PassageIndex, query: string): readonly string[] {
  return index
    .search(query, { top: 2 })
    .map(({ passage, relevance }) => `${passage.headings.join(' > ')} ${relevance.toFixed(2)}`)
}

describe('searching passages', () => {
  it('finds English by stems, in text and headings', () => {
    expect(hits(english, 'How do I isolate an infected laptop?')).toMatchInlineSnapshot(`
      [
        "Malware > Isolation 1.00",
      ]
    `)
    expect(hits(english, 'Which logs have to be kept as evidence?')).toMatchInlineSnapshot(`
      [
        "Malware > Evidence 0.63",
      ]
    `)
    expect(hits(english, 'reporting suspicious mails')).toMatchInlineSnapshot(`
      [
        "Phishing > Reporting 1.00",
      ]
    `)
  })

  it('finds Japanese, katakana in any compound and with or without the long mark', () => {
    expect(hits(japanese, '感染端末を隔離するにはどうすればよいですか')).toMatchInlineSnapshot(`
      [
        "マルウェア > 端末の隔離 1.00",
      ]
    `)
    expect(hits(japanese, 'フィッシングの報告手順を教えてください')).toMatchInlineSnapshot(`
      [
        "フィッシングメール > 報告手順 1.00",
        "フィッシングメール > 初期化 0.54",
      ]
    `)
    expect(hits(japanese, 'メモリの保全')).toMatchInlineSnapshot(`
      [
        "マルウェア > 証跡 1.00",
      ]
    `)
    expect(hits(japanese, 'アカウントパスワード')).toMatchInlineSnapshot(`
      [
        "フィッシングメール > 初期化 0.87",
        "マルウェア > 端末の隔離 0.10",
      ]
    `)
  })

  it('says how much of a question is covered: little of another subject, nothing of none', () => {
    expect(relevanceOf(english, 'reset the password')).toBe(1)
    expect(relevanceOf(english, 'How do I reset the password of a cloud database replica in Frankfurt?')).toBeLessThan(
      0.5,
    )
    expect(relevanceOf(english, 'sourdough bread recipe')).toBe(0)
    expect(relevanceOf(japanese, 'パスワードの変更')).toBe(1)
    expect(relevanceOf(japanese, 'クラウドデータベースのレプリカのパスワード暗号化')).toBeLessThan(0.5)
    expect(relevanceOf(japanese, '美味しい珈琲豆の選び方')).toBe(0)
  })

  it('measures relevance by the passage, not by what else is there', () => {
    const alone = indexOf(markdown('a.md', 'The battery lasts 90 minutes.'))
    const [one] = alone.search('battery voltage')
    const among = indexOf(
      markdown('a.md', 'The battery lasts 90 minutes.'),
      ...Array.from({ length: 50 }, (_, index) => markdown(`${index}.md`, `Other text ${index}.`)),
    )
    const [other] = among.search('battery voltage')
    expect(one?.relevance).toBeCloseTo(other?.relevance ?? 0, 1)
    expect(one?.relevance).toBeLessThan(0.5)
  })

  it('tells building A from building B', async () => {
    for (const [language, query] of [
      ['en', 'battery backup in building B'],
      ['ja', '建物Bのバッテリー'],
    ] as const) {
      const folder = join(import.meta.dirname, '..', '..', 'examples', 'document-review', language, 'fixtures')
      const [first] = indexOf(await readDocument(join(folder, 'floor_plan_safety_reports.pdf'))).search(query)
      expect(first?.passage.page).toBe(2)
    }
  })

  it('looks only where it is told to', () => {
    const found = english.search('password or laptop', { where: ({ file }) => file === 'malware.md' })
    expect(found.map(({ passage }) => passage.file)).toEqual(['malware.md'])
  })

  it('finds nothing in nothing, and nothing for nothing', () => {
    expect(passageIndex([]).search('laptop')).toEqual([])
    for (const query of ['', '   ', 'the of', 'のはを', '？？']) expect(english.search(query)).toEqual([])
  })

  it('takes words that name properties of objects for words', () => {
    const index = indexOf(markdown('a.md', 'The constructor and __proto__ and toString of it.'))
    expect(index.search('constructor __proto__ toString')[0]?.relevance).toBe(1)
  })

  it('gives the same hits after its passages were kept as JSON', () => {
    const kept = passagesOf(markdown('a.md', '# Isolation\nUnplug it.\n# Reset\nChange it.')).map(indexPassage)
    const query = 'isolation and reset'
    expect(passageIndex(JSON.parse(JSON.stringify(kept))).search(query)).toEqual(passageIndex(kept).search(query))
  })
})
