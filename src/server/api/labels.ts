import { HumanLabel, isLabelOrNote, Score, EvalCase, Invocation, Failure } from '../../core/index.ts'
import { z } from 'zod'
import { Id, Count } from './basics.ts'
import { Rating, JudgeAgreement } from '../../core/judge-agreement.ts'

const { runId: _runId, position: _position, repeat: _repeat, caseId: _caseId, at: _at, ...said } = HumanLabel.shape

/** The thing that is labelled: an aspect of a metric, a metric, or, without a metric, the result as a whole. */
export const LabelSubject = z.object({ metric: said.metric, aspect: said.aspect })
export type LabelSubject = z.infer<typeof LabelSubject>

/** A person's label on a result, or a note without a verdict, as the page sends it. */
export const LabelWish = z
  .object({ runId: Id, position: Count, repeat: Count, ...said })
  .refine(isLabelOrNote, 'a label needs a value, or whether it passed; a note needs a comment')
export type LabelWish = z.infer<typeof LabelWish>

/** A person's label beside the run's own verdict on the same subject. */
export const LabelAnswer = z.object({
  label: HumanLabel,
  /** Its verdict is derived from the score where the person gave only a score. */
  person: Rating,
  /** Absent where the run has no verdict on this subject. */
  judge: Rating.optional(),
  scores: z.array(Score),
})
export type LabelAnswer = z.infer<typeof LabelAnswer>

/** The subjects that can be labelled, and the results in the order in which they are shown, without their verdicts. */
export const LabelQueue = z.object({
  metrics: z.array(
    z.object({
      metric: z.string(),
      /** True where a judge gives the score, and not a rule. */
      judged: z.boolean(),
      scored: z.boolean(),
      aspects: z.array(z.string()),
    }),
  ),
  places: z.array(z.object({ position: z.number(), repeat: z.number(), caseId: z.string(), answered: z.boolean() })),
})
export type LabelQueue = z.infer<typeof LabelQueue>

/** A result without its verdicts; `answer` is present once this person has labelled it. */
export const BlindCase = z.object({
  position: z.number(),
  repeat: z.number(),
  evalCase: EvalCase,
  invocations: z.array(Invocation),
  failure: Failure.optional(),
  answer: LabelAnswer.optional(),
})
export type BlindCase = z.infer<typeof BlindCase>

/** How many labels a run needs for an interval of a given width, and which results to label next. */
export const LabelPlanAnswer = z.object({
  needed: z.number(),
  there: z.number(),
  /** How many labels without verdicts one label is worth, since the run's verdicts add to it. */
  worth: z.number(),
  results: z.array(z.object({ position: z.number(), repeat: z.number(), caseId: z.string() })).readonly(),
})
export type LabelPlanAnswer = z.infer<typeof LabelPlanAnswer>

/** How far people agree so far with a metric of a run or, without a metric, with its verdicts on whole results. */
export const LabelAgreement = z.object({
  metric: z.string().optional(),
  ...JudgeAgreement.pick({ results: true, rows: true }).shape,
  notEvaluated: z.number(),
})
export type LabelAgreement = z.infer<typeof LabelAgreement>
