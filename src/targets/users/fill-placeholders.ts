import { EvalError, message } from '../../core/index.ts'

/** Values by the name of their placeholder. A group has further names, as in `persona.description`. */
export type PlaceholderValues = { readonly [name: string]: string | PlaceholderValues }

/**
 * Fills `{{ name }}` in a template once, so placeholders in a value stay. Templates support nothing else. The name of a
 * group alone means its field `text`.
 *
 * @throws {EvalError} `config` for an unknown name, and for anything that would be code
 */
export function fillPlaceholders(template: string, values: PlaceholderValues): string {
  const code = /\{%(?:(?!\{%)[^])*?%\}|\{#(?:(?!\{#)[^])*?#\}/.exec(template)
  if (code !== null) throw notSupported(code[0], values)
  return template.replaceAll(/\{\{((?:(?!\{\{)[^])*?)\}\}/g, (placeholder: string, path: string) => {
    const value = valueAt(values, path.trim())
    if (value === undefined) throw notSupported(placeholder, values)
    return value
  })
}

export function placeholdersIn(template: string): readonly string[] {
  return [...template.matchAll(/\{\{((?:(?!\{\{)[^])*?)\}\}/g)].map(([, path = '']) => path.trim())
}

function valueAt(values: PlaceholderValues, path: string): string | undefined {
  let value: string | PlaceholderValues | undefined = values
  for (const name of path.split('.')) {
    value = typeof value === 'object' && Object.hasOwn(value, name) ? value[name] : undefined
  }
  return typeof value === 'object' ? valueAt(value, 'text') : value
}

function notSupported(placeholder: string, values: PlaceholderValues): EvalError {
  return new EvalError('config', message('a template cannot have {placeholder} in it', { placeholder }), {
    hint: message('There is: {known}', { known: namesOf(values).join(', ') }),
  })
}

function namesOf(values: PlaceholderValues, before = ''): readonly string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    if (typeof value === 'string') return name === 'text' && before !== '' ? [] : `{{ ${before}${name} }}`
    return [`{{ ${before}${name} }}`, ...namesOf(value, `${before}${name}.`)]
  })
}
