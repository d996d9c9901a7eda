import { HumanLabel, isLabelOrNote, Score, EvalCase, Invocation, Failure } from '../../core/index.ts'
import { z } from 'zod'
import { Id, Count } from './basics.ts'
import { Rating, JudgeAgreement } from '../../core/judge-agreement.ts'

const { runId: _runId, position: _position, repeat: _repeat, caseId: _caseId, at: _at, ...said } = HumanLabel.shape

/** What is labelled: an aspect of a metric, the metric, or without one the result as a whole. */
export const LabelSubject = z.object({ metric: said.metric, aspect: said.aspect })
export type LabelSubject = z.infer<typeof LabelSubject>

/** A person's word on a result, as it comes from the page: a label, or a note without a verdict. */
export const LabelWish = z
  .object({ runId: Id, position: Count, repeat: Count, ...said })
  .refine(isLabelOrNote, 'a label needs a value, or whether it passed; a note needs a comment')
export type LabelWish = z.infer<typeof LabelWish>

/** A label beside what the run says of the same. */
export const LabelAnswer = z.object({
  label: HumanLabel,
  /** With the verdict that a score stands for. */
  person: Rating,
  /** Absent where the judge said nothing of it. */
  judge: Rating.optional(),
  scores: z.array(Score),
})
export type LabelAnswer = z.infer<typeof LabelAnswer>

/** What can be labelled, and the results in the order in which they are shown: it tells nothing of their verdicts. */
export const LabelQueue = z.object({
  metrics: z.array(
    z.object({
      metric: z.string(),
      /** By somebody, and not by a rule. */
      judged: z.boolean(),
      /** At least one result has a score of it. */
      scored: z.boolean(),
      aspects: z.array(z.string()),
    }),
  ),
  places: z.array(z.object({ position: z.number(), repeat: z.number(), caseId: z.string(), answered: z.boolean() })),
})
export type LabelQueue = z.infer<typeof LabelQueue>

/** A result without what anybody thought of it; `answer` is there once this person has labelled it. */
export const BlindCase = z.object({
  position: z.number(),
  repeat: z.number(),
  evalCase: EvalCase,
  invocations: z.array(Invocation),
  failure: Failure.optional(),
  answer: LabelAnswer.optional(),
})
export type BlindCase = z.infer<typeof BlindCase>

/** How many labels a run takes for an interval of some width, and which results are to be labelled next. */
export const LabelPlanAnswer = z.object({
  needed: z.number(),
  there: z.number(),
  /** What a label counts for beside the verdicts. */
  worth: z.number(),
  results: z.array(z.object({ position: z.number(), repeat: z.number(), caseId: z.string() })).readonly(),
})
export type LabelPlanAnswer = z.infer<typeof LabelPlanAnswer>

/** How far people agree with a run so far; without a metric, over its results as a whole. */
export const LabelAgreement = z.object({
  metric: z.string().optional(),
  ...JudgeAgreement.pick({ results: true, rows: true }).shape,
  notEvaluated: z.number(),
})
export type LabelAgreement = z.infer<typeof LabelAgreement>
