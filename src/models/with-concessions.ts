import type { GenerationSettings, LanguageModel, ModelReply, ModelRequest } from './language-model.ts'
import { ModelFailure } from './model-failure.ts'

type Concession = {
  readonly isRefusal: RegExp
  readonly isAsked: (request: ModelRequest) => boolean
  readonly without: (request: ModelRequest) => ModelRequest
  readonly setting?: keyof GenerationSettings
}

/** Reasoning models accept a single value of these settings, and another name for the limit. */
const refused =
  '(?=.*(?:unsupported|not support|only the default|unrecogni[sz]ed|unknown|unexpected|not permitted|not allowed))'

function setting(name: keyof GenerationSettings, written: string): Concession {
  return {
    isRefusal: new RegExp(`^${refused}.*${written}`, 'is'),
    isAsked: (request) => request[name] !== undefined,
    without: ({ [name]: _left, ...request }) => request,
    setting: name,
  }
}

const concessions: readonly Concession[] = [
  setting('temperature', 'temperature'),
  setting('topP', 'top_?p'),
  setting('topK', 'top_?k'),
  setting('presencePenalty', 'presence_?penalty'),
  setting('frequencyPenalty', 'frequency_?penalty'),
  setting('seed', 'seed'),
  {
    isRefusal: new RegExp(`^${refused}.*max_?tokens`, 'is'),
    isAsked: ({ maxOutputTokens }) => maxOutputTokens !== undefined,
    without: ({ maxOutputTokens: most, providerOptions = {}, ...request }) => ({
      ...request,
      providerOptions: {
        ...providerOptions,
        openai: { ...providerOptions['openai'], maxCompletionTokens: most },
        server: { ...providerOptions['server'], max_completion_tokens: most },
      },
    }),
  },
  {
    // Without the schema replies are still parsed with the same care.
    isRefusal: /response_?format|json_?schema|json[ _]mode|structured[ _]outputs?|guided/i,
    isAsked: ({ json }) => json !== undefined,
    without: ({ json: _json, ...request }) => request,
  },
  {
    isRefusal: /system (?:role|message|prompt|instruction)|developer instruction|roles? must alternate/i,
    isAsked: ({ system }) => system !== undefined,
    without: ({ system = '', messages, ...request }) => {
      const [first, ...others] = messages
      return first?.role === 'user'
        ? { ...request, messages: [{ ...first, text: `${system}\n\n${first.text}` }, ...others] }
        : { ...request, messages: [{ role: 'user', text: system }, ...messages] }
    },
  },
]

/**
 * Drops what the server refuses (a schema for the reply, a system message, a temperature) from all requests after the
 * first refusal. Many local servers lack one of the first two, and reasoning models accept none of the settings.
 */
export function withConcessions(model: LanguageModel): LanguageModel {
  const made = new Set<Concession>()
  async function generate(request: ModelRequest, signal: AbortSignal): Promise<ModelReply> {
    const conceded = [...made].filter(({ isAsked }) => isAsked(request))
    try {
      const reply = await model.generate(
        conceded.reduce((asked, { without }) => without(asked), request),
        signal,
      )
      const idle = [...(reply.unsupported ?? []), ...conceded.flatMap(({ setting: name }) => name ?? [])]
      return idle.length > 0 ? { ...reply, unsupported: idle } : reply
    } catch (error) {
      const next = concessions.find((one) => !conceded.includes(one) && one.isAsked(request) && refuses(error, one))
      if (next === undefined) throw error
      made.add(next)
      const reply = await generate(request, signal)
      return { ...reply, calls: reply.calls + 1 }
    }
  }
  return { ...model, generate }
}

function refuses(error: unknown, { isRefusal }: Concession): boolean {
  return (
    error instanceof ModelFailure && (error.status === 400 || error.status === 422) && isRefusal.test(error.message)
  )
}
