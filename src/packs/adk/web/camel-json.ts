import { isObject } from '../../../core/basics/is-object.ts'
import { camelCase, snakeCase } from '../../../formats/kit/key-spelling.ts'

/** What stands below these is somebody's own: arguments, replies, state, schemas. */
const opaque = new Set(['args', 'response', 'state', 'final_session_state', 'tool_declarations', 'user_persona'])
/** Whether what stands below a key is nobody's words but somebody's. */
export function isSomebodysOwn(key: string): boolean {
  return opaque.has(snakeCase(key))
}

/** Its keys are names. */
const named = 'agent_details'

/** A value in the spelling in which ADK's server answers. */
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
