import { JsonObject, parseJson, splitThoughts, type InstructionLanguage } from '../../core/index.ts'
import type { LanguageModel, ModelRequest } from '../../models/language-model.ts'
import { onlyJsonPlease } from '../instructions/simulated-tools.ts'

export type Asking = Pick<ModelRequest, 'temperature' | 'providerOptions'> & {
  readonly model: LanguageModel
  readonly language: InstructionLanguage
  /** How often it may answer with something else; 2 when not given. */
  readonly attempts?: number
}

/** A model's reply as an object, asked again when it is none; undefined when it never is. */
export async function askForJson(
  { model, language, attempts = 2, temperature, providerOptions }: Asking,
  { system, text }: { readonly system: string; readonly text: string },
  signal: AbortSignal,
): Promise<JsonObject | undefined> {
  let messages: ModelRequest['messages'] = [{ role: 'user', text }]
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const reply = await model.generate({ system, messages, temperature, providerOptions }, signal)
    const object = objectIn(reply.text)
    if (object !== undefined) return object
    messages = [
      ...messages,
      // Some providers refuse a message without text.
      { role: 'assistant', text: reply.text.trim() || '-' },
      { role: 'user', text: onlyJsonPlease[language] },
    ]
  }
  return undefined
}

/** The object that a reply is, or that stands in it between code fences or other words. */
function objectIn(reply: string): JsonObject | undefined {
  const { answer } = splitThoughts(reply)
  const inside = answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1)
  try {
    return JsonObject.safeParse(parseJson(inside)).data
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
