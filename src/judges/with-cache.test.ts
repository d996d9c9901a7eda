import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Question, message } from '../core/index.ts'
import { openSqliteAnswerCache } from '../stores/index.ts'
import { describeJudge } from './judge.contract.ts'
import { type ScriptedAnswer, scriptedJudge } from './scripted-judge.ts'
import { withCache } from './with-cache.ts'

const Verdict = z.object({ reason: z.string(), verdict: z.enum(['valid', 'invalid']) })
const question: Question<z.infer<typeof Verdict>> = {
  task: 'equivalence',
  subject: {},
  instruction: { id: 'equivalence', version: 1, text: 'Compare.' },
  evidence: [{ label: 'answer', text: 'Tokyo' }],
  answer: Verdict,
  language: 'en',
  sample: 0,
}
const valid = { value: { reason: 'same', verdict: 'valid' } }
const now = () => 1000

describeJudge(
  'with a cache',
  () =>
    withCache(
      scriptedJudge(() => valid),
      openSqliteAnswerCache(':memory:'),
      { now },
    ),
  question,
)

describe('withCache', () => {
  it('asks a question once, and says that the second answer was paid for before', async () => {
    const { judge, cached } = cachedJudge(() => valid)
    await cached.ask(question)
    expect(await cached.ask(question)).toEqual({
      status: 'answered',
      value: valid.value,
      reply: {
        judge: 'scripted',
        instruction: 'equivalence@1',
        raw: '{"reason":"same","verdict":"valid"}',
        latencyMs: 0,
        cost: 0,
        calls: 0,
        cached: true,
      },
    })
    expect(judge.questions).toHaveLength(1)
  })

  it.each<[string, Partial<typeof question>]>([
    ['sample', { sample: 1 }],
    ['language', { language: 'ja' }],
    ['task', { task: 'safety' }],
    ['subject', { subject: { answer: 'x' } }],
    ['instruction', { instruction: { id: 'other', version: 1, text: 'Compare.' } }],
    ['version', { instruction: { id: 'equivalence', version: 2, text: 'Compare.' } }],
    ['words of the instruction', { instruction: { id: 'equivalence', version: 1, text: 'Compare!' } }],
    ['evidence', { evidence: [{ label: 'answer', text: 'Tokyo ' }] }],
    ['label', { evidence: [{ label: 'reference', text: 'Tokyo' }] }],
    [
      'cut of the evidence',
      {
        evidence: [
          { label: 'answer', text: 'Tok' },
          { label: 'answer', text: 'yo' },
        ],
      },
    ],
    ['answer shape', { answer: Verdict.extend({ verdict: z.enum(['valid', 'invalid']).describe('new') }) }],
    ['form of the reply', { readReply: () => undefined }],
  ])('asks again for another %s', async (_what, change) => {
    const { judge, cached } = cachedJudge(() => valid)
    await cached.ask(question)
    await cached.ask({ ...question, ...change })
    expect(judge.questions).toHaveLength(2)
  })

  it('keeps judges apart by name and settings, whatever the order of these', async () => {
    const cache = openSqliteAnswerCache(':memory:')
    const asked: string[] = []
    const ask = async (id: string, settings: Record<string, string>) => {
      const judge = scriptedJudge(() => (asked.push(id), valid), { id })
      await withCache({ ...judge, settings }, cache, { now }).ask(question)
    }
    await ask('a', { baseUrl: 'http://one', mode: 'x' })
    await ask('b', { baseUrl: 'http://one', mode: 'x' })
    await ask('c', { baseUrl: 'http://two', mode: 'x' })
    await ask('a', { mode: 'x', baseUrl: 'http://one' })
    await ask('a', { baseUrl: 'http://two', mode: 'x' })
    expect(asked).toEqual(['a', 'b', 'c', 'a'])
  })

  it('keeps neither what was unreadable, nor abstained, nor failed', async () => {
    const { judge, cached } = cachedJudge(['?', { abstains: message('cannot know') }, new Error('down'), valid])
    expect((await cached.ask(question)).status).toBe('unreadable')
    expect((await cached.ask(question)).status).toBe('abstained')
    await expect(cached.ask(question)).rejects.toThrow('down')
    expect((await cached.ask(question)).status).toBe('answered')
    expect(judge.questions).toHaveLength(4)
  })

  it('forgets what is too old', async () => {
    let time = 0
    const judge = scriptedJudge(() => valid)
    const cached = withCache(judge, openSqliteAnswerCache(':memory:'), { now: () => time, maxAgeMs: 100 })
    for (time of [0, 100, 201]) await cached.ask(question)
    expect(judge.questions).toHaveLength(2)
  })

  it('asks anew when told not to read, and keeps the new answer', async () => {
    const cache = openSqliteAnswerCache(':memory:')
    const judge = scriptedJudge([valid, { value: { reason: 'other', verdict: 'invalid' } }])
    await withCache(judge, cache, { now }).ask(question)
    await withCache(judge, cache, { now, read: false }).ask(question)
    expect(await withCache(judge, cache, { now }).ask(question)).toMatchObject({ value: { verdict: 'invalid' } })
  })
})

function cachedJudge(script: Parameters<typeof scriptedJudge>[0] | readonly ScriptedAnswer[]) {
  const judge = scriptedJudge(script)
  return { judge, cached: withCache(judge, openSqliteAnswerCache(':memory:'), { now }) }
}
