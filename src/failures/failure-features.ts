import { isObject } from '../core/basics/is-object.ts'
import {
  type CaseResult,
  type Evidence,
  type Score,
  stringifyJson,
  textOf,
  toEnglish,
  toolResponsesOf,
} from '../core/index.ts'

/** Evidence of a failure as short lines, such as `call missing find_order`; the first word is the kind. */
export type FailureFeatures = readonly string[]

/** Weights of shared evidence by kind. Evidence that says what went wrong weighs most. */
const weights: Readonly<Record<string, number>> = {
  metric: 1,
  call: 3,
  argument: 3,
  part: 2,
  verdict: 3,
  class: 3,
  error: 4,
  tool: 3,
  ending: 2,
  finish: 2,
  answer: 2,
  turn: 0.5,
}

/** A line of a kind that a person added weighs as much as a call. */
export function weightOf(feature: string): number {
  return weights[feature.slice(0, feature.indexOf(' '))] ?? 3
}

export function failureFeatures({ scores, transcript }: CaseResult): FailureFeatures {
  const features = new Set<string>()
  const { failure, ending, invocations } = transcript
  if (failure !== undefined) features.add(`error ${failure.code}: ${errorClass(toEnglish(failure.reason))}`)
  if (ending === 'turn-limit') features.add('ending turn-limit')
  const said = invocations
    .flatMap(({ userContent, finalResponse }) => [textOf(userContent) ?? '', textOf(finalResponse) ?? ''])
    .join('\n')
  for (const score of scores) addScore(score, said, features)
  for (const invocation of invocations) {
    const { finishReason, finalResponse } = invocation
    if (finishReason !== undefined && finishReason !== 'stop') features.add(`finish ${finishReason}`)
    if ((finalResponse?.parts ?? []).every(({ text = '' }) => text.trim() === '')) features.add('answer none')
    for (const { name, response } of toolResponsesOf(invocation)) {
      const error = errorOf(response)
      if (error !== undefined) features.add(`tool ${name}: ${errorClass(error)}`)
    }
  }
  return [...features].toSorted()
}

/** Reduces an error's text to what is the same in all cases: no quotes, names with digits, numbers or paths. */
export function errorClass(text: string): string {
  return text
    .split('\n', 1)
    .join('')
    .toLowerCase()
    .replace(/"[^"]{0,200}"|'[^']{0,200}'|`[^`]{0,200}`|「[^」]{0,200}」/g, '…')
    .replace(/(?<!\S)[^\s/\\]{0,200}[/\\]\S{0,400}/g, '…')
    .replace(/(?<![\p{L}\d_-])[\p{L}_-]{0,60}\d[\p{L}\d_.:-]{0,100}/gu, '#')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 80)
}

function addScore(score: Score, said: string, features: Set<string>): void {
  if (score.status === 'error' && score.blame === 'agent') {
    features.add(`error ${score.metric}: ${errorClass(toEnglish(score.reason))}`)
  }
  if (score.status !== 'scored' || score.passed) return
  features.add(`metric ${score.metric}`)
  for (const { name, value } of score.parts ?? []) if (value === 0) features.add(`part ${score.metric}: ${name}`)
  for (const piece of score.evidence ?? []) addEvidence(score.metric, { piece, said }, features)
  addTurns(score, said, features)
}

function addTurns(
  { metric, invocations: turns = [] }: Extract<Score, { status: 'scored' }>,
  said: string,
  features: Set<string>,
): void {
  const firstFailed = turns.findIndex((turn) => turn.status === 'scored' && !turn.passed)
  if (turns.length > 1 && firstFailed >= 0) {
    features.add(`turn ${firstFailed === 0 ? 'first' : firstFailed === turns.length - 1 ? 'last' : 'between'}`)
  }
  for (const turn of turns) {
    if (turn.status !== 'scored' || turn.passed) continue
    if (turn.missing === true) features.add('turn missing')
    for (const piece of turn.evidence ?? []) addEvidence(metric, { piece, said }, features)
  }
}

type SaidEvidence = { readonly piece: Evidence; readonly said: string }

function addEvidence(metric: string, { piece, said }: SaidEvidence, features: Set<string>): void {
  if (piece.kind === 'tool-calls') {
    for (const { verdict, expected, actual, differences } of piece.rows) {
      if (verdict === 'matched') continue
      const name = expected?.name ?? actual?.name ?? ''
      if (verdict !== 'wrong-args') features.add(`call ${verdict} ${name}`)
      for (const difference of differences ?? []) features.add(`argument ${name}.${differenceOf(difference)}`)
    }
  } else if (piece.kind === 'values') {
    for (const difference of piece.differences) features.add(`argument ${differenceOf(difference)}`)
  } else if (piece.kind === 'verdicts') {
    for (const row of piece.rows) addVerdict(metric, { row, said }, features)
  } else if (piece.kind === 'classification' && piece.expected !== piece.actual) {
    features.add(`class ${piece.expected} as ${piece.actual}`)
  }
}

type VerdictRow = Extract<Evidence, { kind: 'verdicts' }>['rows'][number]

/** A question, a sentence or any long text differs in every case; only a short text names a part. */
function addVerdict(
  metric: string,
  { row, said }: { readonly row: VerdictRow; readonly said: string },
  features: Set<string>,
): void {
  const { subject, value, passed, label } = row
  if (passed ?? value !== 0) return
  if (said.includes(subject)) features.add(`verdict ${metric}: ${label}`)
  else if (subject.length <= 60) features.add(`verdict ${metric}: ${subject} ${label}`)
}

type Difference = { readonly path: string; readonly expected?: unknown; readonly actual?: unknown }

/** Describes where and how two arguments differ, without their values or indexes. */
function differenceOf({ path, expected, actual }: Difference): string {
  return `${path.replace(/\[\d+\]/g, '[]')} ${kindOfDifference(expected, actual)}`
}

function kindOfDifference(expected: unknown, actual: unknown): string {
  if (actual === undefined) return 'missing'
  if (expected === undefined) return 'extra'
  if (typeof expected !== typeof actual) return `${typeof actual} for ${typeof expected}`
  if (typeof expected === 'string' && typeof actual === 'string') {
    return expected.trim().toLowerCase() === actual.trim().toLowerCase() ? 'written otherwise' : 'other text'
  }
  return `other ${typeof expected}`
}

function errorOf(response: unknown): string | undefined {
  if (!isObject(response)) return undefined
  const { error, status, message } = response
  if (typeof error === 'string' && error !== '') return error
  if (isObject(error)) return typeof error['message'] === 'string' ? error['message'] : stringifyJson(error)
  return status === 'error' ? (typeof message === 'string' ? message : 'error') : undefined
}
