import type { JsonObject } from '../../core/index.ts'
import { isObject } from '../../core/basics/is-object.ts'

/**
 * Tools as Gemini has them, `{ function_declarations: […] }`, which is what ADK writes of its agents. Functions as OpenAI,
 * Anthropic and MCP describe them, or by their bare name, become declarations of one such tool; anything else stays.
 */
export function genaiTools(declarations: readonly unknown[]): unknown[] {
  const read = declarations.map((declaration) => ({ declaration, function: functionOf(declaration) }))
  const functions = read.flatMap((tool) => tool.function ?? [])
  const others = read.flatMap((tool) => (tool.function === undefined ? [tool.declaration] : []))
  return functions.length === 0 ? others : [...others, { function_declarations: functions }]
}

function functionOf(declaration: unknown): JsonObject | undefined {
  if (typeof declaration === 'string') return { name: declaration }
  if (!isObject(declaration)) return undefined
  // OpenAI's chat API has the function one level down.
  const inner =
    declaration['type'] === 'function' && isObject(declaration['function']) ? declaration['function'] : declaration
  const { name, description } = inner
  if (typeof name !== 'string') return undefined
  const schema = schemaOf(inner)
  return { name, ...(typeof description === 'string' ? { description } : {}), ...schema }
}

// A schema in Gemini's own words has its types in capitals; the others are JSON Schema, for which it has another place.
function schemaOf(described: JsonObject): JsonObject {
  const places = ['parameters', 'parametersJsonSchema', 'parameters_json_schema', 'inputSchema', 'input_schema']
  const schema = places.map((place) => described[place]).find((found) => isObject(found))
  if (schema === undefined) return {}
  const isGemini = isObject(described['parameters']) && /^[A-Z]+$/.test(String(described['parameters']['type']))
  return isGemini ? { parameters: schema } : { parameters_json_schema: schema }
}
