import { describe, expect, it } from 'vitest'
import { hasSteps, quoteSection } from './quote-section.ts'

const steps = (count: number) =>
  Array.from({ length: count }, (_, at) => `${at + 1}. Do thing ${at + 1}.\n   - and tell them`)

describe('a section that has steps', () => {
  it.each([
    ['a numbered list', '1. Drain it.\n2. Restart it.', true],
    ['numbers as in print', '確認する。\n（1）端末を隔離する\n（2）報告する', true],
    ['a list of symptoms', '- It is slow.\n- It fails.', false],
    ['code', 'Run\n\n```sh\nls\n```', true],
    ['code within an item', '- Run\n\n  ```sh\n  ls\n  ```', true],
    ['a sentence', 'The disk is full.', false],
    ['a single number', '1. The disk is full.', false],
    ['a table', '| a | b |\n|---|---|\n| c | d |', false],
  ])('is known by its form: %s', (_what, text, expected) => {
    expect(hasSteps(text)).toBe(expected)
  })
})

describe('a section that is quoted', () => {
  it('is whole, character for character, where it fits', () => {
    const text = `Before you begin:\n\n${steps(16).join('\n')}\n\n\`\`\`sh\nls  -l\n\`\`\``
    expect(quoteSection(text, 4000)).toEqual({ text, left: undefined })
  })

  it('ends behind a whole step where it does not, and says how many are left', () => {
    const quote = quoteSection(`Before you begin:\n\n${steps(40).join('\n')}`, 120)
    expect(quote).toMatchInlineSnapshot(`
      {
        "left": {
          "count": 38,
          "of": "steps",
        },
        "text": "Before you begin:

      1. Do thing 1.
         - and tell them
      2. Do thing 2.
         - and tell them",
      }
    `)
  })

  it('counts no bold paragraph, rule or version as a step', () => {
    const text = `Look first.\n\n**Traces.** Pull them.\n\n1.5 is too old.\n\n---\n\n- Note it.\n* Tell them.`
    expect(quoteSection(text, 20).left).toEqual({ count: 2, of: 'steps' })
    expect(quoteSection(text.slice(0, text.indexOf('---')), 20).left).toEqual({ count: 2, of: 'paragraphs' })
  })

  it('does not end with what announces the rest', () => {
    const text = `Look first.\n\nThen run:\n\n\`\`\`sh\n${'ls\n'.repeat(20)}\`\`\``
    expect(quoteSection(text, 40)).toEqual({ text: 'Look first.', left: { count: 2, of: 'paragraphs' } })
  })

  it('never ends within code', () => {
    const text = `Run:\n\n\`\`\`sh\n${'ls\n\n'.repeat(40)}\`\`\`\n\nThen rest.`
    expect(quoteSection(text, 100)).toMatchInlineSnapshot(`
      {
        "left": {
          "count": 2,
          "of": "paragraphs",
        },
        "text": "Run:",
      }
    `)
    expect(quoteSection(`\`\`\`sh\n${'ls\n'.repeat(40)}\`\`\``, 30)).toMatchInlineSnapshot(`
      {
        "left": {
          "count": 33,
          "of": "lines",
        },
        "text": "\`\`\`sh
      ls
      ls
      ls
      ls
      ls
      ls
      ls
      ls
      \`\`\`",
      }
    `)
  })
})
