import { isObject } from '../../core/basics/is-object.ts'
import type { JsonObject } from '../../core/index.ts'
import { jsonIn } from '../../messages/json-in.ts'
import { keyValues } from '../otlp.ts'

/** Reads attributes from an object, nested or flat, or from a list of keys and values; undefined for anything else. */
export function attributesIn(value: unknown): JsonObject | undefined {
  const held = jsonIn(value)
  const pairs = Array.isArray(held) ? keyValues(held) : held
  return isObject(pairs) ? flat(pairs) : undefined
}

// Nested writers use these names as levels; below names that match `values` stands a value.
const levels =
  /^(gen_ai|llm|openinference|traceloop|ai|langfuse|langsmith|mlflow|mastra|tool|input|output|session|agent)$/
const values = /\.(value|arguments|result|parameters|metadata|content|\w*messages|definitions|tools)$/

function flat(attributes: JsonObject): JsonObject {
  const flattened: JsonObject = {}
  const left = Object.entries(attributes).map(([name, value]) => ({ name, value, isLevel: levels.test(name) }))
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { name, value } = next
    if (!isObject(value) || !next.isLevel || values.test(name)) flattened[name] = value
    else
      for (const [inner, held] of Object.entries(value))
        left.push({ name: `${name}.${inner}`, value: held, isLevel: true })
  }
  return flattened
}
