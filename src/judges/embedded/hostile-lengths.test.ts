import { growth } from '../../../test/growth.ts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Question } from '../../core/index.ts'
import { boundsDifferently } from './differences/bounds.ts'
import { embeddedJudge } from './embedded-judge.ts'

const judge = embeddedJudge({ now: () => 0 })

describe('the embedded judge', () => {
  it.each([
    ['one long word', 'a'.repeat(90_000)],
    ['brackets', '(「'.repeat(30_000)],
    ['spaces before a dot', `${' '.repeat(60_000)}.`],
    ['dots', '. '.repeat(40_000)],
    ['numbers', '1,'.repeat(40_000)],
    ['kanji numbers', '一万'.repeat(40_000)],
    ['rm', `rm ${'-r '.repeat(30_000)}`],
    ['key value', 'password='.repeat(10_000)],
    ['digits', '4 '.repeat(40_000)],
    ['bidi', '\u202e\u2066'.repeat(40_000)],
    ['words', 'the quick brown fox jumps. '.repeat(3_000)],
    ['quotes', `"'`.repeat(40_000)],
    ['urls', 'a://a:'.repeat(15_000)],
    ['names', Array.from({ length: 9_000 }, (_, index) => `Name${index}`).join(' ')],
    [
      'acronyms',
      Array.from({ length: 9_000 }, (_, index) => `The UN${String.fromCharCode(65 + (index % 26))} won.`).join(' '),
    ],
    ['numerals', 'War I '.repeat(10_000)],
    ['quantities', Array.from({ length: 9_000 }, (_, index) => `${index} km`).join(' ')],
    ['choices', 'Paris or '.repeat(10_000)],
    ['opposites', 'open and closed, '.repeat(5_000)],
    ['groups', 'Women are all, and, just, '.repeat(3_000)],
    ['集団', '外国人はみんな、'.repeat(10_000)],
  ])('has work that grows with the length of hostile input, and not with its square: %s', async (_name, all) => {
    const ratio = await growth(async (scale) => {
      const text = all.slice(0, (all.length * scale) / 16)
      await judge.ask(question('equivalence', { question: text.slice(0, 999), reference: 'Paris 12', answer: text }))
      await judge.ask(question('groundedness', { context: [text], sentences: [text.slice(0, 5000)] }))
      await judge.ask(question('key-points', { points: ['Paris is 12'], answer: text }))
      await judge.ask(question('safety', { prompt: text, answer: text }))
      await judge.ask(question('rubrics', { rubrics: [{ id: 'a', property: text }], answer: text }))
    })
    expect(ratio).toBeLessThan(2.3)
  })

  it('has work that grows with the length of a reference that repeats itself as the answer does', async () => {
    const ratio = await growth((scale) => {
      const text = '2024-01-02 '.repeat(400 * scale)
      return judge.ask(question('equivalence', { question: 'q', reference: text, answer: `${text}z` }))
    })
    expect(ratio).toBeLessThan(2.3)
  })

  it('compares the quantities of two texts with work that grows with their number', async () => {
    const ratio = await growth((scale) => {
      // All numbers are equally long, so that only how many they are makes the text longer.
      const quantities = Array.from({ length: 500 * scale }, (_, index) => `${1000 + index} kg`).join(' and ')
      return boundsDifferently(quantities, quantities)
    })
    expect(ratio).toBeLessThan(2.3)
  })
})

function question(task: string, subject: unknown): Question<unknown> {
  const instruction = { id: task, version: 2, text: '' }
  return { task, subject, answer: z.unknown(), instruction, evidence: [], language: 'en', sample: 0 }
}
