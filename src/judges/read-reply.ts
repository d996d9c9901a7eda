import { type Answer, type JudgeReply, type Question, message, toEnglish } from '../core/index.ts'
import { type ReadAnswer, readAnswer } from './read-answer.ts'

/** Reads a reply in the question's own form if it has one, else as JSON. */
export function readJudgeReply<Value>(raw: string, question: Question<Value>): ReadAnswer<Value> {
  if (question.readReply === undefined) return readAnswer(raw, question.answer, question.evidence)
  const value = question.readReply(raw)
  return value === undefined
    ? { status: 'unreadable', problem: message('it holds no verdict in the expected form') }
    : { status: 'read', value }
}

export function answerFrom<Value>(reading: ReadAnswer<Value>, reply: JudgeReply): Answer<Value> {
  if (reading.status === 'read') return { status: 'answered', value: reading.value, reply }
  const problem = toEnglish(reading.problem)
  return { status: 'unreadable', reason: message("the judge's reply was not readable: {problem}", { problem }), reply }
}
