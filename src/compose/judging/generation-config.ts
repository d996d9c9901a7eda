import { z } from 'zod'
import { EvalError, JsonObject, message } from '../../core/index.ts'
import { camelCase } from '../../formats/kit/key-spelling.ts'
import type { GenerationSettings, LanguageModel } from '../../models/index.ts'
import { snakeCaseOptions } from '../../metrics/shared/snake-case-options.ts'
import type { Warnings } from '../warnings.ts'

/** A generation config of ADK's files, in the terms of the Gemini API. `place` names its origin in messages. */
export type GenerationConfig = { readonly place: string; readonly config: JsonObject }

/**
 * Returns a model that generates as a config demands. It warns of keys without effect: at once where that is certain,
 * otherwise when the model reports it.
 *
 * @throws {EvalError} `config` for an invalid value
 */
export async function withGenerationConfig(
  model: LanguageModel,
  { place, config }: GenerationConfig,
  warnings: Warnings,
): Promise<LanguageModel> {
  if (givenKeys(config).length === 0) return model
  const { withSettings } = await import('../../models/index.ts')
  const { general, google, unknown } = readConfig(config, place)
  const isGoogle = model.provider === 'google' || model.provider === 'vertex'
  const idle = isGoogle ? unknown : [...Object.keys(google), ...unknown]
  warnOfNoEffect({ place, keys: idle, on: model.id }, warnings)
  const settings: GenerationSettings = {
    ...inCamelCase(general),
    ...(isGoogle && Object.keys(google).length > 0 && { providerOptions: { google: inCamelCase(google) } }),
  }
  return withSettings(model, settings, (unsupported) => {
    const names: readonly string[] = unsupported
    const keys = Object.keys(general).filter((key) => names.includes(camelCase(key)))
    warnOfNoEffect({ place, keys, on: model.id }, warnings)
  })
}

/** Returns the keys that are set; null counts as not set. */
export function givenKeys(config: JsonObject): readonly string[] {
  return Object.keys(config).filter((key) => config[key] !== null)
}

export function warnOfNoEffect(
  { place, keys, on }: { readonly place: string; readonly keys: readonly string[]; readonly on: string },
  warnings: Warnings,
): void {
  if (keys.length === 0) return
  const values = { place, keys: keys.join(', '), count: keys.length, model: on }
  warnings.add(message('{place}: {keys} {count|has|have} no effect on {model}', values))
}

const general = {
  temperature: z.number(),
  top_p: z.number(),
  top_k: z.number(),
  presence_penalty: z.number(),
  frequency_penalty: z.number(),
  stop_sequences: z.array(z.string()),
  max_output_tokens: z.number().int().min(1),
  seed: z.number().int(),
}

const Thinking = z
  .strictObject({
    includeThoughts: z.boolean(),
    thinkingBudget: z.number().int(),
    thinkingLevel: z
      .string()
      .toLowerCase()
      .pipe(z.enum(['minimal', 'low', 'medium', 'high'])),
  })
  .partial()

/** Settings that only models of Google have. */
const google = {
  thinking_config: z.preprocess(inCamelCase, Thinking),
  safety_settings: z.array(z.strictObject({ category: z.string(), threshold: z.string() })),
}

const General = z.object(general).partial()
const Google = z.object(google).partial()

function readConfig(config: JsonObject, place: string) {
  const options = snakeCaseOptions(withoutNulls(config), place)
  try {
    return {
      general: General.parse(options),
      google: Google.parse(options),
      unknown: Object.keys(options).filter((key) => !Object.hasOwn(general, key) && !Object.hasOwn(google, key)),
    }
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error
    const [issue] = error.issues
    throw new EvalError(
      'config',
      message('{place}: {path}: {problem}', {
        place,
        path: issue?.path.join('.') ?? '',
        problem: issue?.message ?? '',
      }),
      { cause: error },
    )
  }
}

function inCamelCase(options: unknown): JsonObject {
  const read = withoutNulls(JsonObject.safeParse(options).data ?? {})
  return Object.fromEntries(Object.entries(read).map(([key, value]) => [camelCase(key), value]))
}

function withoutNulls(options: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null))
}
