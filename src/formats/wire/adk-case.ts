import {
  type EvalCase,
  type Origin,
  type Persona,
  type Scenario,
  type Session,
  message,
  nearest,
} from '../../core/index.ts'
import { adkInvocation, adkRubric } from './adk-invocation.ts'
import { object, optional, recent, required } from '../kit/foreign-object.ts'
import { report } from '../kit/foreign-reading.ts'
import { type Codec, jsonObject, list, mapped, number, readForeign, string } from '../kit/foreign-value.ts'

const KEYS_OF_CONTENT = ['conversation', 'conversation_scenario']

/** ADK's built-in personas of simulated users; their texts are in the targets that play them. */
export const BUILT_IN_PERSONAS: readonly string[] = ['EXPERT', 'NOVICE', 'EVALUATOR']

export function adkEvalCaseFrom(value: unknown, origin: Origin): EvalCase {
  return readForeign(adkEvalCase, value, origin)
}

/** Writes a case as ADK does: in snake_case, without absent or empty values. */
export function toAdkEvalCase(evalCase: EvalCase): unknown {
  return adkEvalCase.write(evalCase, 'brief')
}

const personaObject: Codec<Persona> = object(
  {
    id: required('id', string),
    description: required('description', string),
    behaviors: required(
      'behaviors',
      list(
        object(
          {
            name: required('name', string),
            description: required('description', string),
            instructions: required('behavior_instructions', list(string)),
            violations: required('violation_rubrics', list(string)),
          },
          { unknown: 'reject', spelling: 'snake' },
        ),
      ),
    ),
  },
  { unknown: 'reject', spelling: 'snake' },
)

const persona: Codec<string | Persona> = {
  read: (value, reading) => {
    if (typeof value !== 'string') return personaObject.read(value, reading)
    if (BUILT_IN_PERSONAS.includes(value)) return value
    const meant = nearest(value, BUILT_IN_PERSONAS)
    return report(reading, (place) => message('{place}: there is no persona "{name}"', { place, name: value }), {
      hint: meant === undefined ? { known: BUILT_IN_PERSONAS } : { meant },
    })
  },
  write: (value, style) => (typeof value === 'string' ? value : personaObject.write(value, style)),
}

export const adkScenario: Codec<Scenario> = object(
  {
    startingPrompt: required('starting_prompt', string),
    plan: required('conversation_plan', string),
    persona: optional('user_persona', persona),
  },
  { unknown: 'reject' },
)

export const adkSessionInput: Codec<Session> = object(
  {
    appName: required('app_name', string),
    userId: required('user_id', string),
    state: optional('state', jsonObject, {}),
    id: recent('session_id', string),
  },
  { unknown: 'keep-noted', keepIn: 'extra' },
)

export const adkEvalCase: Codec<EvalCase> = mapped(
  object(
    {
      id: required('eval_id', string),
      conversation: optional('conversation', list(adkInvocation)),
      scenario: optional('conversation_scenario', adkScenario),
      session: optional('session_input', adkSessionInput),
      createdAt: optional('creation_timestamp', number, 0),
      rubrics: optional('rubrics', list(adkRubric)),
      finalSessionState: optional('final_session_state', jsonObject, {}),
    },
    { unknown: 'keep', keepIn: 'metadata' },
  ),
  (evalCase, reading): EvalCase => {
    const given = [evalCase.conversation, evalCase.scenario].filter((one) => one !== undefined).length
    if (given === 2) {
      return report(reading, (place) =>
        message('{place}: a case has a conversation or a conversation_scenario, not both', { place }),
      )
    }
    if (given === 0) {
      return report(
        reading,
        (place) => message('{place}: a case needs a conversation or a conversation_scenario', { place }),
        { hint: misspelt(evalCase.metadata) },
      )
    }
    return evalCase
  },
  (evalCase) => evalCase,
)

// Unknown keys become metadata; a mistyped one is the likeliest reason that a known key is absent.
function misspelt(metadata: EvalCase['metadata']) {
  const [meant] = Object.keys(metadata ?? {}).flatMap((key) => nearest(key, KEYS_OF_CONTENT) ?? [])
  return meant === undefined ? undefined : { meant }
}
