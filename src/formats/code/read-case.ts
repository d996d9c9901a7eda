import { isObject } from '../../core/basics/is-object.ts'
import { type CaseAssertions, withAssertions } from '../../core/case-assertions.ts'
import { EvalCase, EvalError, Scenario, message, nearest, type JsonObject, type Session } from '../../core/index.ts'
import { isJsonObject } from './json-object.ts'
import { notTaken } from './shown.ts'
import { readChecks } from './read-checks.ts'
import { readRubrics } from './read-rubrics.ts'
import { otherWords, readTurns } from './read-turns.ts'

const fields = ['id', 'ask', 'scenario', 'answer', 'calls', 'rubric', 'state', 'check', 'tags', 'session', 'metadata']

/**
 * Reads a case written in code with its assertions; the id is absent when the case does not state one.
 *
 * @throws {EvalError} `format` that names the case, the field and what the field takes
 */
export function readCase(value: unknown, list: string, index: number): Omit<EvalCase, 'id'> & { readonly id?: string } {
  const given = isObject(value) ? value : undefined
  const name = typeof given?.['id'] === 'string' ? ` ("${given['id']}")` : ''
  const place = `${list}[${index}]${name}`
  if (given === undefined) {
    const hint = message('For example: {example}', { example: "{ ask: 'How warm is it in Kyoto?', answer: /34/ }" })
    throw notTaken(place, value, (at) => message('{place}: a case is an object with ask, not {given}', at), hint)
  }
  if ('conversation' in given) return readEvalCase(given, place)
  refuseUnknownFields(given, place)
  const id = readId(given['id'], place)
  const { conversation, turns, calls } = readTurns(given, place)
  const checks = readChecks(given['check'], place)
  const rubrics = readRubrics(given['rubric'], place, { turns: conversation?.length ?? 2 })
  const assertions: CaseAssertions = { turns, calls, checks }
  const written = inWords(assertions)
  const metadata = {
    ...readMetadata(given['metadata'], place),
    ...readTags(given['tags'], place),
    ...(written !== undefined && { asserts: written }),
  }
  return withAssertions(
    {
      // The next step gives a case without an id one.
      ...({ id } as { id: string }),
      ...(conversation === undefined ? { scenario: readScenario(given['scenario'], place) } : { conversation }),
      ...readSession(given['session'], place),
      ...(rubrics.length > 0 && { rubrics }),
      ...readState(given['state'], place),
      ...(Object.keys(metadata).length > 0 && { metadata }),
    },
    assertions,
  )
}

function readEvalCase(given: object, place: string): EvalCase {
  const { data, error } = EvalCase.safeParse(given)
  if (data !== undefined) return data
  const [issue] = error.issues
  const problem = `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`
  throw new EvalError(
    'format',
    message('{place}: its conversation is not as cases have it: {problem}', { place, problem }),
    {
      hint: message('In code, {example} is enough.', { example: "{ ask: ['Hi', 'And in Oslo?'] }" }),
    },
  )
}

function refuseUnknownFields(given: object, place: string): void {
  const unknown = Object.keys(given).find((name) => !fields.includes(name))
  if (unknown === undefined) return
  const meant = otherWords[unknown] ?? nearest(unknown, fields)
  throw new EvalError('format', message('{place}: a case has no field {field}', { place, field: unknown }), {
    hint:
      meant === undefined
        ? message('There are: {names}. What nobody judges goes into metadata.', { names: fields.join(', ') })
        : message('Did you mean {names}?', { names: meant }),
  })
}

function readId(id: unknown, place: string): string | undefined {
  if (id === undefined || (typeof id === 'string' && id.trim() !== '')) return id
  throw notTaken(place, id, (at) => message('{place}: id takes a text that says something, not {given}', at))
}

function readScenario(value: unknown, place: string): Scenario {
  const { data } = Scenario.safeParse(value)
  if (data !== undefined) return data
  const takes = '{ startingPrompt, plan }'
  throw notTaken(place, value, (at) => message('{place}: scenario takes {takes}, not {given}', { ...at, takes }))
}

function readState(state: unknown, place: string): Pick<EvalCase, 'finalSessionState'> {
  if (state === undefined) return {}
  if (isJsonObject(state)) return { finalSessionState: state }
  const example = 'check: (answer, { state }) => …'
  const hint = message('Anything else about the state can be asked in check: {example}', { example })
  throw notTaken(place, state, (at) => message('{place}: state takes an object of JSON values, not {given}', at), hint)
}

function readSession(session: unknown, place: string): { session?: Session } {
  if (session === undefined) return {}
  const names = ['state', 'appName', 'userId', 'id']
  if (isJsonObject(session) && Object.keys(session).every((name) => names.includes(name))) {
    const { state, appName = 'app', userId = 'user', id } = session
    const areTexts = [appName, userId, id ?? ''].every((one) => typeof one === 'string')
    if (areTexts && (state === undefined || isObject(state))) {
      const texts = { appName: String(appName), userId: String(userId), ...(id !== undefined && { id: String(id) }) }
      return { session: { ...texts, ...(state !== undefined && { state }) } }
    }
  }
  const takes = '{ state, appName, userId, id }'
  throw notTaken(place, session, (at) => message('{place}: session takes {takes}, not {given}', { ...at, takes }))
}

function readTags(tags: unknown, place: string): JsonObject {
  if (tags === undefined) return {}
  if (Array.isArray(tags) && tags.every((tag) => typeof tag === 'string')) return { tags: [...(tags as string[])] }
  throw notTaken(place, tags, (at) => message('{place}: tags takes a list of texts, not {given}', at))
}

function readMetadata(metadata: unknown, place: string): JsonObject {
  if (metadata === undefined) return {}
  if (isJsonObject(metadata)) return metadata
  throw notTaken(place, metadata, (at) => message('{place}: metadata takes an object of JSON values, not {given}', at))
}

function inWords({ turns, calls, checks }: CaseAssertions): JsonObject | undefined {
  const patterns = turns.map(({ pattern }) => (pattern === undefined ? null : String(pattern)))
  const ofTurns = turns.map(({ checks: own = [] }) => own.map(sourceOf))
  const words = {
    ...(patterns.some((pattern) => pattern !== null) && { answer: patterns.length === 1 ? patterns[0] : patterns }),
    ...(calls !== undefined && { calls }),
    ...(checks.length > 0 && { check: checks.map(sourceOf) }),
    ...(ofTurns.some((own) => own.length > 0) && { turnChecks: ofTurns }),
  }
  return Object.keys(words).length === 0 ? undefined : words
}

const LONGEST_SOURCE = 2000

function sourceOf({ check }: { readonly check: unknown }): string {
  return String(check).slice(0, LONGEST_SOURCE)
}
