import type { JsonObject } from '../../core/index.ts'

type Shaped<Names extends string> = { readonly [name in Names]: (...args: unknown[]) => unknown }

/** Whether it has methods of these names, its own or its class's. */
export function hasMethods<Names extends string>(value: unknown, ...names: readonly Names[]): value is Shaped<Names> {
  return isThing(value) && names.every((name) => typeof Reflect.get(value, name) === 'function')
}

/** What stands under a name; undefined where there is nothing to look at. */
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

/** The same object with other fields, of the same class. Nothing is written into the original. */
export function copyWith<Value extends object>(value: Value, fields: object): Value {
  return Object.assign(Object.create(Object.getPrototypeOf(value)), value, fields) // the same fields and methods
}

/** Another one made by the class of the first. */
export function another(value: object, ...args: readonly unknown[]): unknown {
  return Reflect.construct(value.constructor, args)
}

/** A tool as it is told of: `schema` is JSON Schema, or says what it is in it. */
export function declaration(name: string, description: unknown, schema: unknown): JsonObject {
  const parameters = jsonSchemaOf(schema)
  return {
    name,
    ...(typeof description === 'string' && { description }),
    ...(parameters !== undefined && { parameters }),
  }
}

/** What a model was told, from a text, a message, or a list of them; undefined where a function decides each time. */
export function instructionsIn(told: unknown): string | undefined {
  if (typeof told === 'string') return told
  if (Array.isArray(told)) return told.flatMap((piece) => instructionsIn(piece) ?? []).join('\n')
  return textField(told, 'content') ?? textField(told, 'text')
}

function isThing(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}

function jsonSchemaOf(schema: unknown): unknown {
  // Standard Schema, as zod and others have it; then the AI SDK's wrapper; then JSON Schema itself.
  const standard = fieldOf(fieldOf(schema, '~standard'), 'jsonSchema')
  if (hasMethods(standard, 'input')) return unlessItThrows(() => standard.input({ target: 'draft-07' }))
  if (hasMethods(schema, 'toJSONSchema')) return unlessItThrows(() => schema.toJSONSchema())
  const wrapped = fieldOf(schema, 'jsonSchema')
  if (wrapped !== undefined) return wrapped
  return textField(schema, 'type') === 'object' && fieldOf(schema, '~standard') === undefined ? schema : undefined
}

/** Schemas that JSON Schema has no words for (a date, a transform) throw; the tool is still known by its name. */
function unlessItThrows(make: () => unknown): unknown {
  try {
    return make()
  } catch (error) {
    if (error instanceof Error) return undefined
    throw error
  }
}
