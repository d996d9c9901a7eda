import {
  type Answer,
  type JudgeReply,
  type Message,
  type Question,
  type Usage,
  EvalError,
  message,
} from '../core/index.ts'
import { messageOf } from '../core/basics/message-of.ts'
import type { LanguageModel } from '../models/index.ts'
import { jsonSchemaOf } from './answer-shape.ts'
import { makeMark } from '../text/index.ts'
import { askAgain, judgePrompt, promptVersion, type JudgePrompt } from './judge-prompt.ts'
import { type ConfiguredJudge, instructionHash, instructionName } from './judge-settings.ts'
import type { ReadAnswer } from './read-answer.ts'
import { answerFrom, readJudgeReply } from './read-reply.ts'
import { sumOfUsages } from './sum-of-usages.ts'

type ModelRequest = Parameters<LanguageModel['generate']>[0]
type ModelReply = Awaited<ReturnType<LanguageModel['generate']>>

type ModelJudgeOptions = {
  /** Makes the marks around evidence: numbers in [0, 1) that nobody can predict, so no seeded generator. */
  readonly random: () => number
  /** The id of the model by default. */
  readonly id?: string
  /** Sends the answer's schema to the provider; true by default. Replies are parsed with the same care either way. */
  readonly structured?: boolean
  readonly temperature?: number
  readonly maxOutputTokens?: number
  readonly providerOptions?: ModelRequest['providerOptions']
  /** Returns US dollars; undefined when the price is unknown. */
  readonly priceOf?: (usage: Usage) => number | undefined
}

/**
 * Makes a judge of a language model. Evidence is fenced; the reply is parsed tolerantly, and an unreadable one is asked
 * for once more. Both replies are kept verbatim.
 *
 * @example modelJudge(await openModel('gemini-2.5-flash', { environment }), { random })
 */
export function modelJudge(model: LanguageModel, options: ModelJudgeOptions): ConfiguredJudge {
  const id = options.id ?? model.id

  async function ask<Value>(question: Question<Value>, signal = new AbortController().signal): Promise<Answer<Value>> {
    const prompt = judgePrompt(question, makeMark(options.random))
    const first = await generate(requestFor(question, prompt, options), signal)
    const firstReading = read(first, question)
    if (firstReading.status === 'read' || question.readReply !== undefined) {
      return answerFrom(firstReading, replyFrom([first], question))
    }
    const second = await generate(secondRequest(question, prompt, first, firstReading.problem), signal)
    return answerFrom(read(second, question), replyFrom([first, second], question))
  }

  async function generate(request: ModelRequest, signal: AbortSignal): Promise<ModelReply> {
    try {
      return await model.generate(request, signal)
    } catch (error) {
      if (signal.aborted || (error instanceof EvalError && passedOn.has(error.code))) throw error
      const problem = messageOf(error)
      throw new EvalError('judge', message('the judge {judge} failed: {problem}', { judge: id, problem }), {
        cause: error,
      })
    }
  }

  function secondRequest<Value>(
    question: Question<Value>,
    prompt: JudgePrompt,
    { text }: ModelReply,
    problem: Message,
  ): ModelRequest {
    const request = requestFor(question, prompt, options)
    const again = askAgain(problem, question.language)
    // Providers reject messages without text, and two messages of the same role in a row.
    if (text.trim() === '') return { ...request, messages: [{ role: 'user', text: `${prompt.user}\n\n${again}` }] }
    return {
      ...request,
      messages: [...request.messages, { role: 'assistant', text }, { role: 'user', text: again }],
    }
  }

  function replyFrom<Value>(replies: readonly ModelReply[], question: Question<Value>): JudgeReply {
    const usages = replies.flatMap(({ usage }) => usage ?? [])
    const costs = usages.map((usage) => options.priceOf?.(usage))
    const known = costs.filter((cost) => cost !== undefined)
    return {
      judge: id,
      instruction: instructionName(question),
      instructionHash: instructionHash(question),
      raw: replies.map(({ text }) => text).join('\n\n[asked again]\n\n'),
      ...(usages.length === 0 ? {} : { usage: sumOfUsages(usages) }),
      ...(known.length < replies.length ? {} : { cost: known.reduce((sum, cost) => sum + cost, 0) }),
      latencyMs: replies.reduce((sum, { latencyMs }) => sum + latencyMs, 0),
      calls: replies.reduce((sum, { calls }) => sum + calls, 0),
    }
  }

  const settings = {
    provider: model.provider,
    baseUrl: model.baseUrl,
    prompt: promptVersion,
    structured: options.structured ?? true,
    temperature: options.temperature,
    maxOutputTokens: options.maxOutputTokens,
    providerOptions: options.providerOptions === undefined ? undefined : JSON.stringify(options.providerOptions),
    generation: model.settings === undefined ? undefined : JSON.stringify(model.settings),
  }
  return { id, settings, ask }
}

// These errors are more precise than "the judge failed", so they pass unchanged.
const passedOn: ReadonlySet<string> = new Set(['judge', 'config', 'store', 'cancelled'])

function requestFor<Value>(question: Question<Value>, prompt: JudgePrompt, options: ModelJudgeOptions): ModelRequest {
  const { structured = true, temperature, maxOutputTokens, providerOptions } = options
  return {
    system: prompt.system,
    messages: [{ role: 'user', text: prompt.user }],
    ...(structured && question.readReply === undefined ? { json: jsonSchemaOf(question.answer) } : {}),
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(providerOptions === undefined ? {} : { providerOptions }),
  }
}

const cutOff: Partial<Record<ModelReply['finishReason'], Message>> = {
  length: message('it was cut off at the length limit'),
  error: message('it was cut off by an error of its model'),
}

function read<Value>({ text, finishReason }: ModelReply, question: Question<Value>): ReadAnswer<Value> {
  // A reply that was cut off may have been about to change its verdict. Forms other than JSON have their own rules.
  const problem = cutOff[finishReason]
  if (problem !== undefined && question.readReply === undefined) return { status: 'unreadable', problem }
  return readJudgeReply(text, question)
}
