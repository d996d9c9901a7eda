import type { EvalCase, Metric, Score, Transcript } from '../../../core/index.ts'
import type { InstructionText } from '../../../metrics/instructions/instruction-text.ts'
import { type JudgedOptions, type TurnOutcome, scoreOfTurns } from '../../../metrics/judged/judged-case.ts'
import { reviewedCase, type ReviewedCase } from './reviewed-case.ts'
import { marks } from '../../../metrics/judged/rubrics/rubric-form.ts'
import { judgeRubrics } from '../../../metrics/judged/rubrics/rubric-judgement.ts'

/** A criterion with marks from 1 to 5, its weight, and descriptions of the marks 1, 3 and 5. */
export type WeightedMark = {
  readonly id: string
  readonly property: string
  readonly weight: number
  readonly anchors: Readonly<Record<string, string>>
}

type ReviewMarks = {
  readonly name: string
  readonly task: string
  readonly instruction: InstructionText
  readonly marks: readonly WeightedMark[]
  /** Returns the judge's evidence, or a score where there is nothing to mark. */
  readonly material: (
    reviewed: ReviewedCase,
    evalCase: EvalCase,
    transcript: Transcript,
  ) => Promise<Readonly<Record<string, string | undefined>> | Score>
}

const points = 5
const defaultThreshold = 0.5

/** Makes a metric of weighted marks. The judge gives the marks; the score is computed here. */
export function reviewMarks(definition: ReviewMarks, options: JudgedOptions): Metric {
  const { name, instruction, task } = definition
  const { judge, threshold = defaultThreshold, samples = 1, language = 'en' } = options
  const rubrics = definition.marks.map(({ id, property }) => ({ id, property }))
  const weights = new Map(definition.marks.map(({ id, weight }) => [id, weight]))
  const anchors = new Map(definition.marks.map((mark) => [mark.id, mark.anchors]))
  return {
    name,
    async score(evalCase, transcript, { signal }) {
      const reviewed = reviewedCase(name, evalCase, transcript)
      if (reviewed.status !== 'reviewed') return reviewed
      const material = await definition.material(reviewed, evalCase, transcript)
      if (isScore(material)) return material
      const form = { ...marks(points, anchors), task }
      const shared = { judge, samples, threshold, language, adkCompat: false, form, instruction, rubrics, weights }
      const outcome: TurnOutcome = await judgeRubrics({ ...shared, material }, signal)
      return scoreOfTurns(name, { threshold }, [outcome])
    },
  }
}

function isScore(material: Readonly<Record<string, string | undefined>> | Score): material is Score {
  return 'metric' in material && 'status' in material
}
