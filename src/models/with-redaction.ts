import type { LanguageModel } from './language-model.ts'
import { keysToRedact } from './secrets.ts'

/** A model in whose replies its own keys are taken out: a gateway on the way may write them there. */
export function withRedactedModel(model: LanguageModel, keys: readonly (string | undefined)[]): LanguageModel {
  const known = keysToRedact(keys)
  return {
    ...model,
    async generate(request, signal) {
      const reply = await model.generate(request, signal)
      const { text, toolCalls } = known.redactAll({ text: reply.text, toolCalls: reply.toolCalls?.map(visible) })
      return {
        ...reply,
        text,
        ...(reply.toolCalls !== undefined && {
          toolCalls: reply.toolCalls.map((call, position) => ({ ...call, ...toolCalls?.[position] })),
        }),
      }
    },
  }
}

// What a provider wants back as it gave it stays.
function visible({ name, args }: { readonly name: string; readonly args: unknown }) {
  return { name, args }
}
