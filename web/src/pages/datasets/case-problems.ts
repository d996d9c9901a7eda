import { parse, type ParseError } from 'jsonc-parser'
import { textOf } from '../../../../src/core/invocation.ts'
import { parsedJson } from '../../../../src/core/basics/json.ts'
import { readAs } from '../../source/read-as.ts'
import { EvalCase } from '../../source/shapes.ts'

/** A problem with a field; `json` stands for the JSON view. */
export type Problem = { readonly field: string } & (
  | { readonly kind: 'missing' | 'notJson' | 'notAnObject' | 'twice' | 'noTurn' | 'both' }
  | { readonly kind: 'syntax'; readonly line: number; readonly column: number }
  | { readonly kind: 'unknown' | 'unfit' | 'missingAt'; readonly path: string }
  | { readonly kind: 'expected'; readonly path: string; readonly expected: string }
)

/** A typed case with its problems; undefined where it cannot be parsed. It can be saved without problems only. */
export type ReadCase = { readonly evalCase: EvalCase | undefined; readonly problems: readonly Problem[] }

/** Validates a case by its schema and by the rules of all datasets. */
export function problemsOf(evalCase: EvalCase, otherIds: ReadonlySet<string>): readonly Problem[] {
  const checked = readAs(EvalCase, evalCase)
  return [...(checked.success ? [] : checked.error.issues.map(toProblem)), ...rulesBroken(evalCase, otherIds)]
}

/** Parses a case from JSON. */
export function caseOfJson(text: string, otherIds: ReadonlySet<string>): ReadCase {
  const value = parsedJson(text)
  if (value === undefined)
    return { evalCase: undefined, problems: [{ field: 'json', kind: 'syntax', ...placeOf(text) }] }
  const checked = readAs(EvalCase, value)
  if (!checked.success) return { evalCase: undefined, problems: checked.error.issues.map(toProblem).map(inJson) }
  const unknown = unknownKeys(value, checked.data).map((path): Problem => ({
    field: 'json',
    kind: 'unknown',
    path,
  }))
  return {
    evalCase: unknown.length === 0 ? checked.data : undefined,
    problems: [...unknown, ...rulesBroken(checked.data, otherIds).map(inJson)],
  }
}

function inJson(problem: Problem): Problem {
  if (problem.kind !== 'missing') return { ...problem, field: 'json' }
  const path = problem.field
    .replace(/^turns/, 'conversation')
    .replace(/\.user$/, '.userContent')
    .replace('.calls.', '.steps.toolCalls.')
  return { field: 'json', kind: 'missingAt', path }
}

function rulesBroken(evalCase: EvalCase, otherIds: ReadonlySet<string>): readonly Problem[] {
  const { id, conversation = [], scenario, review } = evalCase
  const problems: Problem[] = [...missing('id', id)]
  if (otherIds.has(id)) problems.push({ field: 'id', kind: 'twice' })
  if (scenario !== undefined) {
    if (evalCase.conversation !== undefined) problems.push({ field: 'turns', kind: 'both' })
    problems.push(...missing('startingPrompt', scenario.startingPrompt), ...missing('plan', scenario.plan))
  } else if (review === undefined && conversation.length === 0) problems.push({ field: 'turns', kind: 'noTurn' })
  if (review === undefined) return [...problems, ...conversation.flatMap(turnProblems)]
  const { checkName, checkDescription, documents } = review
  return [
    ...problems,
    ...missing('checkName', checkName),
    ...missing('checkDescription', checkDescription),
    ...missing('documents', documents.join()),
  ]
}

function turnProblems({ userContent, steps }: NonNullable<EvalCase['conversation']>[number], at: number) {
  const isMedia = (userContent.parts ?? []).some(({ media }) => media !== undefined)
  const calls = steps?.form === 'lists' ? steps.toolCalls : []
  return [
    ...(isMedia ? [] : missing(`turns.${at}.user`, textOf(userContent) ?? '')),
    ...calls.flatMap(({ name }, index) => missing(`turns.${at}.calls.${index}.name`, name)),
  ]
}

function missing(field: string, text: string): readonly Problem[] {
  return text.trim() === '' ? [{ field, kind: 'missing' }] : []
}

type Issue = NonNullable<ReturnType<typeof EvalCase.safeParse>['error']>['issues'][number]

function toProblem(issue: Issue): Problem {
  const path = issue.path.map(String).join('.')
  if (issue.code === 'invalid_type') return { field: path, kind: 'expected', path, expected: issue.expected }
  if (issue.code === 'custom') return { field: path, kind: 'expected', path, expected: 'object' }
  if (issue.code === 'invalid_value') {
    return { field: path, kind: 'expected', path, expected: issue.values.map(String).join(' | ') }
  }
  return { field: path, kind: 'unfit', path }
}

function placeOf(text: string): { readonly line: number; readonly column: number } {
  const errors: ParseError[] = []
  parse(text, errors, { disallowComments: true })
  const before = text.slice(0, errors[0]?.offset ?? 0)
  const line = before.split('\n').length
  return { line, column: before.length - before.lastIndexOf('\n') }
}

/** Keys that the schema dropped, since a misspelled one would be lost silently. */
function unknownKeys(given: unknown, kept: unknown, path = ''): readonly string[] {
  if (given === kept || !isContainer(given) || !isContainer(kept)) return []
  return Object.entries(given).flatMap(([key, value]) => {
    const place = path === '' ? key : `${path}.${key}`
    return Object.hasOwn(kept, key) ? unknownKeys(value, kept[key], place) : [place]
  })
}

function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
