import { z } from 'zod'
import { isObject } from '../../core/basics/is-object.ts'
import {
  type EvalCase,
  type Invocation,
  type Metric,
  type MetricContext,
  type Transcript,
  type JsonObject,
  EvalError,
  Score,
  message,
  stringifyJson,
  textOf,
  toolCallsOf,
  parsedJson,
} from '../../core/index.ts'
import { type MetricFunction, type MetricOutcome, defineMetric, notAScore } from '../../metrics/shared/define-metric.ts'

/** Any value of the project's own; scorers of other libraries declare their own types. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Whatever = any

/** The input of scorers: in the terms of Evalite and autoevals, and as messages in those of agentevals. */
type ScorerInput = {
  /** The user's text, or the value given in code; a list for several turns. */
  readonly input: Whatever
  readonly output: Whatever
  readonly expected: Whatever
  readonly metadata: JsonObject | undefined
  readonly inputs: Whatever
  /** The whole conversation as OpenAI's messages. */
  readonly outputs: Whatever
  readonly referenceOutputs: Whatever
  readonly evalCase: EvalCase
  readonly transcript: Transcript
}

type ScorerFunction = (given: ScorerInput) => unknown

// A single signature for both lets TypeScript infer the types of a function's arguments in a list.
type ScorerOrMetric = (given: ScorerInput & EvalCase, transcript: Transcript, context: MetricContext) => unknown

/** A scorer as Evalite and autoevals have it: a function, or an object with one. */
export type Scorer =
  | ScorerOrMetric
  | {
      readonly name?: string
      readonly scorer: ScorerFunction
      readonly threshold?: number
      readonly description?: string
    }

/**
 * Makes metrics of all entries of a list. A function of two or more arguments is a metric of ours; any other receives
 * one object with everything.
 *
 * @throws {EvalError} `config` for any other value
 */
export function metricsFrom(given: readonly unknown[]): readonly Metric[] {
  return given.map((one, index) => {
    if (isMetric(one)) return withReadScores(one)
    const { name, scorer, threshold } = Named.safeParse(typeof one === 'function' ? { scorer: one } : one).data ?? {}
    if (scorer === undefined) throw notAMetric(one, index)
    const called = name ?? (/^(?:|scorer|_.*)$/.test(scorer.name) ? `scorer_${index + 1}` : scorer.name)
    return defineMetric(
      called,
      scorer.length > 1
        ? (scorer as MetricFunction)
        : async (evalCase, transcript) =>
            outcomeOf(await (scorer as ScorerFunction)(scorerInput(evalCase, transcript))),
      threshold === undefined ? {} : { threshold },
    )
  })
}

const ScorerCode = z.custom<ScorerFunction | MetricFunction>((value) => typeof value === 'function')
const Named = z.looseObject({
  name: z.string().min(1).optional(),
  scorer: ScorerCode,
  threshold: z.number().optional(),
})

export function isMetric(value: unknown): value is Metric {
  return isObject(value) && typeof value['score'] === 'function' && typeof value['name'] === 'string'
}

/** A metric in code may return anything: what is no score of its own is its error, and never a pass. */
function withReadScores(metric: Metric): Metric {
  const { name, polarity } = metric
  const Own = Score.refine((score) => score.metric === name, { path: ['metric'], error: `expected "${name}"` })
  const read = (caseId: string, given: unknown): Score => {
    const { data, error } = Own.safeParse(given)
    if (error === undefined) return data
    const example = `{ status: 'scored', metric: '${name}', value: 0.8, threshold: 0.5, passed: true }`
    throw notAScore({ name, caseId }, error, message('For example: {example}', { example }))
  }
  return {
    name,
    ...(polarity !== undefined && { polarity }),
    score: async (evalCase, transcript, context) =>
      read(evalCase.id, await metric.score(evalCase, transcript, context)),
  }
}

function notAMetric(given: unknown, index: number): EvalError {
  const shown = typeof given === 'object' ? stringifyJson(given) : String(given)
  return new EvalError(
    'config',
    message('metrics[{index}] is no metric and no scorer: {given}', { index, given: (shown ?? '').slice(0, 100) }),
    {
      hint:
        typeof given === 'string'
          ? message('By name, metrics are criteria of the config or stand behind --metric. In code: {example}', {
              example: "import { rougeL } from 'shinsa/metrics' … metrics: [rougeL()]",
            })
          : message('Give a metric, a function or an object with one: {example}', {
              example: 'metrics: [({ output, expected }) => (output === expected ? 1 : 0)]',
            }),
    },
  )
}

const Outcome = z.looseObject({
  score: z.union([z.number(), z.boolean(), z.null()]),
  comment: z.string().optional().catch(undefined),
  reason: z.string().optional().catch(undefined),
  metadata: z.unknown().optional(),
})

/** Converts `{ score, metadata }` and `{ key, score, comment }`; values without a score stay and are refused. */
function outcomeOf(said: unknown): MetricOutcome {
  const { data } = Outcome.safeParse(said)
  if (data === undefined) return said as MetricOutcome // checked where it is read
  if (data.score === null) return null
  const reason = data.reason ?? data.comment ?? reasonIn(data.metadata)
  return { value: Number(data.score), ...(reason !== undefined && { reason }) }
}

function reasonIn(metadata: unknown): string | undefined {
  if (!isObject(metadata)) return undefined
  const told = metadata['rationale'] ?? metadata['reason']
  return typeof told === 'string' && told !== '' ? told : undefined
}

function scorerInput(evalCase: EvalCase, transcript: Transcript): ScorerInput {
  const references = evalCase.conversation ?? []
  const asked = transcript.invocations.map(({ userContent }) => valueInCode(textOf(userContent) ?? ''))
  const { metadata } = evalCase
  const reference = textOf(references.at(-1)?.finalResponse)
  return {
    input: asked.length === 1 ? asked[0] : asked,
    output: valueInCode(textOf(transcript.invocations.at(-1)?.finalResponse) ?? ''),
    expected: reference === undefined ? undefined : valueInCode(reference),
    metadata,
    inputs: asked.length === 1 ? asked[0] : asked,
    outputs: transcript.invocations.flatMap(messagesOf),
    referenceOutputs: references.flatMap(messagesOf),
    evalCase,
    transcript,
  }
}

/** Parses objects and lists that were written as JSON; texts and numbers stay texts. */
export function valueInCode(text: string): unknown {
  return /^\s*[[{]/.test(text) ? (parsedJson(text) ?? text) : text
}

function messagesOf(turn: Invocation): readonly JsonObject[] {
  const calls = (toolCallsOf(turn) ?? []).map(({ name, args }, index) => ({
    id: `call-${index + 1}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(args ?? {}) },
  }))
  const answer = textOf(turn.finalResponse)
  return [
    { role: 'user', content: textOf(turn.userContent) ?? '' },
    ...(calls.length > 0 ? [{ role: 'assistant', content: '', tool_calls: calls }] : []),
    ...(answer === undefined ? [] : [{ role: 'assistant', content: answer }]),
  ]
}
