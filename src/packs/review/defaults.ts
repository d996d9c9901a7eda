import { z } from 'zod'
import { type JsonObject, EvalError, message } from '../../core/index.ts'
import type { PackAgent } from '../../core/pack/pack-agent.ts'
import type { PackCriteria, RunTraits, Thresholds, WhyIdle } from '../../core/pack/pack-defaults.ts'
import { documentReviewerName } from './document-reviewer-name.ts'

const Request = z.looseObject({
  config: z.string().optional(),
  review: z
    .looseObject({
      experiment: z.enum(['accuracy', 'tool', 'comprehensive']).optional(),
      model: z.string().optional(),
    })
    .optional(),
})
type Experiment = NonNullable<NonNullable<z.infer<typeof Request>['review']>['experiment']>

export function experimentIn(request: JsonObject): Experiment | undefined {
  return Request.parse(request).review?.experiment
}

const further: Readonly<Record<Experiment, readonly string[]>> = {
  accuracy: [],
  tool: ['review_tool_use'],
  comprehensive: ['explanation_quality', 'explanation_groundedness', 'citations_verified'],
}

function thresholdsOf(experiment: Experiment): Thresholds {
  // Programs that read these reports count an explanation below 0.5 as one of low quality.
  return { verdict_match: 1, ...Object.fromEntries(further[experiment].map((name) => [name, 0.5])) }
}

export const reviewCriteria: PackCriteria = {
  thresholds: thresholdsOf('comprehensive'),
  asked(request) {
    const experiment = experimentIn(request)
    return experiment && thresholdsOf(experiment)
  },
  metrics: ['verdict_match', ...Object.values(further).flat()],
  judgedMetric({ request, nameOf }) {
    if (experimentIn(request) !== 'accuracy' || isOfCriteria(request)) {
      return message('{metric} is one: name it under "criteria", or in the config.', { metric: 'explanation_quality' })
    }
    return message('explanation_quality is one: {setting} comprehensive has it.', {
      setting: nameOf('review.experiment'),
    })
  },
}

function isOfCriteria(request: JsonObject): boolean {
  return /\.(?:json|ya?ml)$/i.test(Request.parse(request).config ?? '')
}

export const documentReviewerAgent: PackAgent = {
  name: documentReviewerName,
  own: {
    names: ['review.model', 'review.prompt'],
    modelIn: (request) => Request.parse(request).review?.model,
    refusal: (nameOf) =>
      new EvalError(
        'usage',
        message('{model} and {prompt} are for the document reviewer that ships', {
          model: nameOf('review.model'),
          prompt: nameOf('review.prompt'),
        }),
        {
          hint: message('Leave {target} out, and `review: {braces}` in the config.', {
            target: nameOf('target'),
            braces: '{ target }',
          }),
        },
      ),
  },
  async make(model, context) {
    const { makeDocumentReviewer } = await import('./agent/document-reviewer-target.ts')
    return makeDocumentReviewer(model, context)
  },
}

const isAboutReviews = ({ format }: RunTraits) => format === 'review-suite' || format === 'review-result'

const ofReviewSets =
  (key: string): WhyIdle =>
  ({ metrics, nameOf }) =>
    metrics.includes('verdict_match')
      ? undefined
      : message('{setting} has no effect: verdict_match is no metric of this run', { setting: nameOf(key) })

const noReviews = (key: string, { nameOf }: RunTraits) =>
  message('{setting} has no effect: the dataset is no review suite', { setting: nameOf(key) })

export const reviewIdleSettings: Readonly<Record<string, WhyIdle>> = {
  'review.experiment'(run) {
    if (!isAboutReviews(run)) return noReviews('review.experiment', run)
    const { request, nameOf } = run
    if (!isOfCriteria(request)) return undefined
    return message('{setting} has no effect: {file} says which metrics there are', {
      setting: nameOf('review.experiment'),
      file: Request.parse(request).config ?? '',
    })
  },
  'review.fixtures': (run) => (isAboutReviews(run) && !run.isAnswered ? undefined : noReviews('review.fixtures', run)),
  'review.preset': ofReviewSets('review.preset'),
  'review.maxMissRate': ofReviewSets('review.maxMissRate'),
  'review.maxApprovedErrors': ofReviewSets('review.maxApprovedErrors'),
  'review.certainty': ofReviewSets('review.certainty'),
}
