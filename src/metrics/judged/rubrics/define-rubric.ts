import {
  type EvalCase,
  type InstructionLanguage,
  type Invocation,
  type Judge,
  type Metric,
  type Transcript,
  EvalError,
  message,
  responseTextOf,
  textOf,
} from '../../../core/index.ts'
import { shownSteps } from '../../shared/agent-evidence.ts'
import { rubricCriteriaText, rubricPointsText } from '../../instructions/rubrics.ts'
import { type TurnOutcome, DEFAULT_THRESHOLD, judgedUnlessEmpty, scoreOfTurns } from '../judged-case.ts'
import { type InvocationPair, pairInvocations } from '../../shared/pair-invocations.ts'
import { marks, yesNo } from './rubric-form.ts'
import { type RubricInquiry, judgeRubrics } from './rubric-judgement.ts'

/** `anchors` describe marks, such as `{ 1: 'rude', 5: 'warm' }`. */
type DefineRubricCriterion = {
  readonly id: string
  readonly text: string
  /** Above 0; 1 by default. */
  readonly weight?: number
  readonly anchors?: Readonly<Record<string, string>>
}

type RubricDefinition = {
  readonly name: string
  readonly criteria: readonly DefineRubricCriterion[]
  /** The judge answers each criterion with yes or no, or with a mark from 1 to this number. */
  readonly scale?: 'yes-no' | number
  readonly threshold?: number
  readonly judge: Judge
  readonly samples?: number
  readonly language?: InstructionLanguage
}

/**
 * Makes a metric of your own that a judge scores by criteria: the weighted mean of them for each answer, 0–1, and the
 * mean over the turns. A turn has no score when the judge omits a criterion.
 *
 * @throws {EvalError} `config` when criteria, weights or scale make no sense
 * @example
 * defineRubric({
 *   name: 'tone',
 *   criteria: [{ id: 'polite', text: 'The answer is polite.' }, { id: 'short', text: 'It has three sentences at most.' }],
 *   judge,
 * })
 */
export function defineRubric(definition: RubricDefinition): Metric {
  assertSensible(definition)
  const { name, criteria, scale = 'yes-no', threshold = DEFAULT_THRESHOLD } = definition
  const rubrics = criteria.map(({ id, text }) => ({ id, property: text }))
  const shared = {
    judge: definition.judge,
    samples: definition.samples ?? 1,
    threshold,
    language: definition.language ?? 'en',
    adkCompat: false,
    rubrics,
    weights: new Map(criteria.map(({ id, weight = 1 }) => [id, weight])),
  }
  const anchors = new Map(criteria.flatMap(({ id, anchors: own }) => (own === undefined ? [] : [[id, own] as const])))
  const judgeMaterial = (material: DefineRubricMaterial, signal: AbortSignal | undefined) =>
    scale === 'yes-no'
      ? judgeRubrics({ ...shared, form: yesNo, instruction: rubricCriteriaText, material }, signal)
      : judgeRubrics({ ...shared, form: marks(scale, anchors), instruction: rubricPointsText, material }, signal)
  return {
    name,
    async score(evalCase, transcript, { signal }) {
      const outcomes: TurnOutcome[] = []
      for (const { expected, actual } of pairsOf(evalCase, transcript)) {
        const ask = (turn: Invocation) => judgeMaterial(materialOf(expected, turn), signal)
        outcomes.push(await judgedUnlessEmpty(actual, { threshold, parts: rubrics }, ask))
      }
      return scoreOfTurns(name, { threshold }, outcomes)
    },
  }
}

type DefineRubricMaterial = RubricInquiry<unknown>['material']

function pairsOf(evalCase: EvalCase, transcript: Transcript): readonly InvocationPair[] {
  return (
    pairInvocations(evalCase, transcript) ?? transcript.invocations.map((actual) => ({ expected: undefined, actual }))
  )
}

function materialOf(expected: Invocation | undefined, actual: Invocation): DefineRubricMaterial {
  return {
    question: textOf((expected ?? actual).userContent),
    steps: shownSteps(actual),
    reference: textOf(expected?.finalResponse),
    answer: responseTextOf(actual) ?? '',
  }
}

function assertSensible({ name, criteria, scale = 'yes-no' }: RubricDefinition): void {
  const ids = criteria.map(({ id }) => id)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (criteria.length === 0) throw new EvalError('config', message('The rubric {name} has no criteria', { name }))
  if (twice !== undefined) {
    throw new EvalError('config', message('The rubric {name} has two criteria with the id {id}', { name, id: twice }))
  }
  const weightless = criteria.find(({ weight = 1 }) => !(weight > 0 && Number.isFinite(weight)))
  if (weightless !== undefined) {
    throw new EvalError(
      'config',
      message('The rubric {name} gives {id} a weight that is not above 0', { name, id: weightless.id }),
    )
  }
  if (scale !== 'yes-no' && !(Number.isInteger(scale) && scale >= 2 && scale <= 100)) {
    throw new EvalError('config', message('The rubric {name} has a scale of {scale}', { name, scale: String(scale) }), {
      hint: message("Choose 'yes-no', or a whole number of points from 2 to 100."),
    })
  }
}
