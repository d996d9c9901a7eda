import { isObject } from '../../../core/basics/is-object.ts'
import { camelCase, snakeCase } from '../../../formats/kit/key-spelling.ts'

/** Keys below these belong to users (arguments, replies, state, schemas) and keep their spelling. */
const opaque = new Set(['args', 'response', 'state', 'final_session_state', 'tool_declarations', 'user_persona'])
export function isSomebodysOwn(key: string): boolean {
  return opaque.has(snakeCase(key))
}

/** The keys of this object are names of agents and keep their spelling. */
const named = 'agent_details'

/** Respells the keys of a value in camelCase, as ADK's server does, and drops nulls. */
export function camelJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelJson)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, child]) => child !== null && child !== undefined)
      .map(([key, child]) => [camelCase(key), isSomebodysOwn(key) ? child : valueBelow(key, child)]),
  )
}

function valueBelow(key: string, child: unknown): unknown {
  if (key !== named || !isObject(child)) return camelJson(child)
  return Object.fromEntries(Object.entries(child).map(([name, agent]) => [name, camelJson(agent)]))
}
