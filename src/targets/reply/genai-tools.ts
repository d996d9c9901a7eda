import type { JsonObject } from '../../core/index.ts'
import { isObject } from '../../core/basics/is-object.ts'

/**
 * Writes tools in Gemini's form `{ function_declarations: […] }`, which ADK uses. Functions as OpenAI, Anthropic and
 * MCP describe them, and bare names, become declarations of one tool; other tools stay.
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
  // OpenAI's chat API nests the function one level deeper.
  const inner =
    declaration['type'] === 'function' && isObject(declaration['function']) ? declaration['function'] : declaration
  const { name, description } = inner
  if (typeof name !== 'string') return undefined
  const schema = schemaOf(inner)
  return { name, ...(typeof description === 'string' ? { description } : {}), ...schema }
}

// Gemini's own schemas have types in capitals; other schemas are JSON Schema, for which Gemini has another field.
function schemaOf(described: JsonObject): JsonObject {
  const places = ['parameters', 'parametersJsonSchema', 'parameters_json_schema', 'inputSchema', 'input_schema']
  const schema = places.map((place) => described[place]).find((found) => isObject(found))
  if (schema === undefined) return {}
  const isGemini = isObject(described['parameters']) && /^[A-Z]+$/.test(String(described['parameters']['type']))
  return isGemini ? { parameters: schema } : { parameters_json_schema: schema }
}
