import {
  type EvalCase,
  type Invocation,
  type JsonObject,
  type LoadedDataset,
  type Origin,
  type Session,
} from '../../core/index.ts'
import { defaulted, object, optional, required } from '../../formats/kit/foreign-object.ts'
import {
  type CodecValue,
  anything,
  isListWith,
  jsonObject,
  list,
  readForeign,
  string,
} from '../../formats/kit/foreign-value.ts'

/** Sources of the values that old files lack: ids of exchanges, and the time in seconds since 1970. */
export type ConversionOptions = { readonly newId: () => string; readonly now?: number }

// ADK ignores unknown keys; we note them, since a mistyped key would be an expectation that is never checked.
const rest = { unknown: 'note', spelling: 'snake' } as const

const toolUse = object(
  { name: required('tool_name', string), input: required('tool_input', jsonObject) },
  // Old versions of ADK let files mock the answers of tools; newer ones ignore the key.
  { ...rest, keepIn: 'leftAside', alsoKeeps: { mock_tool_output: anything } },
)

const turn = object(
  {
    query: required('query', string),
    reference: defaulted('reference', string, ''),
    toolUses: defaulted('expected_tool_use', list(toolUse), []),
    responses: defaulted(
      'expected_intermediate_agent_responses',
      list(object({ author: required('author', string), text: required('text', string) }, rest)),
      [],
    ),
  },
  rest,
)
type AdkLegacyTurn = CodecValue<typeof turn>

const initialSession = object(
  {
    appName: defaulted('app_name', string, ''),
    userId: defaulted('user_id', string, ''),
    state: optional('state', jsonObject, {}),
  },
  rest,
)

const evalSetEntry = object(
  {
    name: required('name', string),
    turns: required('data', list(turn)),
    session: optional('initial_session', initialSession, {}),
  },
  rest,
)

/** Tells whether the array is of an old `.evalset.json` rather than an old `.test.json`. */
export function isLegacyEvalSet(value: unknown): boolean {
  return isListWith(value, ['data'])
}

/** Converts an old `.evalset.json`, an array of named conversations. `id` becomes the id and the name of the set. */
export function convertLegacyEvalSet(
  value: unknown,
  id: string,
  options: ConversionOptions & { readonly origin: Origin },
): LoadedDataset {
  const entries = readForeign(list(evalSetEntry), value, options.origin)
  const cases = entries.map(({ name, turns, session }): EvalCase => ({
    id: name,
    conversation: turns.map((one) => toInvocation(one, options)),
    ...(session === undefined ? {} : { session }),
    ...createdAt(options),
  }))
  return { id, name: id, ...createdAt(options), cases }
}

/** Converts an old `.test.json`, an array of turns that make one case. `id` names both the set and the case. */
export function convertLegacyTest(
  value: unknown,
  id: string,
  options: ConversionOptions & { readonly origin: Origin; readonly initialSession?: JsonObject },
): LoadedDataset {
  const turns = readForeign(list(turn), value, options.origin)
  const evalCase: EvalCase = {
    id,
    conversation: turns.map((one) => toInvocation(one, options)),
    ...sessionOf(options.initialSession, options.origin),
    ...createdAt(options),
  }
  return { id, name: id, ...createdAt(options), cases: [evalCase] }
}

function toInvocation(
  { query, reference, toolUses, responses }: AdkLegacyTurn,
  options: ConversionOptions,
): Invocation {
  return {
    id: options.newId(),
    userContent: { role: 'user', parts: [{ text: query }] },
    // An empty reference stays an empty text, because ADK compares answers with it.
    finalResponse: { role: 'model', parts: [{ text: reference }] },
    steps: {
      form: 'lists',
      toolCalls: toolUses.map(({ name, input }) => ({ name, args: input })),
      toolResponses: [],
      responses: responses.map(({ author, text: said }) => ({ author, parts: [{ text: said }] })),
    },
    ...createdAt(options),
  }
}

function sessionOf(session: JsonObject | undefined, origin: Origin): { session?: Session } {
  if (session === undefined || Object.keys(session).length === 0) return {}
  return { session: readForeign(initialSession, session, { file: origin.file }) }
}

function createdAt({ now }: ConversionOptions): { createdAt?: number } {
  return now === undefined ? {} : { createdAt: now }
}
