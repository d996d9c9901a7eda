/** Keywords of JSON Schema that `fits` checks, and those that constrain nothing. */
const words = new Set(
  `$ref type enum const anyOf oneOf allOf not if then else minLength maxLength pattern format minimum maximum
exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems uniqueItems items additionalItems contains required properties
additionalProperties patternProperties propertyNames minProperties maxProperties
$schema $id $defs definitions $comment title description default examples nullable readOnly writeOnly deprecated`.split(
    /\s+/,
  ),
)
const formats = new Set(['date', 'time', 'date-time', 'email', 'uri', 'url', 'uuid', 'ipv4', 'hostname'])

/** Whether `fits` checks every keyword of a schema. */
export function isKnownSchema(schema: unknown): boolean {
  if (typeof schema === 'boolean') return true
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return false
  return Object.entries(schema).every(([word, said]) => {
    if (!words.has(word)) return false
    if (word === 'format') return formats.has(String(said))
    if (word === '$ref') return String(said).startsWith('#')
    if (word === 'pattern') return isPattern(said)
    if (['properties', 'patternProperties', '$defs', 'definitions'].includes(word))
      return Object.values(said as object).every(isKnownSchema)
    if (['anyOf', 'oneOf', 'allOf'].includes(word)) return Array.isArray(said) && said.every(isKnownSchema)
    if (word === 'items' && Array.isArray(said)) return said.every(isKnownSchema)
    const isSchema = [
      'not',
      'if',
      'then',
      'else',
      'items',
      'additionalItems',
      'contains',
      'additionalProperties',
      'propertyNames',
    ]
    return !isSchema.includes(word) || isKnownSchema(said)
  })
}

function isPattern(text: unknown): boolean {
  try {
    return new RegExp(String(text), 'u').source !== ''
  } catch {
    // The pattern is written for another language's regular expressions.
    return false
  }
}

/** The text of `fits`, written as it is into evaluations that need it. */
export const fitsText = String.raw`/** Whether a value is as a JSON schema says. */
const fits = (value, schema, whole = schema) => {
  if (value === undefined || typeof schema === 'boolean') return value !== undefined && schema
  const to = (one, part) => fits(one, part, whole)
  const same = (one) => isDeepStrictEqual(one, value)
  const kind = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  const isKind = (name) => name === kind || (name === 'integer' && Number.isInteger(value))
  const text = (holds) => kind !== 'string' || holds([...value].length)
  const number = (holds) => kind !== 'number' || holds(value)
  const list = (holds) => kind !== 'array' || holds(value)
  const object = (holds) => kind !== 'object' || holds(Object.entries(value))
  const { properties = {}, patternProperties = {} } = schema
  const patterns = (key) => Object.entries(patternProperties).filter(([pattern]) => new RegExp(pattern, 'u').test(key))
  const formats = {
    date: /^\d{4}-(0\d|1[0-2])-([0-2]\d|3[01])$/,
    time: /^\d\d:\d\d:\d\d(\.\d+)?(z|[+-]\d\d:?\d\d)$/i,
    'date-time': /^\d{4}-(0\d|1[0-2])-([0-2]\d|3[01])[t ]\d\d:\d\d:\d\d(\.\d+)?(z|[+-]\d\d:?\d\d)$/i,
    email: /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/,
    uri: /^[a-z][a-z\d+.-]*:\S+$/i,
    url: /^(https?|ftp):\/\/\S+$/i,
    uuid: /^(urn:uuid:)?[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i,
    ipv4: /^((25[0-5]|2[0-4]\d|1?\d?\d)(\.(?=\d)|$)){4}$/,
    hostname: /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.[a-z\d]([a-z\d-]{0,61}[a-z\d])?)*$/i,
  }
  const rules = {
    $ref: (path) => to(value, path.split('/').slice(1).reduce((at, key) => at?.[key], whole) ?? false),
    type: (types) => [types].flat().some(isKind) || (schema.nullable === true && value === null),
    enum: (values) => values.some(same),
    const: same,
    anyOf: (parts) => parts.some((part) => to(value, part)),
    oneOf: (parts) => parts.filter((part) => to(value, part)).length === 1,
    allOf: (parts) => parts.every((part) => to(value, part)),
    not: (part) => !to(value, part),
    if: (part) => to(value, (to(value, part) ? schema.then : schema.else) ?? true),
    minLength: (least) => text((length) => length >= least),
    maxLength: (most) => text((length) => length <= most),
    pattern: (pattern) => text(() => new RegExp(pattern, 'u').test(value)),
    format: (name) => text(() => formats[name].test(value)),
    minimum: (least) => number(() => value >= least),
    maximum: (most) => number(() => value <= most),
    exclusiveMinimum: (border) => number(() => value > border),
    exclusiveMaximum: (border) => number(() => value < border),
    multipleOf: (step) => number(() => Number.isInteger(value / step)),
    minItems: (least) => list(({ length }) => length >= least),
    maxItems: (most) => list(({ length }) => length <= most),
    uniqueItems: (unique) => !unique || list((all) => all.every((one, at) => !all.slice(0, at).some((other) => isDeepStrictEqual(one, other)))),
    items: (part) => list((all) => all.every((one, at) => to(one, Array.isArray(part) ? (part[at] ?? schema.additionalItems ?? true) : part))),
    contains: (part) => list((all) => all.some((one) => to(one, part))),
    required: (keys) => object(() => keys.every((key) => Object.hasOwn(value, key))),
    properties: (parts) => object((all) => all.every(([key, one]) => !Object.hasOwn(parts, key) || to(one, parts[key]))),
    patternProperties: () => object((all) => all.every(([key, one]) => patterns(key).every(([, part]) => to(one, part)))),
    additionalProperties: (part) =>
      object((all) => all.every(([key, one]) => Object.hasOwn(properties, key) || patterns(key).length > 0 || to(one, part))),
    propertyNames: (part) => object((all) => all.every(([key]) => to(key, part))),
    minProperties: (least) => object(({ length }) => length >= least),
    maxProperties: (most) => object(({ length }) => length <= most),
  }
  return Object.entries(schema).every(([word, said]) => rules[word]?.(said) ?? true)
}`
