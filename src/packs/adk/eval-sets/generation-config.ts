import { object, optional } from '../../../formats/kit/foreign-object.ts'
import { type Codec, readForeign, string, wholeNumber } from '../../../formats/kit/foreign-value.ts'
import { locate, parseJsonDocument } from '../../../formats/kit/source-text.ts'

const generationConfig = object(
  {
    count: optional('count', wholeNumber(1)),
    instruction: optional('generation_instruction', string),
    context: optional('environment_context', string),
    model: optional('model_name', string),
  },
  { unknown: 'reject' },
)

/** Settings of generated scenarios, in the form of ADK's `ConversationGenerationConfig`. */
export type ScenarioGeneration = typeof generationConfig extends Codec<infer T> ? T : never

/** @throws {EvalError} `format` with file, line and path */
export function readGenerationConfig(text: string, file: string): ScenarioGeneration {
  const lineOf = (path: Parameters<typeof locate>[1]) => locate(text, path)
  return readForeign(generationConfig, parseJsonDocument(text, file), { file, lineOf })
}
