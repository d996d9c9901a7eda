import { isObject } from '../../core/basics/is-object.ts'

/**
 * Where in an answer of another shape the text for people probably stands, as a path: `$.choices[0].message.content`.
 * Undefined where there is no text, or only that of an error.
 */
export function likelyPath(answer: unknown): string | undefined {
  const [first] = [...textsIn(answer, '$', '')].toSorted(
    (one, other) => rank(one.name) - rank(other.name) || other.length - one.length,
  )
  return first?.path
}

type FoundText = { readonly path: string; readonly name: string; readonly length: number }

function* textsIn(value: unknown, path: string, name: string): Generator<FoundText> {
  if (path.length > LONGEST || /error/i.test(name)) return
  if (typeof value === 'string' && value.trim() !== '') yield { path, name, length: value.length }
  if (Array.isArray(value)) {
    // Of a conversation the last message is the answer, and the first one the question.
    const at = isObject(value[0]) && 'role' in value[0] ? -1 : 0
    yield* textsIn(value.at(at), `${path}[${at}]`, name)
  }
  if (!isObject(value)) return
  for (const [key, inner] of Object.entries(value)) {
    yield* textsIn(inner, /^[\p{L}_]\w*$/u.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`, key)
  }
}

/** Characters. */
const LONGEST = 80

/** What APIs call it, the surest first. */
const names = ['answer', 'content', 'text', 'output', 'response', 'reply', 'completion', 'result', 'message']

function rank(name: string): number {
  const index = names.findIndex((known) => name.toLowerCase().endsWith(known))
  return index === -1 ? names.length : index
}
