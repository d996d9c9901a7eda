import { isScalar } from '../../formats/table/reference-cell.ts'
import type { JsonObject } from '../../core/index.ts'
import { isObject } from '../../core/basics/is-object.ts'
import { codeText } from './code-text.ts'
import { isKnownSchema } from './eval-schema.ts'
import { type CodeFiles, changedByCode, saidByCode } from './promptfoo-code.ts'
import { fillPrompt, textsBetweenCommas } from './promptfoo-template.ts'
import { trajectoryExpression } from './promptfoo-trajectory.ts'

/** What an assertion is converted to: an expression about `output`, a property for a judge, or nothing. */
export type Converted =
  | {
      readonly kind: 'check'
      readonly name: string
      /** An expression over `output` and `context` that is true or false. */
      readonly expression: string
      /** An expression for a number that is weighed in place of 1 for true. */
      readonly score?: string
      readonly weight: number
    }
  | {
      readonly kind: 'rubric' | 'reference'
      readonly texts: readonly string[]
      readonly hasThreshold: boolean
      readonly metric: string | undefined
    }
  | { readonly kind: 'lost'; readonly type: string }

type PromptfooAssertionDependencies = {
  readonly vars: JsonObject
  readonly files: CodeFiles
  /** Code by which the test transforms each output before its assertions see it. */
  readonly transform: unknown
}

/** Converts one assertion, with the variables of its test filled in. */
export function convertAssertion(assertion: JsonObject, surroundings: PromptfooAssertionDependencies): Converted {
  const written = typeof assertion['type'] === 'string' ? assertion['type'] : 'equals'
  const { value, logic } = filled(assertion['value'], surroundings.vars)
  if (logic[0] !== undefined) return { kind: 'lost', type: `${written} (${logic[0]})` }
  const transforms = [surroundings.transform, assertion['transform']].filter((one) => one !== undefined)
  const metric =
    typeof assertion['metric'] === 'string' ? fillPrompt(assertion['metric'], surroundings.vars).text : undefined
  const graded = transforms.length === 0 ? gradedBy(written, value) : undefined
  if (graded !== undefined) return { ...graded, metric, hasThreshold: assertion['threshold'] !== undefined }
  const { files } = surroundings
  const type = written.replace(/^not-/, '')
  const isOfOutput = type !== 'assert-set' && !type.startsWith('trajectory:')
  const made =
    type === 'assert-set'
      ? setOf(assertion, surroundings)
      : checkOf(type, { assertion, value, isNegated: type !== written, files })
  const changed = made === undefined || !isOfOutput ? made : ofChanged(made, transforms, { type, files })
  if (changed === undefined) return { kind: 'lost', type: lossOf(written, value, made !== undefined) }
  const name = nameOf(written, value)
  return {
    ...changed,
    kind: 'check',
    name: metric === undefined ? name : `${metric} · ${name}`,
    weight: typeof assertion['weight'] === 'number' ? assertion['weight'] : 1,
  }
}

function lossOf(type: string, value: unknown, isTransformed: boolean): string {
  if (isTransformed) return `${type} (transform)`
  return typeof value === 'string' && value.startsWith('file://') ? `${type} (${value})` : type
}

function gradedBy(
  type: string,
  value: unknown,
): { readonly kind: 'rubric' | 'reference'; readonly texts: readonly string[] } | undefined {
  if (/^(model-graded-)?factuality$/.test(type))
    return typeof value === 'string' ? { kind: 'reference', texts: [value] } : undefined
  if (!judged.has(type) || (typeof value === 'string' && value.startsWith('file://'))) return undefined
  const texts = typeof value === 'string' ? [value] : (listOf(value) ?? [])
  return texts.length > 0 ? { kind: 'rubric', texts } : undefined
}

type CheckOptions = {
  readonly assertion: JsonObject
  readonly value: unknown
  readonly isNegated: boolean
  readonly files: CodeFiles
}

function checkOf(
  type: string,
  { assertion, value, isNegated, files }: CheckOptions,
): PromptfooAssertionProduct | undefined {
  if (type === 'javascript') {
    const said = typeof value === 'string' ? saidByCode(value, assertion['config'], files) : undefined
    return said === undefined ? undefined : verdictOf(said, assertion['threshold'], isNegated)
  }
  if (typeof value === 'string' && value.startsWith('file://')) return undefined
  if (type.startsWith('trajectory:')) {
    const expression = trajectoryExpression(type, value, isNegated)
    return expression === undefined ? undefined : { expression }
  }
  const made = Object.hasOwn(makers, type) ? makers[type]?.(value, assertion['threshold']) : undefined
  if (made === undefined || !isNegated) return made
  // In promptfoo this assertion fails here even when negated.
  if (type === 'levenshtein') return made
  if (type === 'equals' && typeof value === 'object')
    return { ...made, expression: `parsed(output) !== undefined && !${made.expression}` }
  return { ...made, expression: `!(${made.expression})` }
}

/** Code that returns nothing fails, even when negated. */
function verdictOf(said: string, threshold: unknown, isNegated: boolean): PromptfooAssertionProduct {
  const least = typeof threshold === 'number' ? `, ${threshold}` : ''
  return {
    expression: `holds(${said}${least}) === ${!isNegated}`,
    score: `scoreOf(${said}, ${!isNegated})`,
  }
}

/** Applies the expression to the transformed output; a transform that throws fails the check. */
function ofChanged(
  made: PromptfooAssertionProduct,
  transforms: readonly unknown[],
  { type, files }: { readonly type: string; readonly files: CodeFiles },
): PromptfooAssertionProduct | undefined {
  if (transforms.length === 0) return made
  const changed = changedByCode(
    transforms.map((one) => (typeof one === 'string' ? one : 'package:')),
    files,
  )
  if (changed === undefined) return undefined
  const output = type === 'javascript' ? changed : `textOf(${changed})`
  const within = (text: string) => `await tried(async () => (async (output) => ${text})(${output}))`
  return {
    expression: `(${within(made.expression)}) === true`,
    ...(made.score !== undefined && { score: `Number((${within(made.score)}) ?? 0)` }),
  }
}

const judged = new Set(['llm-rubric', 'model-graded-closedqa', 'g-eval'])

type PromptfooAssertionProduct = { readonly expression: string; readonly score?: string }

const makers: Readonly<Record<string, (value: unknown, threshold: unknown) => PromptfooAssertionProduct | undefined>> =
  {
    equals(value) {
      // Without a value there is nothing to compare with.
      if (value === undefined) return undefined
      if (isScalar(value)) return { expression: `output === ${codeText(String(value))}` }
      return { expression: `isDeepStrictEqual(parsed(output), ${codeText(value)})` }
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
      if (value === undefined) return { expression: 'parsed(output) !== undefined' }
      return ofSchema(value, (schema) => `fits(parsed(output), ${schema})`)
    },
    'contains-json'(value) {
      if (value === undefined) return { expression: 'jsonWithin(output).length > 0' }
      return ofSchema(value, (schema) => `jsonWithin(output).some((value) => fits(value, ${schema}))`)
    },
    levenshtein(value, threshold = 5) {
      return ofText(value, (text) => `distance(output, ${text}) <= ${Number(threshold)}`)
    },
    'word-count': wordCount,
  }

function ofText(value: unknown, expression: (text: string) => string): PromptfooAssertionProduct | undefined {
  return isScalar(value) ? { expression: expression(codeText(String(value))) } : undefined
}

function ofTexts(
  value: unknown,
  expression: (texts: readonly string[]) => string,
): PromptfooAssertionProduct | undefined {
  const texts = listOf(value)
  return texts === undefined ? undefined : { expression: expression(texts) }
}

function lower(texts: readonly string[]): string {
  return codeText(texts.map((text) => text.toLowerCase()))
}

function wordCount(value: unknown): PromptfooAssertionProduct | undefined {
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

/** Combines several assertions; undefined where one of them is no check. */
function setOf(
  assertion: JsonObject,
  surroundings: PromptfooAssertionDependencies,
): PromptfooAssertionProduct | undefined {
  const parts = (Array.isArray(assertion['assert']) ? assertion['assert'].filter(isObject) : []).map((one) =>
    convertAssertion(one, surroundings),
  )
  const checks = parts.flatMap((one) => (one.kind === 'check' ? [one] : []))
  if (checks.length === 0 || checks.length < parts.length) return undefined
  return weighed(checks, assertion['threshold'])
}

/** Whether the passing assertions reach the threshold by weight, or all pass where there is none. Those without weight cannot fail. */
export function weighed(
  checks: readonly Extract<Converted, { kind: 'check' }>[],
  threshold: unknown,
): Required<PromptfooAssertionProduct> {
  const pairs = checks.map((one) => `[${one.weight}, ${one.score ?? one.expression}]`).join(', ')
  const score = `share([${pairs}])`
  const counting = checks.filter(({ weight }) => weight > 0)
  const all = counting.map((one) => `(${one.expression})`).join(' && ')
  return {
    expression: typeof threshold === 'number' ? `${score} >= ${threshold}` : all === '' ? 'true' : all,
    score,
  }
}

/** Undefined where the schema has a keyword that `fits` cannot check. */
function ofSchema(value: unknown, expression: (schema: string) => string): PromptfooAssertionProduct | undefined {
  return isKnownSchema(value) ? { expression: expression(codeText(value)) } : undefined
}

function filled(value: unknown, vars: JsonObject): { readonly value: unknown; readonly logic: readonly string[] } {
  if (typeof value === 'string' && !value.startsWith('file://')) {
    const { text, logic } = fillPrompt(value, vars)
    return { value: text, logic }
  }
  if (!Array.isArray(value)) return { value, logic: [] }
  const all = value.map((one) => filled(one, vars))
  return { value: all.map((one) => one.value), logic: all.flatMap((one) => one.logic) }
}

function listOf(value: unknown): readonly string[] | undefined {
  if (Array.isArray(value) && value.length > 0 && value.every(isScalar)) return value.map(String)
  return typeof value === 'string' ? textsBetweenCommas(value) : undefined
}

function isPattern(value: unknown): boolean {
  try {
    return isScalar(value) && new RegExp(String(value)).source.length > 0
  } catch {
    // The pattern uses syntax of Python or PCRE.
    return false
  }
}

function nameOf(type: string, value: unknown): string {
  const shown = isScalar(value) ? String(value).replaceAll(/\s+/g, ' ').slice(0, 60) : ''
  return shown === '' ? type : `${type}: ${shown}`
}
