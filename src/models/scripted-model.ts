import type { LanguageModel, ModelReply, ModelRequest } from './language-model.ts'

/** A text stands for a whole reply; an error is thrown. */
export type ScriptedReply = string | Partial<ModelReply> | Error

export type ScriptedModel = LanguageModel & { readonly requests: readonly ModelRequest[] }

/** Makes a model for tests that returns the listed replies in order, or the function's reply to each request. */
export function scriptedModel(
  script: readonly ScriptedReply[] | ((request: ModelRequest, index: number) => ScriptedReply | Promise<ScriptedReply>),
  options: { readonly id?: string } = {},
): ScriptedModel {
  const requests: ModelRequest[] = []
  return {
    id: options.id ?? 'scripted',
    provider: 'scripted',
    requests,
    async generate(request, signal) {
      signal.throwIfAborted()
      const index = requests.push(request) - 1
      const reply = typeof script === 'function' ? await script(request, index) : script[index]
      signal.throwIfAborted()
      if (reply === undefined) throw new RangeError(`The script has ${index} replies, and one more was asked for`)
      if (reply instanceof Error) throw reply
      const said = typeof reply === 'string' ? { text: reply } : reply
      return { text: '', finishReason: 'stop', latencyMs: 0, calls: 1, ...said }
    },
  }
}
