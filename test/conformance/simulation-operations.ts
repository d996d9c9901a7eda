import { type JsonObject, EvalError, textOf } from '../../src/core/index.ts'
import { adkStepsFrom } from '../../src/formats/index.ts'
import {
  builtInPersona,
  declaredMocks,
  findValue,
  historyText,
  readInjection,
  readToolMocks,
  userTurnFrom,
} from '../../src/targets/index.ts'

/** Operations about simulated users and simulated tools. */
export const simulationOperations: Readonly<Record<string, (input: never) => unknown>> = {
  user_sim_reply: ({ llm_reply }: { llm_reply: string | null }) => {
    const turn = userTurnFrom(llm_reply ?? '', { adkCompat: true })
    return turn.status === 'stop'
      ? { status: 'stop_signal_detected' }
      : { status: 'success', text: textOf(turn.content) ?? '' }
  },
  user_sim_history: (input: { events: readonly EventRow[]; include_function_calls: boolean }) => {
    const rows = input.events.map(({ author, parts }) => ({ author, content: { parts } }))
    const steps = adkStepsFrom({ invocation_events: rows }, { file: 'vector' })
    const events = steps?.form === 'events' ? steps.events : []
    return { text: historyText(events, { functionCalls: input.include_function_calls }) }
  },
  persona: ({ id }: { id: string }) => ({ behaviors: builtInPersona(id).behaviors.map(({ name }) => name) }),

  env_injection: async ({ injection_configs, calls }: { injection_configs: unknown; calls: readonly JsonObject[] }) => {
    const mocks = [{ tool_name: 'tool', injection_configs }]
    const source = declaredMocks(mocks, { adkCompat: true }).open({ id: 'vector' })
    const responses: unknown[] = []
    for (const args of calls) {
      const call = { name: 'tool', args, signal: new AbortController().signal }
      responses.push(await source?.answer(call, async () => null))
    }
    return { responses }
  },
  env_config_validate: (input: ConfigInput) => {
    try {
      if ('injection_config' in input) readInjection(input.injection_config, 'vector')
      else if ('tool_simulation_config' in input) readToolMocks([input.tool_simulation_config], 'vector')
      else readToolMocks('config' in input ? input.config : input, 'vector')
      return { valid: true }
    } catch (error) {
      if (error instanceof EvalError) return { valid: false }
      throw error
    }
  },
  env_find_value: ({ data, key }: { data: unknown; key: string }) => ({ value: findValue(data, key) ?? null }),
}

type EventRow = { readonly author: string; readonly parts: unknown }
type ConfigInput =
  | { readonly injection_config: unknown }
  | { readonly tool_simulation_config: unknown }
  | { readonly config: unknown }
  | { readonly tool_simulation_configs: unknown }
