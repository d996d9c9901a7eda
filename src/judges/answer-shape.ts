import { z } from 'zod'

type AnswerShapeChoice = z.infer<typeof AnswerShapeChoice>

/** The part of an answer's schema that can be described in words and corrected in replies. */
export type AnswerShape =
  | { readonly kind: 'object'; readonly fields: readonly AnswerField[] }
  | { readonly kind: 'list'; readonly items: AnswerShape }
  | { readonly kind: 'choice'; readonly options: readonly AnswerShapeChoice[] }
  | { readonly kind: 'number'; readonly whole: boolean; readonly minimum?: number; readonly maximum?: number }
  | { readonly kind: 'text' | 'boolean' }
  | { readonly kind: 'nullable'; readonly inner: AnswerShape }
  | { readonly kind: 'other'; readonly schema: string }

export type AnswerField = {
  readonly name: string
  readonly shape: AnswerShape
  readonly required: boolean
  readonly description?: string
}

export const jsonSchemaOf = onceForEach((schema: z.ZodType): Readonly<Record<string, unknown>> => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { unrepresentable: 'any' })
  return rest
})

export const answerShape = onceForEach((schema: z.ZodType): AnswerShape =>
  shapeFrom(JsonSchema.parse(jsonSchemaOf(schema))),
)

/** Caches the result for each schema, because a metric asks thousands of questions with the same one. */
export function onceForEach<Result>(make: (schema: z.ZodType) => Result): (schema: z.ZodType) => Result {
  const made = new WeakMap<z.ZodType, { readonly result: Result }>()
  return (schema) => {
    const known = made.get(schema) ?? { result: make(schema) }
    made.set(schema, known)
    return known.result
  }
}

const AnswerShapeChoice = z.union([z.string(), z.number(), z.boolean(), z.null()])

const JsonSchema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  get properties() {
    return z.record(z.string(), JsonSchema).optional()
  },
  required: z.array(z.string()).optional(),
  get items() {
    return JsonSchema.optional()
  },
  enum: z.array(AnswerShapeChoice).optional(),
  const: AnswerShapeChoice.optional(),
  get anyOf() {
    return z.array(JsonSchema).optional()
  },
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  description: z.string().optional(),
})
type JsonSchema = z.infer<typeof JsonSchema>

function shapeFrom(schema: JsonSchema): AnswerShape {
  if (schema.enum !== undefined) return { kind: 'choice', options: schema.enum }
  if (schema.const !== undefined) return { kind: 'choice', options: [schema.const] }
  if (schema.anyOf !== undefined) return unionShape(schema, schema.anyOf)
  if (Array.isArray(schema.type)) {
    return unionShape(
      schema,
      schema.type.map((type) => ({ ...schema, type })),
    )
  }
  switch (schema.type) {
    case 'object':
      return { kind: 'object', fields: fieldsOf(schema) }
    case 'array':
      return { kind: 'list', items: shapeFrom(schema.items ?? {}) }
    case 'string':
      return { kind: 'text' }
    case 'boolean':
      return { kind: 'boolean' }
    case 'number':
    case 'integer':
      return { kind: 'number', whole: schema.type === 'integer', ...rangeOf(schema) }
    default:
      return { kind: 'other', schema: JSON.stringify(schema) }
  }
}

function fieldsOf({ properties = {}, required = [] }: JsonSchema): readonly AnswerField[] {
  return Object.entries(properties).map(([name, property]) => ({
    name,
    shape: shapeFrom(property),
    required: required.includes(name),
    ...(property.description === undefined ? {} : { description: property.description }),
  }))
}

function unionShape(schema: JsonSchema, members: readonly JsonSchema[]): AnswerShape {
  const others = members.filter(({ type }) => type !== 'null')
  const [only] = others
  if (others.length < members.length && others.length === 1 && only !== undefined) {
    return { kind: 'nullable', inner: shapeFrom(only) }
  }
  return { kind: 'other', schema: JSON.stringify(schema) }
}

// zod writes the largest safe integers for an integer without bounds.
function rangeOf({ minimum, maximum }: JsonSchema): { minimum?: number; maximum?: number } {
  return {
    ...(minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? {} : { minimum }),
    ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? {} : { maximum }),
  }
}
