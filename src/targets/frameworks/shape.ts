import type { JsonObject } from '../../core/index.ts'

type Shaped<Names extends string> = { readonly [name in Names]: (...args: unknown[]) => unknown }

export function hasMethods<Names extends string>(value: unknown, ...names: readonly Names[]): value is Shaped<Names> {
  return isThing(value) && names.every((name) => typeof Reflect.get(value, name) === 'function')
}

/** Undefined for values without fields. */
export function fieldOf(value: unknown, name: string | symbol): unknown {
  return isThing(value) ? Reflect.get(value, name) : undefined
}

export function textField(value: unknown, name: string): string | undefined {
  const field = fieldOf(value, name)
  return typeof field === 'string' && field !== '' ? field : undefined
}

export function listField(value: unknown, name: string): readonly unknown[] {
  const field = fieldOf(value, name)
  return Array.isArray(field) ? field : []
}

export function copyWith<Value extends object>(value: Value, fields: object): Value {
  return Object.assign(Object.create(Object.getPrototypeOf(value)), value, fields) // the same fields and methods
}

export function another(value: object, ...args: readonly unknown[]): unknown {
  return Reflect.construct(value.constructor, args)
}

/** Declares a tool; the field has JSON Schema, or a schema that can be converted to it. */
export function declarationOf(
  tool: unknown,
  schemaField: 'parameters' | 'inputSchema' | 'schema',
  name = textField(tool, 'name') ?? '',
): JsonObject {
  const description = fieldOf(tool, 'description')
  const parameters = jsonSchemaOf(fieldOf(tool, schemaField))
  return {
    name,
    ...(typeof description === 'string' && { description }),
    ...(parameters !== undefined && { parameters }),
  }
}

/** Returns the text of instructions, a message, or a list of them; undefined for functions. */
export function instructionsIn(told: unknown): string | undefined {
  if (typeof told === 'string') return told
  if (Array.isArray(told)) return told.flatMap((piece) => instructionsIn(piece) ?? []).join('\n')
  return textField(told, 'content') ?? textField(told, 'text')
}

function isThing(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}

function jsonSchemaOf(schema: unknown): unknown {
  // Tries Standard Schema (zod and others), then the AI SDK's wrapper, then plain JSON Schema.
  const standard = fieldOf(fieldOf(schema, '~standard'), 'jsonSchema')
  if (hasMethods(standard, 'input')) return unlessItThrows(() => standard.input({ target: 'draft-07' }))
  if (hasMethods(schema, 'toJSONSchema')) return unlessItThrows(() => schema.toJSONSchema())
  const wrapped = fieldOf(schema, 'jsonSchema')
  if (wrapped !== undefined) return wrapped
  return textField(schema, 'type') === 'object' && fieldOf(schema, '~standard') === undefined ? schema : undefined
}

/** Schemas without an equivalent in JSON Schema (a date, a transform) throw; the tool's name is still known. */
function unlessItThrows(make: () => unknown): unknown {
  try {
    return make()
  } catch (error) {
    if (error instanceof Error) return undefined
    throw error
  }
}
