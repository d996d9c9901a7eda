import { z } from 'zod'
import {
  JsonObject,
  splitThoughts,
  type InstructionLanguage,
  EvalError,
  message,
  stringifyJson,
  parsedJson,
} from '../../core/index.ts'
import type { LanguageModel, ModelRequest } from '../../models/language-model.ts'
import { withModelAccount } from '../../models/with-account.ts'
import { onlyJsonPlease, connectionInstructions, simulatedToolInstructions } from '../instructions/simulated-tools.ts'
import { untilAborted } from '../until-aborted.ts'
import { fenced } from '../users/fence.ts'
import { mocksOf } from './declared-mocks.ts'
import { readToolMocks } from './tool-mock.ts'
import type { RequestedCall, ToolSource } from './tool-source.ts'

/** The declaration of a tool for a model. `parameters` is a JSON schema. */
export type ToolDeclaration = {
  readonly name: string
  readonly description?: string
  readonly parameters?: unknown
}

export type ModelMadeToolsOptions = Pick<ModelRequest, 'temperature' | 'providerOptions'> & {
  readonly model: LanguageModel
  /** Mocks with the strategy `MOCK_STRATEGY_TOOL_SPEC`; cases may add more in `metadata.tool_mocks`. */
  readonly mocks?: unknown
  readonly declarations: readonly ToolDeclaration[]
  /** The content of the simulated world, in any form; all replies agree with it. */
  readonly environmentData?: string
  /** Earlier events, such as the trace of another run, in any form. */
  readonly tracing?: string
  readonly language?: InstructionLanguage
  /** Like ADK, returns an error object when the model gave no JSON, instead of asking again and failing. */
  readonly adkCompat?: boolean
}

/**
 * Answers tool calls with a language model, for tools whose strategy in `mocks` or in the case is
 * `MOCK_STRATEGY_TOOL_SPEC`. The model first finds out which tools create the ids that others need. Each call shows it
 * the objects created so far in the conversation.
 *
 * @throws {EvalError} `format` for invalid `mocks`
 * @example
 * const mocks = [{ tool_name: 'find_order', mock_strategy_type: 'MOCK_STRATEGY_TOOL_SPEC' }]
 * modelMadeTools({ model, mocks, declarations: [{ name: 'find_order', description: 'Finds an order by its id.' }] })
 */
export function modelMadeTools(options: ModelMadeToolsOptions): ToolSource {
  const { declarations, environmentData, tracing, language = 'en', adkCompat = false, mocks } = options
  const attempts = adkCompat ? 1 : 2
  const general = mocks === undefined ? [] : readToolMocks(mocks, 'tool_mocks')
  const connections = sharedConnections()
  return {
    model: options.model.id,
    open(evalCase, { account } = {}) {
      const simulated = new Set(
        [...general, ...mocksOf(evalCase)].flatMap((mock) =>
          mock.mock_strategy_type === 'MOCK_STRATEGY_TOOL_SPEC' ? mock.tool_name : [],
        ),
      )
      if (simulated.size === 0) return undefined
      const model = account === undefined ? options.model : withModelAccount(options.model, account, 'environment')
      const asking = { ...options, model, language, attempts }
      const state = toolState()
      return {
        async answer(call, next) {
          if (!simulated.has(call.name)) return next()
          const known = await connections(() => findConnections(declarations, asking), call.signal)
          const situation = {
            tool: declarations.find(({ name }) => name === call.name) ?? { name: call.name },
            environment: environmentData,
            trace: tracing,
            connections: known.connections,
            state: state.shown(),
            call: { name: call.name, args: call.args },
          }
          const text = fenced(stringifyJson(situation, 2), 'call')
          const system = simulatedToolInstructions[language].text
          const response = await askForJson(asking, { system, text }, call.signal)
          if (response === undefined) return withoutReply(call, adkCompat)
          state.add({ name: call.name, args: call.args, response }, known)
          return structuredClone(response)
        },
        attempt: () => ({ undo: state.snapshot() }),
      }
    },
  }
}

async function findConnections(
  declarations: readonly ToolDeclaration[],
  asking: Parameters<typeof askForJson>[0],
): Promise<ToolConnections> {
  if (declarations.length === 0) return { connections: [] }
  const system = connectionInstructions[asking.language].text
  const text = fenced(stringifyJson(declarations, 2), 'declarations')
  // All cases wait for this answer, so no single case may abort it.
  const reply = await askForJson(asking, { system, text }, new AbortController().signal)
  const read = ToolConnections.safeParse(reply)
  if (read.success) return read.data
  throw new EvalError('judge', message('the model did not say which of the simulated tools belong together'), {
    hint: message('Try a stronger model for the environment.'),
  })
}

/** Shares one answer among all cases. After a failure the next case asks again. */
function sharedConnections() {
  let finding: Promise<ToolConnections> | undefined
  return (find: () => Promise<ToolConnections>, signal: AbortSignal): Promise<ToolConnections> => {
    finding ??= find().catch((error: unknown) => {
      finding = undefined
      throw error
    })
    return untilAborted(finding, signal)
  }
}

function withoutReply({ name }: RequestedCall, adkCompat: boolean): JsonObject {
  const problem = message('the model that simulates {tool} did not answer with a JSON object', { tool: name })
  if (adkCompat) return { status: 'error', error_message: `${name} failed: its simulation gave no JSON object` }
  throw new EvalError('judge', problem, { hint: message('Try a stronger model for the environment.') })
}

type Asking = Pick<ModelRequest, 'temperature' | 'providerOptions'> & {
  readonly model: LanguageModel
  readonly language: InstructionLanguage
  /** Maximum of replies that are not JSON; defaults to 2. */
  readonly attempts?: number
}

/** Returns a model's reply as an object; undefined when every attempt fails. */
async function askForJson(
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

function objectIn(reply: string): JsonObject | undefined {
  const { answer } = splitThoughts(reply)
  const inside = answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1)
  return JsonObject.safeParse(parsedJson(inside)).data
}

const ToolConnections = z.object({
  connections: z.array(
    z.object({ parameter: z.string(), creatingTools: z.array(z.string()), consumingTools: z.array(z.string()) }),
  ),
})
type ToolConnections = z.infer<typeof ToolConnections>

type PastCall = { readonly name: string; readonly args: JsonObject; readonly response: JsonObject }

// More calls would make the prompts of long conversations expensive; created objects are in the state anyway.
const rememberedCalls = 30

function toolState() {
  let created = new Map<string, Map<string, JsonObject>>()
  let past: readonly PastCall[] = []
  return {
    /** Keeps a call, and the values that it created by parameter. */
    add(call: PastCall, { connections }: ToolConnections): void {
      past = [...past, call].slice(-rememberedCalls)
      for (const { parameter, creatingTools } of connections) {
        const value = creatingTools.includes(call.name) ? findValue(call.response, parameter) : undefined
        if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') continue
        const values = new Map(created.get(parameter)).set(String(value), call.response)
        created = new Map(created).set(parameter, values)
      }
    },
    shown: () => ({
      created: Object.fromEntries([...created].map(([name, values]) => [name, Object.fromEntries(values)])),
      calls: past,
    }),
    /** Returns a function that restores the current state. */
    snapshot(): () => void {
      const before = { created, past }
      return () => {
        created = before.created
        past = before.past
      }
    },
  }
}

/**
 * Finds the first value of `key`: an object's own keys come before nested ones, and a null of its own ends the search.
 * Undefined when there is none.
 */
export function findValue(value: unknown, key: string): unknown {
  const object = JsonObject.safeParse(value)
  if (object.success && Object.hasOwn(object.data, key)) return object.data[key]
  for (const child of childrenOf(value)) {
    const found = findValue(child, key)
    // Like ADK, the search continues after a nested null, since ids are wanted.
    if (found !== undefined && found !== null) return found
  }
  return undefined
}

function childrenOf(value: unknown): readonly unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : []
}
