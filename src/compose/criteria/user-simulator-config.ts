import { type JsonObject, type Origin, message } from '../../core/index.ts'
import { defaulted, nullable, object } from '../../formats/kit/foreign-object.ts'
import { type Reading, report } from '../../formats/kit/foreign-reading.ts'
import {
  type Codec,
  flag,
  jsonObject,
  notAnObject,
  readForeign,
  string,
  wholeNumber,
} from '../../formats/kit/foreign-value.ts'
import { withDefaults } from '../../formats/kit/foreign-options.ts'
import { isObject } from '../../core/basics/is-object.ts'

/** ADK's settings of a simulated user: keys in snake_case, defaults filled in, unknown keys unchanged. */
export type UserSimulatorConfig = {
  readonly type: 'llm_backed' | 'llm_audio'
  readonly model: string
  /** In the terms of the Gemini API; null leaves it to the program that reads the file. */
  readonly model_configuration: JsonObject | null
  /** Maximum of the user's messages, including the first; -1 is no limit. */
  readonly max_allowed_invocations: number
  readonly custom_instructions: string | null
  readonly include_function_calls: boolean
} & Readonly<JsonObject>

/** @throws {EvalError} for an unknown type, a wrong option, or instructions without a required placeholder */
export function parseUserSimulatorConfig(
  value: unknown,
  origin: Origin = { file: 'user_simulator_config' },
): UserSimulatorConfig {
  const config = readForeign(userSimulatorConfig, value, origin)
  return { ...config, model_configuration: config.model_configuration ?? thinkingOn }
}

const thinkingOn = { thinking_config: { include_thoughts: true, thinking_budget: 10_240 } }

const llmBacked = {
  model: defaulted('model', string, 'gemini-2.5-flash'),
  model_configuration: nullable('model_configuration', jsonObject),
  max_allowed_invocations: defaulted('max_allowed_invocations', wholeNumber(-1), 20),
  custom_instructions: nullable('custom_instructions', string),
  include_function_calls: defaulted('include_function_calls', flag, false),
}

/** Keys that have an effect on a simulated user who writes. */
export const USER_SIMULATOR_KEYS: readonly string[] = ['type', ...Object.keys(llmBacked)]

const rest = { unknown: 'keep', keepIn: 'others' } as const

const simulators = {
  llm_backed: withDefaults(object(llmBacked, rest)),
  llm_audio: withDefaults(
    object(llmBacked, { ...rest, alsoKeeps: { audio_model: string, include_text_with_audio: flag } }),
  ),
}

export const userSimulatorConfig: Codec<UserSimulatorConfig> = {
  read: (value, reading) => {
    if (!isObject(value)) return notAnObject(value, reading)
    const { type: given, ...options } = value
    const type = given ?? 'llm_backed'
    if (type !== 'llm_backed' && type !== 'llm_audio') {
      return report(reading, (place) => message('{place}: there is no such kind of user simulator', { place }), {
        key: 'type',
        hint: { known: Object.keys(simulators) },
      })
    }
    const config: UserSimulatorConfig = { type, ...simulators[type].read(options, reading) }
    checkTemplate(config.custom_instructions, reading)
    return config
  },
  write: (config) => config,
}

const placeholders = ['stop_signal', 'conversation_plan', 'conversation_history']

function checkTemplate(template: string | null, reading: Reading): void {
  if (typeof template !== 'string') return
  const expressions = [...template.matchAll(/\{\{((?:(?!\{\{).)*?)\}\}|\{%((?:(?!\{%).)*?)%\}/gs)]
    .map(([whole]) => whole)
    .join(' ')
  for (const name of placeholders) {
    if (new RegExp(`\\b${name}\\b`).test(expressions)) continue
    report(
      reading,
      (place) => message('{place}: the instructions never use {placeholder}', { place, placeholder: `{{ ${name} }}` }),
      { key: 'custom_instructions', hint: { known: placeholders } },
    )
  }
}
