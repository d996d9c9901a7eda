import { z } from 'zod'
import {
  type EvalCase,
  type Invocation,
  type Origin,
  type ToolCall,
  JsonObject,
  message,
  nearest,
  responseTextOf,
  stringifyJson,
  textOf,
  toolCallsOf,
} from '../../../core/index.ts'
import { refuseSameIds } from '../../../formats/kit/same-ids.ts'
import { defaulted, nullable, object, optional, recent, required } from '../../../formats/kit/foreign-object.ts'
import { type Reading, report } from '../../../formats/kit/foreign-reading.ts'
import {
  type Codec,
  type CodecValue,
  anything,
  valueExcerpt,
  jsonObject,
  list,
  mapped,
  readForeign,
  string,
} from '../../../formats/kit/foreign-value.ts'
import { isObject } from '../../../core/basics/is-object.ts'
import { isStrandsSession, readSession } from './strands-session.ts'
import { stateFromStrands, strandsCall, strandsText, toStrandsCall, toStrandsStates } from './strands-values.ts'

export type StrandsExperiment = {
  readonly cases: readonly EvalCase[]
  /** The entries of the file: `evaluator_type`, perhaps a `name`, and the options. */
  readonly evaluators: readonly JsonObject[]
  readonly extra?: JsonObject
}

/** The metadata key that keeps, unchanged, the fields for which our format has no place. */
const KEPT = 'strands'

const strandsState = object(
  { name: required('name', string), state: nullable('state', anything) },
  { unknown: 'reject' },
)

const caseFields = {
  name: optional('name', string),
  sessionId: recent('session_id', string),
  input: required('input', anything),
  output: optional('expected_output', anything),
  assertion: optional('expected_assertion', string),
  trajectory: optional('expected_trajectory', anything),
  interactions: optional('expected_interactions', list(jsonObject)),
  states: optional('expected_environment_state', list(strandsState)),
  metadata: optional('metadata', jsonObject),
}
const writtenCase = object(caseFields, { unknown: 'keep', keepIn: 'others', spelling: 'snake' })
type StrandsCase = CodecValue<typeof writtenCase>

export const strandsCase: Codec<EvalCase> = spelled(
  mapped(writtenCase, fromStrands, toStrands),
  Object.values(caseFields).map(({ key }) => key),
)

const evaluator: Codec<JsonObject> = {
  read: (value, reading) => {
    object(
      { type: required('evaluator_type', string), name: optional('name', string) },
      { unknown: 'ignore', spelling: 'snake' },
    ).read(value, reading)
    return isObject(value) ? value : {}
  },
  write: (value) => value,
}

const experiment = spelled(
  object(
    { cases: required('cases', list(strandsCase)), evaluators: defaulted('evaluators', list(evaluator), []) },
    { unknown: 'keep', keepIn: 'extra', spelling: 'snake' },
  ),
  ['cases', 'evaluators'],
)

/**
 * Reads a file that `Experiment.to_file` wrote.
 *
 * @throws {EvalError} with file, line and path of the first problem
 */
export function strandsExperimentFrom(value: unknown, origin: Origin): StrandsExperiment {
  const read = readForeign(experiment, value, origin)
  refuseSameIds(read.cases, origin, (index) => ['cases', index, 'name'])
  return read
}

/** Writes an experiment's file. The format has a place for only the first turn of a conversation. */
export function writeStrandsExperiment({ cases, evaluators, extra }: StrandsExperiment): string {
  const written = experiment.write({ cases: [...cases], evaluators: [...evaluators], extra }, 'full')
  return stringifyJson(written, 2)
}

function fromStrands(theirs: StrandsCase, reading: Reading): EvalCase {
  const { name, sessionId, input, output, trajectory, states, metadata } = theirs
  const steps = trajectory === undefined ? undefined : stepsFrom(trajectory, reading)
  const invocation: Invocation = {
    userContent: { role: 'user', parts: [{ text: strandsText(input) }] },
    ...(output === undefined ? {} : { finalResponse: { role: 'model', parts: [{ text: strandsText(output) }] } }),
    ...(steps === undefined ? {} : { steps }),
  }
  const kept = keptOf(theirs)
  const hasKept = Object.keys(kept).length > 0
  return {
    id: name ?? `case_${reading.path.at(-1) ?? 0}`,
    conversation: [invocation],
    ...(sessionId === undefined ? {} : { session: { ...DEFAULT_SESSION, id: sessionId } }),
    ...(states === undefined ? {} : { finalSessionState: stateFromStrands(states) }),
    ...(metadata === undefined && !hasKept ? {} : { metadata: { ...metadata, ...(hasKept ? { [KEPT]: kept } : {}) } }),
  }
}

// strands-evals uses these names where a case has none.
const DEFAULT_SESSION = { appName: 'EvaluationGenerator', userId: 'test_user_id' }

function stepsFrom(trajectory: unknown, reading: Reading): Invocation['steps'] {
  if (isStrandsSession(trajectory)) return { form: 'events', events: readSession(trajectory, reading).events }
  if (Array.isArray(trajectory)) {
    return { form: 'lists', toolCalls: trajectory.map(strandsCall), toolResponses: [], responses: [] }
  }
  return report(
    reading,
    (place) => message('{place}: expected a list, got {actual}', { place, actual: valueExcerpt(trajectory) }),
    { key: 'expected_trajectory' },
  )
}

/** Returns the fields that would be lost or changed when the case is written again. */
function keptOf({ name, input, output, assertion, trajectory, interactions, states = [], ...rest }: StrandsCase) {
  const { metadata, others } = rest
  const namesOnly = trajectory === undefined || (Array.isArray(trajectory) && trajectory.every(isText))
  const nameTwice = new Set(states.map((state) => state.name)).size < states.length
  const isOddMetadata = metadata !== undefined && (Object.keys(metadata).length === 0 || KEPT in metadata)
  return {
    ...(name === undefined ? { name: null } : {}),
    ...(isText(input) ? {} : { input }),
    ...(output === undefined || isText(output) ? {} : { expected_output: output }),
    ...(assertion === undefined ? {} : { expected_assertion: assertion }),
    ...(namesOnly ? {} : { expected_trajectory: trajectory }),
    ...(interactions === undefined ? {} : { expected_interactions: interactions }),
    ...(nameTwice ? { expected_environment_state: states } : {}),
    ...(isOddMetadata ? { metadata } : {}),
    ...others,
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

/** A kept field is written back only while the case still says the same, so that later changes of the case win. */
function toStrands(evalCase: EvalCase): StrandsCase {
  const { id, session, finalSessionState, metadata = {} } = evalCase
  const { [KEPT]: there, ...own } = metadata
  const kept = Kept.safeParse(there).data ?? {}
  const { name, input, expected_output, expected_trajectory, expected_environment_state, ...further } = kept
  const { expected_assertion: assertion, expected_interactions: interactions, metadata: odd, ...others } = further
  const { question, answer, calls } = exchangeOf(evalCase)
  return {
    name: name === null ? undefined : id,
    sessionId: session?.id,
    input: input !== undefined && strandsText(input) === question ? input : question,
    output: expected_output !== undefined && strandsText(expected_output) === answer ? expected_output : answer,
    assertion,
    trajectory: saysTheSame(expected_trajectory, calls) ? expected_trajectory : calls?.map(toStrandsCall),
    interactions,
    states: finalSessionState && statesOf(finalSessionState, expected_environment_state),
    metadata: odd ?? unlessEmpty(own),
    others: unlessEmpty(others),
  }
}

function exchangeOf({ conversation = [], scenario }: EvalCase) {
  const [first] = conversation
  if (first === undefined) return { question: scenario?.startingPrompt ?? '' }
  return {
    question: textOf(first.userContent) ?? '',
    answer: first.finalResponse && (responseTextOf(first) ?? ''),
    calls: first.steps && toolCallsOf(first),
  }
}

function unlessEmpty(values: JsonObject): JsonObject | undefined {
  return Object.keys(values).length === 0 ? undefined : values
}

const Kept = z.looseObject({
  name: z.null().optional(),
  expected_assertion: z.string().optional(),
  expected_interactions: z.array(JsonObject).optional(),
  expected_environment_state: z.array(z.object({ name: z.string(), state: z.unknown() })).optional(),
  metadata: JsonObject.optional(),
})

function saysTheSame(trajectory: unknown, calls: readonly ToolCall[] | undefined): boolean {
  if (!Array.isArray(trajectory)) return trajectory !== undefined
  return stringifyJson(trajectory.map(strandsCall)) === stringifyJson(calls)
}

function statesOf(state: JsonObject, kept: z.infer<typeof Kept>['expected_environment_state']) {
  const isSame = kept !== undefined && stringifyJson(stateFromStrands(kept)) === stringifyJson(state)
  return isSame ? kept : toStrandsStates(state)
}

/**
 * Python ignores unknown keys, so a mistyped expectation would never be checked: a key that resembles an absent known
 * key is refused.
 */
function spelled<T>(codec: Codec<T>, known: readonly string[]): Codec<T> {
  return {
    read: (value, reading) => {
      const given = isObject(value) ? Object.keys(value).filter((key) => value[key] !== null) : []
      const absent = known.filter((key) => !given.includes(key))
      for (const key of given.filter((one) => !known.includes(one))) {
        const meant = nearest(key, absent)
        if (meant === undefined) continue
        report(reading, (place) => message('{place}: unknown key', { place }), { key, hint: { meant } })
      }
      return codec.read(value, reading)
    },
    write: codec.write,
  }
}
