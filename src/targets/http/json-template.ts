import { EvalError, JsonObject, message, stringifyJson } from '../../core/index.ts'

type JsonTemplateValues = Readonly<Record<string, unknown>>

const placeholder = /\{\{\s*([\w.]+)\s*\}\}/g
const onlyPlaceholder = /^\{\{\s*([\w.]+)\s*\}\}$/

/**
 * Fills `{{name}}` in the strings of a JSON value. A string that is one placeholder becomes the value itself; inside
 * other text a value is written as text or JSON. Placeholders in values stay.
 */
export function fillJson(template: unknown, values: JsonTemplateValues): unknown {
  if (typeof template === 'string') {
    const whole = onlyPlaceholder.exec(template)?.[1]
    return whole === undefined ? fillText(template, values) : values[whole]
  }
  if (Array.isArray(template)) return template.map((element: unknown) => fillJson(element, values))
  const object = JsonObject.safeParse(template)
  if (!object.success) return template
  return Object.fromEntries(Object.entries(object.data).map(([name, field]) => [name, fillJson(field, values)]))
}

export function fillText(
  template: string,
  values: JsonTemplateValues,
  encode: (text: string) => string = (text) => text,
): string {
  return template.replace(placeholder, (_match, name: string) => {
    const value = values[name]
    return encode(typeof value === 'string' ? value : (stringifyJson(value) ?? ''))
  })
}

/**
 * Returns the placeholders of a template.
 *
 * @throws {EvalError} `config` for one that is not among `known`
 */
export function placeholdersOf(template: unknown, known: readonly string[]): ReadonlySet<string> {
  const used = new Set((stringifyJson(template) ?? '').matchAll(placeholder).map((match) => match[1] ?? ''))
  for (const name of used) {
    if (known.includes(name)) continue
    const hint = message('There are {known}', { known: known.map((one) => `{{${one}}}`).join(' ') })
    throw new EvalError('config', message('There is no placeholder {name}', { name: `{{${name}}}` }), { hint })
  }
  return used
}
