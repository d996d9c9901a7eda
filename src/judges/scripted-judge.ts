import {
  type Answer,
  type Judge,
  type JudgeReply,
  type Message,
  type Question,
  stringifyJson,
  toEnglish,
} from '../core/index.ts'
import { instructionName } from './judge-settings.ts'
import { answerFrom, readJudgeReply } from './read-reply.ts'

/**
 * One answer of a scripted judge: a text is parsed like a model's reply, `value` is the answer itself, `abstains` is
 * the reason for none, and an error is thrown.
 */
export type ScriptedAnswer = string | { readonly value: unknown } | { readonly abstains: Message } | Error

export type AskedQuestion = Omit<Question<unknown>, 'answer' | 'readReply'>

export type ScriptedJudge = Judge & { readonly questions: readonly AskedQuestion[] }

/**
 * Makes a judge for tests. It returns the given answers in order, or the function's answer to each question, and
 * records the questions.
 *
 * @example scriptedJudge([{ value: { reason: 'same city', verdict: 'valid' } }])
 */
export function scriptedJudge(
  script: readonly ScriptedAnswer[] | ((question: AskedQuestion, index: number) => ScriptedAnswer),
  { id = 'scripted' }: { readonly id?: string } = {},
): ScriptedJudge {
  const questions: AskedQuestion[] = []
  return {
    id,
    questions,
    async ask(question, signal) {
      signal?.throwIfAborted()
      const { answer: _answer, readReply: _readReply, ...asked } = question
      const index = questions.push(asked) - 1
      const said = typeof script === 'function' ? script(asked, index) : script[index]
      if (said === undefined) throw new RangeError(`The script has ${index} answers, and one more was asked for`)
      if (said instanceof Error) throw said
      return saidAnswer(said, question, id)
    },
  }
}

function saidAnswer<Value>(
  said: Exclude<ScriptedAnswer, Error>,
  question: Question<Value>,
  judge: string,
): Answer<Value> {
  const reply = (raw: string): JudgeReply => ({
    judge,
    instruction: instructionName(question),
    raw,
    latencyMs: 0,
    calls: 1,
  })
  if (typeof said === 'string') return answerFrom(readJudgeReply(said, question), reply(said))
  if ('abstains' in said) return { status: 'abstained', reason: said.abstains, reply: reply(toEnglish(said.abstains)) }
  // A script that does not fit the question is a mistake in the test, so this may throw.
  return { status: 'answered', value: question.answer.parse(said.value), reply: reply(stringifyJson(said.value)) }
}
