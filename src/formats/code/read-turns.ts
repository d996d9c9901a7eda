import { isObject } from '../../core/basics/is-object.ts'
import {
  EvalError,
  message,
  wantingArgs,
  type ToolCall,
  Content,
  nearest,
  stringifyJson,
  type Invocation,
  type Message,
  type Steps,
} from '../../core/index.ts'
import { isJsonObject } from './json-object.ts'
import { notTaken } from './shown.ts'
import type { CaseAssertions, TurnAssertions } from '../../core/case-assertions.ts'
import { readChecks } from './read-checks.ts'
import { readRubrics } from './read-rubrics.ts'

/** Maps field names of dataset files and other tools to those of a case in code. */
export const otherWords: Readonly<Record<string, string>> = {
  input: 'ask',
  prompt: 'ask',
  question: 'ask',
  expected: 'answer',
  output: 'answer',
  expectedTools: 'calls',
  toolCalls: 'calls',
  tool_calls: 'calls',
}

type ReadTurns = Pick<CaseAssertions, 'turns' | 'calls'> & {
  /** Undefined when a simulated user plays the case. */
  readonly conversation: Invocation[] | undefined
}

type ReadTurnsTurn = { readonly invocation: Invocation; readonly assertions: TurnAssertions }

/** Reads what each turn asks and expects. @throws {EvalError} `format` with place and field */
export function readTurns(given: Readonly<Record<string, unknown>>, place: string): ReadTurns {
  const { ask, scenario } = given
  if (ask === undefined || ask === null) {
    if (scenario === undefined) throw withoutAsk(place)
    return { ...playedTurns(given, place), conversation: undefined }
  }
  if (scenario !== undefined) {
    throw new EvalError('format', message('{place}: a case has ask or scenario, not both', { place }))
  }
  const asked: readonly unknown[] = Array.isArray(ask) ? ask : [ask]
  if (asked.length === 0) throw withoutAsk(place)
  const turns = asked.map((one, index) => readTurn(one, Array.isArray(ask) ? `${place}.ask[${index}]` : place))
  const answers = Array.isArray(ask) ? answersOf(given['answer'], turns.length, place) : [given['answer']]
  const { ofTurns, ofAll } = callsOf(given['calls'], turns.length, place)
  const whole = turns.map((turn, index) => withCalls(withAnswer(turn, answers[index], place), ofTurns[index], place))
  return {
    conversation: whole.map(({ invocation }) => invocation),
    turns: whole.map(({ assertions }) => assertions),
    calls: ofAll,
  }
}

/** A simulated conversation has no known number of turns, so calls are expected of all of it. */
function playedTurns(
  { answer, calls }: Readonly<Record<string, unknown>>,
  place: string,
): Omit<ReadTurns, 'conversation'> {
  if (answer !== undefined) {
    throw new EvalError('format', message('{place}: answer is for cases with ask, not with scenario', { place }), {
      hint: message('What a simulated conversation comes to can be asked in rubric, state or check.'),
    })
  }
  return { turns: [], calls: calls === undefined ? undefined : readCalls(calls, 'calls', place) }
}

const turnFields = ['ask', 'answer', 'calls', 'rubric', 'check']

function readTurn(given: unknown, place: string): ReadTurnsTurn {
  if (typeof given === 'string' || !isObject(given) || !('ask' in given)) {
    return { invocation: { userContent: readAsk(given, place) }, assertions: {} }
  }
  const unknown = Object.keys(given).find((name) => !turnFields.includes(name))
  if (unknown !== undefined) {
    throw new EvalError('format', message('{place}: a turn has no field {field}', { place, field: unknown }), {
      hint: message('Did you mean {names}?', {
        names: otherWords[unknown] ?? nearest(unknown, turnFields) ?? turnFields.join(', '),
      }),
    })
  }
  const { ask, answer, calls, rubric, check } = given
  const rubrics = readRubrics(rubric, place)
  const invocation: Invocation = { userContent: readAsk(ask, place), ...(rubrics.length > 0 && { rubrics }) }
  const checks = readChecks(check, place)
  const turn: ReadTurnsTurn = { invocation, assertions: checks.length === 0 ? {} : { checks } }
  const own = calls === undefined || calls === null ? undefined : readCalls(calls, 'calls', place)
  return withCalls(withAnswer(turn, answer, place), own, place)
}

function readAsk(ask: unknown, place: string): Content {
  if (typeof ask === 'string' && ask.trim() !== '') return { role: 'user', parts: [{ text: ask }] }
  const { data } = Content.safeParse(ask)
  if (data?.parts !== undefined && data.parts.length > 0) return { role: 'user', ...data }
  // An object with fields of a turn is a turn without its `ask`, not an input object.
  const written = isObject(ask) && ['parts', ...turnFields].some((name) => name in ask) ? undefined : writtenObject(ask)
  if (written !== undefined) return { role: 'user', parts: [{ text: written }] }
  throw notTaken(place, ask, (at) =>
    message('{place}: ask takes a text or an object, or a list with one for each turn, not {given}', at),
  )
}

function withAnswer({ invocation, assertions }: ReadTurnsTurn, answer: unknown, place: string): ReadTurnsTurn {
  if (answer === undefined || answer === null) return { invocation, assertions }
  if (invocation.finalResponse !== undefined || assertions.pattern !== undefined) throw saidTwice('answer', place)
  if (answer instanceof RegExp) return { invocation, assertions: { ...assertions, pattern: answer } }
  const [first, ...others] = (Array.isArray(answer) ? answer : [answer]).map(
    (one: unknown) => writtenObject(one) ?? one,
  )
  if (isReference(first) && others.every(isReference)) {
    const references = {
      finalResponse: { role: 'model', parts: [{ text: first }] },
      ...(others.length > 0 && { otherReferences: others }),
    }
    return { invocation: { ...invocation, ...references }, assertions }
  }
  throw notTaken(
    place,
    answer,
    (at) =>
      message(
        '{place}: answer takes a text or an object, several that are as right, a RegExp, or a list with one for each turn, not {given}',
        at,
      ),
    message('Anything else about the answer can be asked in check: {example}', { example: checkExample }),
  )
}

/** Returns the JSON text of a non-empty plain object, which is how agents exchange objects. */
function writtenObject(value: unknown): string | undefined {
  return isJsonObject(value) && Object.keys(value).length > 0 ? stringifyJson(value) : undefined
}

function isReference(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}

const checkExample = 'check: (answer) => answer.length < 200'

function withCalls(
  { invocation, assertions }: ReadTurnsTurn,
  calls: ToolCall[] | undefined,
  place: string,
): ReadTurnsTurn {
  if (calls === undefined) return { invocation, assertions }
  if (invocation.steps !== undefined) throw saidTwice('calls', place)
  const steps: Steps = { form: 'lists', toolCalls: calls, toolResponses: [], responses: [] }
  return { invocation: { ...invocation, steps }, assertions }
}

/** Returns one answer per turn; a single answer belongs to the last turn. */
function answersOf(answer: unknown, turns: number, place: string): readonly unknown[] {
  if (!Array.isArray(answer)) return [...Array.from({ length: turns - 1 }), answer]
  if (answer.length === turns) return answer
  const values = { place, count: answer.length, turns }
  throw otherLength(
    message('{place}: answer has {count} {count|answer|answers} for {turns} {turns|turn|turns}', values),
  )
}

/** A list of lists holds the calls of each turn; a plain list holds those of the whole conversation. */
function callsOf(calls: unknown, turns: number, place: string) {
  if (calls === undefined || calls === null) return { ofTurns: [], ofAll: undefined }
  const isByTurn = Array.isArray(calls) && calls.some(Array.isArray)
  if (!isByTurn) {
    const all = readCalls(calls, 'calls', place)
    return turns === 1 ? { ofTurns: [all], ofAll: undefined } : { ofTurns: [], ofAll: all }
  }
  if (calls.length !== turns) {
    const values = { place, count: calls.length, turns }
    throw otherLength(message('{place}: calls has {count} {count|list|lists} for {turns} {turns|turn|turns}', values))
  }
  const ofTurns = calls.map((own: unknown, index) =>
    own === undefined || own === null ? undefined : readCalls(own, `calls[${index}]`, place),
  )
  return { ofTurns, ofAll: undefined }
}

function otherLength(sentence: Message): EvalError {
  return new EvalError('format', sentence, {
    hint: message('A list has one for each turn, null where nothing is stated.'),
  })
}

function withoutAsk(place: string): EvalError {
  return new EvalError('format', message('{place}: a case needs ask: what the agent is told', { place }), {
    hint: message('For example: {example}', { example: "{ ask: 'How warm is it in Kyoto?', answer: /34/ }" }),
  })
}

function saidTwice(field: string, place: string): EvalError {
  return new EvalError(
    'format',
    message('{place}: {field} stands at the case and at its turn: leave one of them out', { place, field }),
  )
}

function readCalls(calls: unknown, field: string, place: string): ToolCall[] {
  if (Array.isArray(calls)) return calls.map((call: unknown, index) => readCall(call, `${field}[${index}]`, place))
  throw notTaken(
    place,
    calls,
    (at) => message('{place}: {field} takes a list of tool calls, not {given}', { ...at, field }),
    callsHint,
  )
}

const callsHint = message('Each is a name, or {example}; an empty list expects none.', {
  example: "{ name: 'get_weather', args: { city: 'Kyoto' } }",
})

function readCall(given: unknown, field: string, place: string): ToolCall {
  const call = typeof given === 'string' ? { name: given } : given
  const isCall = isObject(call) && Object.keys(call).every((key) => key === 'name' || key === 'args')
  if (isCall && typeof call['name'] === 'string' && call['name'] !== '') {
    const { name, args } = call
    if (args === undefined) return wantingArgs({ name }, { args: undefined })
    if (isObject(args)) {
      return hasPattern(args) ? wantingArgs({ name, args: inWords(args) }, { args }) : { name, args }
    }
  }
  throw notTaken(
    place,
    given,
    (at) => message('{place}: {field} is no tool call: {given}', { ...at, field }),
    callsHint,
  )
}

function hasPattern(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return value instanceof RegExp || Object.values(value).some(hasPattern)
}

function inWords(args: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, valueInWords(value)]))
}

function valueInWords(value: unknown): unknown {
  if (value instanceof RegExp) return String(value)
  if (Array.isArray(value)) return value.map(valueInWords)
  return isObject(value) ? inWords(value) : value
}
