import { object, optional } from '../../../formats/kit/foreign-object.ts'
import { type CodecValue, readForeign, string, wholeNumber } from '../../../formats/kit/foreign-value.ts'
import { readJsonDocument } from '../../../formats/kit/source-text.ts'

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
export type ScenarioGeneration = CodecValue<typeof generationConfig>

/** @throws {EvalError} `format` with file, line and path */
export function readGenerationConfig(text: string, file: string): ScenarioGeneration {
  return readJsonDocument(text, file, (value, origin) => readForeign(generationConfig, value, origin))
}
