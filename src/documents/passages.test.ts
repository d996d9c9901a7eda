import { growth } from '../../test/growth.ts'
import { describe, expect, it } from 'vitest'
import { type Document, type Passage, passagesOf } from './index.ts'

function written(kind: 'markdown' | 'text', ...pages: readonly string[]): Document {
  return {
    name: 'guide.md',
    kind,
    pages: pages.map((text, index) => ({ number: index + 1, text, warnings: [] })),
    warnings: [],
  }
}

const outline = (passages: readonly Passage[]) =>
  passages.map(({ id, page, headings, text }) => `${id} p.${page} [${headings.join(' > ')}] ${JSON.stringify(text)}`)

describe('passages of Markdown', () => {
  it('stand under the path of their headings, one section each', () => {
    const guide = `Before all headings.

# Malware
Stay calm.

## Isolation
- unplug the cable
- call the desk

\`\`\`
# no heading in code
\`\`\`

## Report ##
Tell the owner.

Recovery
========
Restore the backup.
`
    expect(outline(passagesOf(written('markdown', guide)))).toMatchInlineSnapshot(`
      [
        "guide.md#1 p.1 [] "Before all headings."",
        "guide.md#2 p.1 [Malware] "# Malware\\nStay calm."",
        "guide.md#3 p.1 [Malware > Isolation] "## Isolation\\n- unplug the cable\\n- call the desk\\n\\n\`\`\`\\n# no heading in code\\n\`\`\`"",
        "guide.md#4 p.1 [Malware > Report] "## Report ##\\nTell the owner."",
        "guide.md#5 p.1 [Recovery] "Recovery\\n========\\nRestore the backup."",
      ]
    `)
  })

  it('are whole sentences of at most that length, and begin with the end of the one before', () => {
    const sentences = Array.from({ length: 8 }, (_, index) => `Sentence number ${index} has some words.`)
    const passages = passagesOf(written('markdown', `# Long\n${sentences.join(' ')}`), { characters: 110, overlap: 40 })
    expect(outline(passages)).toMatchInlineSnapshot(`
      [
        "guide.md#1 p.1 [Long] "# Long\\nSentence number 0 has some words. Sentence number 1 has some words. Sentence number 2 has some words."",
        "guide.md#2 p.1 [Long] "Sentence number 2 has some words. Sentence number 3 has some words. Sentence number 4 has some words."",
        "guide.md#3 p.1 [Long] "Sentence number 4 has some words. Sentence number 5 has some words. Sentence number 6 has some words."",
        "guide.md#4 p.1 [Long] "Sentence number 6 has some words. Sentence number 7 has some words."",
      ]
    `)
  })

  it('keep paragraphs whole where they fit', () => {
    const passages = passagesOf(written('markdown', `${'One. '.repeat(9)}\n\n${'Two. '.repeat(9)}`), {
      characters: 80,
      overlap: 0,
    })
    expect(passages.map((passage) => passage.text)).toEqual(['One. '.repeat(9).trim(), 'Two. '.repeat(9).trim()])
  })

  it('cut a sentence only when it is longer than a passage', () => {
    const passages = passagesOf(written('markdown', `${'x'.repeat(250)} end.`), { characters: 100 })
    expect(passages.map((passage) => passage.text.length)).toEqual([100, 100, 55])
  })
})

describe('passages of Japanese', () => {
  it('end at the full stop, and know the marks of printed headings', () => {
    const page = '■ 初動対応\n端末を隔離する。担当者に連絡する。\n\n第2章 復旧\nバックアップから戻す。'
    expect(outline(passagesOf(written('text', page), { characters: 20, overlap: 10 }))).toMatchInlineSnapshot(`
      [
        "guide.md#1 p.1 [初動対応] "■ 初動対応\\n端末を隔離する。"",
        "guide.md#2 p.1 [初動対応] "端末を隔離する。担当者に連絡する。"",
        "guide.md#3 p.1 [第2章 復旧] "第2章 復旧\\nバックアップから戻す。"",
      ]
    `)
  })
})

const wordsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => `w${index}${index % 12 ? '' : '.'}`).join(' ')

describe('passages', () => {
  it('are stretches of their page, and none goes over its end', () => {
    const document = written('text', 'First page without an end\n\nof its own', '', 'Third page. It goes on.')
    const passages = passagesOf(document)
    expect(passages.map((passage) => passage.page)).toEqual([1, 3])
    for (const { page, start, end, text } of passages)
      expect(document.pages[page - 1]?.text.slice(start, end)).toBe(text)
  })

  it('hold every word of a long document', () => {
    const words = Array.from({ length: 60_000 }, (_, index) => `w${index}${index % 12 === 11 ? '.' : ''}`)
    const pages = Array.from({ length: 300 }, (_, index) => words.slice(index * 200, index * 200 + 200).join(' '))
    const passages = passagesOf(written('text', ...pages))
    const found = new Set(passages.flatMap((passage) => passage.text.split(/\s+/)))
    expect(words.filter((word) => !found.has(word))).toEqual([])
    expect(Math.max(...passages.map((passage) => passage.text.length))).toBeLessThanOrEqual(500)
  })

  it('are made in work that grows with the number of pages and their length, and not with the square', async () => {
    const pages = await growth((scale) =>
      passagesOf(written('text', ...Array.from({ length: 10 * scale }, () => wordsOf(200)))),
    )
    const words = await growth((scale) => passagesOf(written('text', wordsOf(2000 * scale))))
    expect(Math.max(pages, words)).toBeLessThan(2.3)
  })

  it('divides at guessed headings only where it is told to, and takes steps for none', () => {
    const pdf: Document = {
      name: 'guide.pdf',
      kind: 'pdf',
      pages: [
        {
          number: 1,
          text: '1. Isolation\n1. Unplug it\n2. Tell the lead\n\n2. Evidence\nKeep the logs.',
          warnings: [],
        },
      ],
      warnings: [],
    }
    expect(passagesOf(pdf)).toHaveLength(1)
    expect(passagesOf(pdf, { guessedSections: true }).map(({ text }) => text)).toEqual([
      '1. Isolation\n1. Unplug it\n2. Tell the lead',
      '2. Evidence\nKeep the logs.',
    ])
  })
})
