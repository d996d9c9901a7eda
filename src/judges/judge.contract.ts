import { describe, expect, it } from 'vitest'
import { type Judge, type Question, JudgeReply } from '../core/index.ts'

/** Tests what every judge promises. `open` returns a judge that can answer `question` any number of times. */
export function describeJudge<Value>(name: string, open: () => Judge, question: Question<Value>): void {
  describe(`judge contract: ${name}`, () => {
    it('has a name, and its replies carry it', async () => {
      const judge = open()
      const { reply } = await judge.ask(question)
      expect(judge.id).not.toBe('')
      expect(reply.judge).toBe(judge.id)
    })

    it('gives an answer of the shape that was asked for', async () => {
      const answer = await open().ask(question)
      const value = answer.status === 'answered' ? answer.value : undefined
      expect(question.answer.parse(value)).toEqual(value)
    })

    it('keeps what it said, on which instruction, how long it took and what it counted', async () => {
      const { reply } = await open().ask(question)
      expect(JudgeReply.parse(reply)).toEqual(reply)
      expect(reply.raw).not.toBe('')
      expect(reply.instruction).toBe(`${question.instruction.id}@${question.instruction.version}`)
      expect(reply.latencyMs).toBeGreaterThanOrEqual(0)
      expect(reply.calls).toBeGreaterThanOrEqual(0)
    })

    it('leaves the question as it was', async () => {
      const { evidence, subject } = question
      const before = JSON.stringify({ evidence, subject })
      await open().ask(question)
      expect(JSON.stringify({ evidence, subject })).toBe(before)
    })

    it('answers several questions at once', async () => {
      const judge = open()
      const answers = await Promise.all([0, 1, 2, 3].map((sample) => judge.ask({ ...question, sample })))
      expect(answers.map(({ status }) => status)).toEqual(['answered', 'answered', 'answered', 'answered'])
    })
  })
}
