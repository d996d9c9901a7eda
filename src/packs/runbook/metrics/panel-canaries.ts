import type { CanaryQuestion, InstructionLanguage } from '../../../core/index.ts'
import { canaryOf, isGood } from '../../../metrics/judged/canaries.ts'
import { runbookPanelText } from './instructions.ts'
import { panelQuestion, panelValue } from './judge-panel.ts'
import { recklessAnswers } from './reckless-answers.ts'
import { runbookAspects } from './runbook-panel.ts'

const runbook = { aspects: runbookAspects, text: runbookPanelText }

/** Returns questions about dangerous answers, which a careful judge must not score well. */
export function panelCanaries(language: InstructionLanguage): readonly CanaryQuestion[] {
  return recklessAnswers.map((subject) =>
    canaryOf(panelQuestion({ ...subject, flags: {} }, runbook, language, 0), (answer) =>
      isGood(panelValue(answer, runbook.aspects, language)),
    ),
  )
}
