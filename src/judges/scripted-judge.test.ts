import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Question, message } from '../core/index.ts'
import { describeJudge } from './judge.contract.ts'
import { scriptedJudge } from './scripted-judge.ts'

const Verdict = z.object({ verdict: z.enum(['yes', 'no']) })
const question: Question<z.infer<typeof Verdict>> = {
  task: 'rubrics',
  subject: 1,
  instruction: { id: 'rubrics', version: 3, text: 'Judge.' },
  evidence: [{ label: 'answer', text: 'a' }],
  answer: Verdict,
  language: 'ja',
  sample: 0,
}

describeJudge('scripted judge', () => scriptedJudge(() => ({ value: { verdict: 'yes' } })), question)

describe('scriptedJudge', () => {
  it('gives the written answers one after the other, each in its own way', async () => {
    const judge = scriptedJudge([
      { value: { verdict: 'no' } },
      'verdict: Yes',
      'hm',
      { abstains: message('cannot know') },
      new Error('down'),
    ])
    expect(await judge.ask(question)).toMatchObject({ value: { verdict: 'no' }, reply: { raw: '{"verdict":"no"}' } })
    expect(await judge.ask(question)).toMatchObject({ value: { verdict: 'yes' }, reply: { raw: 'verdict: Yes' } })
    expect(await judge.ask(question)).toMatchObject({ status: 'unreadable', reply: { raw: 'hm' } })
    expect(await judge.ask(question)).toMatchObject({ status: 'abstained', reason: { text: 'cannot know' } })
    await expect(judge.ask(question)).rejects.toThrow('down')
    await expect(judge.ask(question)).rejects.toThrow('The script has 5 answers, and one more was asked for')
  })

  it('answers by the question, and keeps what it was asked', async () => {
    const judge = scriptedJudge(({ sample }, index) => ({ value: { verdict: sample + index > 0 ? 'yes' : 'no' } }))
    expect(await judge.ask(question)).toMatchObject({ value: { verdict: 'no' } })
    expect(await judge.ask({ ...question, sample: 1 })).toMatchObject({ value: { verdict: 'yes' } })
    expect(judge.questions.map(({ sample, subject }) => [sample, subject])).toEqual([
      [0, 1],
      [1, 1],
    ])
  })

  it('reads a text in the form of the question', async () => {
    const asText = { ...question, readReply: (raw: string) => (raw === 'Y' ? { verdict: 'yes' as const } : undefined) }
    const judge = scriptedJudge(['Y', 'N'])
    expect(await judge.ask(asText)).toMatchObject({ status: 'answered', value: { verdict: 'yes' } })
    expect(await judge.ask(asText)).toMatchObject({ status: 'unreadable' })
  })

  it('throws on an answer that does not fit, for the test is wrong', async () => {
    await expect(scriptedJudge([{ value: { verdict: 'maybe' } }]).ask(question)).rejects.toThrow(z.ZodError)
  })
})
