import { type Answer, type Judge, type JudgeReply, type Question, message } from '../../src/core/index.ts'

/** A judge whose replies are written down: read by the question's own reader, else as JSON. Null is no content. */
export function writtenJudge(replyTo: (question: Question<unknown>) => unknown): Judge & {
  readonly asked: readonly Question<unknown>[]
} {
  const asked: Question<unknown>[] = []
  return {
    id: 'written',
    asked,
    async ask<Value>(question: Question<Value>): Promise<Answer<Value>> {
      asked.push(question)
      const reply = await replyTo(question)
      const raw = typeof reply === 'string' ? reply : JSON.stringify(reply ?? null)
      const kept: JudgeReply = { judge: 'written', instruction: question.instruction.id, raw, latencyMs: 0, calls: 1 }
      const value = question.readReply === undefined ? readJson(question, reply) : question.readReply(raw)
      if (value !== undefined) return { status: 'answered', value, reply: kept }
      return { status: 'unreadable', reason: message('The reply has no verdict'), reply: kept }
    },
  }
}

/** Replies by question, then by sample; a question begins with its sample 0. */
export function repliesBySample(replies: readonly (readonly unknown[])[]): (question: Question<unknown>) => unknown {
  let current = -1
  return ({ sample }) => {
    if (sample === 0) current += 1
    return replies[current]?.[sample] ?? null
  }
}

function readJson<Value>(question: Question<Value>, reply: unknown): Value | undefined {
  const read = question.answer.safeParse(reply)
  return read.success ? read.data : undefined
}
