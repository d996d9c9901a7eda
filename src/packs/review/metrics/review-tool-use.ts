import { type Metric, message } from '../../../core/index.ts'
import { evidenceSteps } from '../../../metrics/shared/agent-evidence.ts'
import { callsOfAll, whyCallsUnknown } from '../../../metrics/shared/known-calls.ts'
import { reviewToolUseText } from './instructions.ts'
import type { JudgedOptions } from '../../../metrics/judged/judged-case.ts'
import { type WeightedMark, reviewMarks } from './review-marks.ts'
import { checkText, explanationText } from './review-material.ts'

const metric = 'review_tool_use'

const toolMarks: readonly WeightedMark[] = [
  {
    id: 'appropriateness',
    property: 'Each call was called for, with the right tool and fitting arguments.',
    weight: 0.4,
    anchors: { 1: 'none was', 3: 'some were', 5: 'all were' },
  },
  {
    id: 'efficiency',
    property: 'No call was repeated or superfluous.',
    weight: 0.3,
    anchors: { 1: 'most were superfluous', 3: 'a few were', 5: 'none was' },
  },
  {
    id: 'effectiveness',
    property: 'What came back was used, and helped to decide the check.',
    weight: 0.3,
    anchors: { 1: 'it was ignored', 3: 'it was used in part', 5: 'it decided the check' },
  },
]

/**
 * Measures how well a reviewer used its tools, 0–1: the weighted mean of three marks of a judge. A review without tool
 * calls is not evaluated.
 *
 * @example reviewToolUse({ judge })
 */
export function reviewToolUse(options: JudgedOptions): Metric {
  return reviewMarks(
    {
      name: metric,
      task: 'review-tool-use',
      instruction: reviewToolUseText,
      marks: toolMarks,
      material: async ({ task, review }, _evalCase, { invocations }) => {
        const last = invocations.at(-1)
        const steps = last === undefined ? '' : evidenceSteps(last, { adkCompat: false })
        if (steps === '') {
          const lasts = last === undefined ? [] : [last]
          const isKnown = last !== undefined && callsOfAll(lasts) !== undefined
          const reason = isKnown ? message('The reviewer used no tool') : whyCallsUnknown(lasts)
          return { status: 'not-evaluated', metric, reason, informational: true }
        }
        return { check: checkText(task), steps, explanation: explanationText(review) }
      },
    },
    options,
  )
}
