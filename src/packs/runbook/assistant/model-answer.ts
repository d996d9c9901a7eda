import { EvalError, message } from '../../../core/index.ts'
import {
  ModelFailure,
  type LanguageModel,
  type ModelMessage,
  type ModelReply,
  type ModelRequest,
} from '../../../models/index.ts'
import { degenerateAnswer, fence, makeMark } from '../../../text/index.ts'
import { answerPrompts, nothingFound } from './answer-prompt.ts'
import type { AnswerLanguage } from './answer-words.ts'
import type { RunbookExchange, WrittenAnswer } from './runbook-answer.ts'
import type { RunbookPassage } from './runbook-passage.ts'

export type ModelAnswerRequest = {
  readonly question: string
  readonly passages: readonly RunbookPassage[]
  readonly history: readonly RunbookExchange[]
  readonly language: AnswerLanguage
}

export type ModelAnswerOptions = {
  readonly model: LanguageModel
  /** Uniform in [0, 1) and not to be foretold: it makes the marks around passages. */
  readonly random: () => number
  readonly signal: AbortSignal
}

/**
 * An answer that a model writes from the passages. Its marks are checked: those that point to no passage are taken out and
 * counted.
 *
 * @returns without text when the model finds nothing in the passages
 * @throws {EvalError} `agent` when the model cannot be reached, breaks, or answers nothing
 */
export async function modelAnswer(request: ModelAnswerRequest, options: ModelAnswerOptions): Promise<WrittenAnswer> {
  const { passages, language } = request
  const mark = makeMark(options.random)
  const reply = await ask(options, {
    system: answerPrompts[language](mark),
    messages: [...request.history.flatMap(messagesOf), { role: 'user', text: material(request, mark) }],
    temperature: 0,
  })
  const { text, removed } = checkedMarks(withoutSources(reply.text.trim()), passages.length)
  const empty = degenerateAnswer(text)
  if (empty !== undefined || reply.finishReason === 'length') {
    throw new EvalError('agent', empty ?? message('the model’s answer was cut off at its limit of tokens'))
  }
  return {
    text: reply.text.includes(nothingFound) ? '' : text,
    passages,
    removedCitations: removed,
    usage: reply.usage,
    modelCalls: reply.calls,
  }
}

async function ask({ model, signal }: ModelAnswerOptions, request: ModelRequest): Promise<ModelReply> {
  try {
    return await model.generate(request, signal)
  } catch (cause) {
    if (!(cause instanceof ModelFailure)) throw cause
    // Not to be tried again: the model has its own retries, and they were used up.
    throw new EvalError('agent', cause.sentence, { hint: cause.hint, cause })
  }
}

function messagesOf({ question, answer }: RunbookExchange): readonly ModelMessage[] {
  return [
    { role: 'user', text: question },
    { role: 'assistant', text: answer },
  ]
}

function material({ question, passages }: ModelAnswerRequest, mark: string): string {
  const pieces = passages.map(({ file, heading, text }, index) => ({
    label: `passage ${index + 1}: ${file}${heading === '' ? '' : `, ${heading}`}`,
    text,
  }))
  return fence([...pieces, { label: 'the question', text: question }], mark)
}

/** A list of sources that the model wrote all the same would stand there twice. */
function withoutSources(text: string): string {
  return text
    .trimEnd()
    .replace(
      /(?=出典|参照|参考|引用元|Source|Reference)(?<=\n[#*\s]*)(?:出典|参照|参考|引用元|Sources?|References?)[* \t]*(?:[:：][* \t]*)?(?:\n+[^\S\n]*(?:[-*•][^\S\n]*)?\[?\d+\]?[^\n]*)*$/i,
      '',
    )
    .replace(/(?<=\n)[#* \t]*$/, '')
    .trim()
}

function checkedMarks(text: string, passages: number): { readonly text: string; readonly removed: number } {
  let removed = 0
  const checked = text.replaceAll(/\s?[[［【](\d{1,3}(?:\s*[,、，]\s*\d{1,3})*)[\]］】]/g, (written, list: string) => {
    const numbers = list.split(/[,、，]/).map(Number)
    const real = numbers.filter((number) => number >= 1 && number <= passages)
    removed += numbers.length - real.length
    return real.length === 0 ? '' : `${/^\s/.test(written) ? ' ' : ''}${real.map((number) => `[${number}]`).join('')}`
  })
  return { text: checked.trim(), removed }
}
