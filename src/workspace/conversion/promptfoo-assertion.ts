import { z } from 'zod'
import { isObject } from '../../core/basics/is-object.ts'
import { codeText } from './code-text.ts'
import type { Helper } from './eval-helpers.ts'
import { fillPrompt } from './promptfoo-template.ts'

type Fields = Readonly<Record<string, unknown>>

/** What an assertion becomes: an expression about `output`, a property for a judge, or nothing. */
export type Converted =
  | {
      readonly kind: 'check'
      readonly name: string
      /** Says true or false of `output` and `vars`. */
      readonly expression: string
      readonly helpers: readonly Helper[]
      readonly weight: number
    }
  | { readonly kind: 'rubric'; readonly texts: readonly string[]; readonly hasThreshold: boolean }
  | { readonly kind: 'reference'; readonly texts: readonly string[] }
  | { readonly kind: 'lost'; readonly type: string }

/** One assertion, with the variables of its test. */
export function convertAssertion(assertion: Fields, vars: Fields): Converted {
  const written = typeof assertion['type'] === 'string' ? assertion['type'] : 'equals'
  const type = written.replace(/^not-/, '')
  const isNegated = type !== written
  const lost = { kind: 'lost', type: written } as const
  if ('transform' in assertion || 'provider' in assertion)
    return { kind: 'lost', type: `${written} (transform, provider)` }
  const value = filled(assertion['value'], vars)
  if (typeof value === 'string' && value.startsWith('file://')) return { kind: 'lost', type: `${written} (${value})` }
  if (judged.has(type) && !isNegated) {
    const texts = typeof value === 'string' ? [value] : (listOf(value) ?? [])
    if (texts.length > 0) return { kind: 'rubric', texts, hasThreshold: assertion['threshold'] !== undefined }
  }
  if (/^(model-graded-)?factuality$/.test(type) && !isNegated && typeof value === 'string') {
    return { kind: 'reference', texts: [value] }
  }
  const made =
    type === 'assert-set' ? setOf(assertion, vars) : simpleCheck(type, { value, threshold: assertion['threshold'] })
  if (made === undefined) return lost
  const { expression, helpers = [] } = made
  return {
    kind: 'check',
    name: nameOf(written, value),
    expression: isNegated ? `!holds(${expression})` : expression,
    helpers: isNegated ? ['holds', ...helpers] : helpers,
    weight: typeof assertion['weight'] === 'number' ? assertion['weight'] : 1,
  }
}

const judged = new Set(['llm-rubric', 'model-graded-closedqa', 'g-eval'])

type Made = { readonly expression: string; readonly helpers?: readonly Helper[] }
type Asked = { readonly value: unknown; readonly threshold: unknown }

/** Undefined where it asks for something that has no counterpart. */
function simpleCheck(type: string, asked: Asked): Made | undefined {
  return Object.hasOwn(makers, type) ? makers[type]?.(asked.value, asked.threshold) : undefined
}

const makers: Readonly<Record<string, (value: unknown, threshold: unknown) => Made | undefined>> = {
  equals(value) {
    if (isScalar(value)) return { expression: `output === ${codeText(String(value))}` }
    const expression = `isDeepStrictEqual(parsed(output), ${codeText(value)})`
    return { expression, helpers: ['isDeepStrictEqual', 'parsed'] }
  },
  contains: (value) => ofText(value, (text) => `output.includes(${text})`),
  icontains: (value) => ofText(value, (text) => `output.toLowerCase().includes(${text}.toLowerCase())`),
  'starts-with': (value) => ofText(value, (text) => `output.startsWith(${text})`),
  'contains-all': (value) => ofTexts(value, (texts) => `${codeText(texts)}.every((text) => output.includes(text))`),
  'contains-any': (value) => ofTexts(value, (texts) => `${codeText(texts)}.some((text) => output.includes(text))`),
  'icontains-all': (value) =>
    ofTexts(value, (texts) => `${lower(texts)}.every((text) => output.toLowerCase().includes(text))`),
  'icontains-any': (value) =>
    ofTexts(value, (texts) => `${lower(texts)}.some((text) => output.toLowerCase().includes(text))`),
  regex: (value) => (isPattern(value) ? ofText(value, (text) => `new RegExp(${text}).test(output)`) : undefined),
  'is-json'(value) {
    if (value === undefined) return { expression: 'parsed(output) !== undefined', helpers: ['parsed'] }
    return ofSchema(value, (schema) => ({ expression: `fits(parsed(output), ${schema})`, helpers: ['parsed', 'fits'] }))
  },
  'contains-json'(value) {
    if (value === undefined) return { expression: 'jsonWithin(output).length > 0', helpers: ['jsonWithin'] }
    return ofSchema(value, (schema) => ({
      expression: `jsonWithin(output).some((value) => fits(value, ${schema}))`,
      helpers: ['jsonWithin', 'fits'],
    }))
  },
  levenshtein(value, threshold = 5) {
    const made = ofText(value, (text) => `distance(output, ${text}) <= ${Number(threshold)}`)
    return made === undefined ? undefined : { ...made, helpers: ['distance'] }
  },
  'word-count': wordCount,
  javascript: (value, threshold) => (typeof value === 'string' ? ownCode(value, threshold) : undefined),
}

function ofText(value: unknown, expression: (text: string) => string): Made | undefined {
  return isScalar(value) ? { expression: expression(codeText(String(value))) } : undefined
}

function ofTexts(value: unknown, expression: (texts: readonly string[]) => string): Made | undefined {
  const texts = listOf(value)
  return texts === undefined ? undefined : { expression: expression(texts) }
}

function lower(texts: readonly string[]): string {
  return codeText(texts.map((text) => text.toLowerCase()))
}

function wordCount(value: unknown): Made | undefined {
  const words = 'output.trim().split(/\\s+/).filter(Boolean).length'
  if (isObject(value)) {
    const { min, max } = value
    const bounds = [
      ...(typeof min === 'number' ? [`${words} >= ${min}`] : []),
      ...(typeof max === 'number' ? [`${words} <= ${max}`] : []),
    ]
    return bounds.length === 0 ? undefined : { expression: bounds.join(' && ') }
  }
  return Number.isFinite(Number(value)) ? { expression: `${words} === ${Number(value)}` } : undefined
}

/** Code stays code: an expression, or the body of a function. */
function ownCode(value: string, threshold: unknown): Made {
  const code = value.trim()
  const isBody = code.includes('\n') || /^(return|const|let|var|if|for)\b/.test(code)
  const body = isBody ? code : `return (${code.replace(/;$/, '')})`
  const said = `tried(() => ((output, context) => {\n${body}\n})(output, { vars }))`
  if (typeof threshold === 'number')
    return { expression: `scoreOf(${said}) >= ${threshold}`, helpers: ['scoreOf', 'tried'] }
  return { expression: `holds(${said})`, helpers: ['holds', 'tried'] }
}

/** A share of several assertions; undefined where one of them is no check. */
function setOf(assertion: Fields, vars: Fields): Made | undefined {
  const parts = listOfFields(assertion['assert']).map((one) => convertAssertion(one, vars))
  const checks = parts.flatMap((one) => (one.kind === 'check' ? [one] : []))
  if (checks.length === 0 || checks.length < parts.length) return undefined
  return weighed(checks, assertion['threshold'])
}

/** Whether a share of the weights holds, or all do where no share is named. */
export function weighed(
  checks: readonly Extract<Converted, { kind: 'check' }>[],
  threshold: unknown,
): { readonly expression: string; readonly helpers: readonly Helper[] } {
  const helpers = checks.flatMap((one) => one.helpers)
  if (typeof threshold !== 'number') {
    return { expression: checks.map((one) => `(${one.expression})`).join(' && '), helpers }
  }
  const pairs = checks.map((one) => `[${one.weight}, ${one.expression}]`).join(', ')
  return { expression: `share([${pairs}]) >= ${threshold}`, helpers: ['share', ...helpers] }
}

function ofSchema(value: unknown, use: (schema: string) => Made): Made | undefined {
  try {
    z.fromJSONSchema(value as Parameters<typeof z.fromJSONSchema>[0])
    return use(codeText(value))
  } catch {
    // A schema with words that zod does not know: the assertion has no counterpart, which is said.
    return undefined
  }
}

function filled(value: unknown, vars: Fields): unknown {
  if (typeof value === 'string') return fillPrompt(value, vars).text
  if (Array.isArray(value)) return value.map((one) => filled(one, vars))
  return value
}

function listOf(value: unknown): readonly string[] | undefined {
  if (Array.isArray(value) && value.every(isScalar)) return value.map(String)
  return typeof value === 'string' ? value.split(',').map((one) => one.trim()) : undefined
}

function listOfFields(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

function isScalar(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value)
}

function isPattern(value: unknown): boolean {
  try {
    return isScalar(value) && new RegExp(String(value)).source.length > 0
  } catch {
    // Python's or PCRE's words: no pattern here.
    return false
  }
}

function nameOf(type: string, value: unknown): string {
  const shown = isScalar(value) ? String(value).replaceAll(/\s+/g, ' ').slice(0, 60) : ''
  return shown === '' ? type : `${type}: ${shown}`
}
