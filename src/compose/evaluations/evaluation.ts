import { AsyncLocalStorage } from 'node:async_hooks'
import type { Whatever } from '../metrics/scorers.ts'
import { isObject } from '../../core/basics/is-object.ts'
import { EvalError, message, nearest } from '../../core/index.ts'
import { type EvaluationOptions, evaluateOptionNames, usualOptions } from '../evaluate-options.ts'
import type { CaseInCode } from '../../formats/code/case-in-code.ts'
import type { CasesInCode } from '../../formats/code/open-cases.ts'
import type { FunctionContext } from '../../targets/function-target.ts'
import type { ReplyFields } from '../../targets/reply/reply.ts'
import type { TargetSetting } from '../config/kind-config.ts'
import { fromEvalite } from './from-evalite.ts'
import { type StandardSchema, withSchemas } from './with-schemas.ts'

type EvaluationValues = Readonly<Record<string, unknown>> | readonly unknown[]

type Variant<Matrix> = {
  readonly [Key in keyof Matrix]: Matrix[Key] extends readonly (infer Value)[] ? Value : Matrix[Key][keyof Matrix[Key]]
}

type EvaluationSettings<Matrix> = Omit<
  EvaluationOptions,
  'dataset' | 'target' | 'cwd' | 'evaluation' | 'arm' | 'reporters' | 'store' | 'signal'
> & {
  /** Agents compared in pairs on the same cases. The first is the current one, and the gate applies to it. */
  readonly arms?: Readonly<Record<string, TargetSetting>>
  /** Variables with their values; `agentFor` makes an arm of every combination. */
  readonly matrix?: Matrix
  readonly agentFor?: (variant: Variant<Matrix>) => TargetSetting | Promise<TargetSetting>
  /** Evalite's names for `cases`, `agent` and `metrics`: rows with `input` and `expected`, or a function of them. */
  readonly data?: EvaliteRows | (() => EvaliteRows | Promise<EvaliteRows>)
  readonly task?: (input: Whatever) => unknown
  readonly scorers?: EvaluationOptions['metrics']
  /** Braintrust's names for `scorers` and `repeat`. */
  readonly scores?: EvaluationOptions['metrics']
  readonly trialCount?: number
}

type EvaliteRows = readonly { readonly input: unknown; readonly expected?: unknown; readonly metadata?: object }[]

type StructuredSettings<Matrix, Asked, Input, Output> = Omit<EvaluationSettings<Matrix>, 'cases' | 'agent'> & {
  readonly cases: string | CasesInCode<CaseInCode<Asked, Output | readonly Output[] | RegExp>>
  readonly agent?: (
    asked: Input,
    context: FunctionContext,
  ) => Structured<NoInfer<Output>> | Promise<Structured<NoInfer<Output>>>
}
type Structured<Output> = Output | (Omit<ReplyFields, 'response'> & { readonly response: Output })

// A global symbol also recognises evaluations that another copy of the package made.
const mark = Symbol.for('shinsa.evaluation')

/** An evaluation exported by an `*.eval.ts` file, for `shinsa run`. */
export type EvaluationInCode = {
  readonly [mark]: true
  readonly name: string
  readonly settings: EvaluationSettings<Readonly<Record<string, EvaluationValues>>>
  /** Makes the agent, where `--target` has a special meaning. */
  readonly targetFor?: (target: string | undefined) => Promise<TargetSetting>
}

/**
 * Describes an evaluation in code: cases, an agent or several arms, and every setting of `evaluate()`. `shinsa run`
 * plays the evaluations that an `*.eval.ts` file exports.
 *
 * @throws {EvalError} `config` for invalid settings, such as no cases
 * @example
 * export default evaluation('weather', { agent, cases: [{ ask: 'How warm is it in Kyoto?', answer: /34/ }], repeat: 5 })
 */
export function evaluation<
  const Matrix extends Readonly<Record<string, EvaluationValues>>,
  Asked,
  Input,
  Output = object | string,
>(
  name: string,
  settings: StructuredSettings<Matrix, Asked, Input, Output> & {
    /** Schema of the questions, by Zod, Valibot or ArkType; the agent receives the parsed value. */
    readonly input: StandardSchema<Asked, Input>
    readonly output?: StandardSchema<unknown, Output>
  },
): EvaluationInCode
export function evaluation<const Matrix extends Readonly<Record<string, EvaluationValues>>, Output>(
  name: string,
  settings: StructuredSettings<Matrix, string | Readonly<Record<string, unknown>>, string, Output> & {
    readonly output: StandardSchema<unknown, Output>
  },
): EvaluationInCode
export function evaluation<const Matrix extends Readonly<Record<string, EvaluationValues>>>(
  name: string,
  settings: EvaluationSettings<Matrix>,
): EvaluationInCode
export function evaluation(name: string, settings: object): EvaluationInCode {
  if (typeof name !== 'string' || name.trim() === '') {
    throw new EvalError('config', message('an evaluation needs a name: {example}', { example }))
  }
  if (!isObject(settings)) {
    throw new EvalError('config', message('the evaluation "{name}" has no settings: {example}', { name, example }))
  }
  const ours = withSchemas(name, fromEvalite(name, settings))
  refuseUnknownSettings(name, ours)
  refuseContradictions(name, ours)
  const made: EvaluationInCode = { [mark]: true, name, settings: ours as EvaluationInCode['settings'] }
  madeMeanwhile.getStore()?.push(made)
  return made
}

/** Collects the evaluations that a file makes while it loads, since files of Evalite export nothing. */
export const madeMeanwhile = new AsyncLocalStorage<EvaluationInCode[]>()

const example = "evaluation('weather', { agent, cases: […] })"

export function isEvaluation(value: unknown): value is EvaluationInCode {
  return typeof value === 'object' && value !== null && mark in value
}

const inVain = ['dataset', 'target', 'cwd', 'evaluation', 'arm', 'reporters', 'store', 'signal']

function refuseUnknownSettings(name: string, settings: object): void {
  const known = [...evaluateOptionNames.filter((option) => !inVain.includes(option)), 'arms', 'matrix', 'agentFor']
  const unknown = Object.keys(settings).find((option) => !known.includes(option))
  if (unknown === undefined) return
  const meant =
    { dataset: 'cases', target: 'agent' }[unknown] ?? nearest(unknown, [...known, 'data', 'task', 'scorers'])
  throw new EvalError('config', message('the evaluation "{name}" has no setting {option}', { name, option: unknown }), {
    hint:
      meant === undefined
        ? message('There are: {names}.', { names: `${usualOptions}, arms, matrix … (docs/evals-in-code.md)` })
        : message('Did you mean {names}?', { names: meant }),
  })
}

function refuseContradictions(name: string, settings: Record<string, unknown>): void {
  const { cases, agent, arms, matrix, agentFor, metrics } = settings
  if (cases === undefined) throw new EvalError('config', message('the evaluation "{name}" has no cases', { name }))
  if (metrics !== undefined && !Array.isArray(metrics)) {
    throw new EvalError('config', message('metrics of the evaluation "{name}" takes a list', { name }), {
      hint: message('For example: {example}', { example: 'metrics: [responseMatch()]' }),
    })
  }
  if (arms !== undefined && (!isObject(arms) || Object.keys(arms).length === 0)) {
    throw new EvalError('config', message('arms of the evaluation "{name}" takes agents by name', { name }), {
      hint: message('For example: {example}', { example: "arms: { today: agent, 'no tools': withoutTools }" }),
    })
  }
  const given = Object.entries({ arms, matrix }).flatMap(([key, value]) => (value === undefined ? [] : [key]))
  if (given.length > 1 || (matrix !== undefined && agent !== undefined)) {
    const [one = '', other = 'agent'] = given.length > 1 ? given : ['matrix', 'agent']
    throw new EvalError('config', message('{one} and {other} say the same: leave one of them out', { one, other }))
  }
  if ((matrix === undefined) === (typeof agentFor !== 'function')) return
  throw new EvalError(
    'config',
    message('matrix of the evaluation "{name}" needs agentFor, which makes the agents', { name }),
    {
      hint: message('For example: {example}', {
        example: "matrix: { prompt: ['short', 'long'] }, agentFor: ({ prompt }) => agentWith(prompt)",
      }),
    },
  )
}
