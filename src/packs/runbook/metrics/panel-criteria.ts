import type { AskedPanel, InstructionLanguage, JsonObject, JudgedMetricNeeds, Metric } from '../../../core/index.ts'
import { runbookPanelText } from './instructions.ts'
import { type PanelWording, judgePanel, questionAbout, textWith } from './judge-panel.ts'
import { panelOptions } from './panel-options.ts'
import { runbookAspects, runbookPanel } from './runbook-panel.ts'

type PanelCriteriaLanguage = InstructionLanguage | undefined

export function makeJudgePanel(criterion: JsonObject, needs: JudgedMetricNeeds): Metric {
  const { aspects = [], ...own } = panelOptions('judge_panel', criterion)
  return judgePanel({ ...needs, ...own, name: 'judge_panel', aspects, passLine: passLineOf(needs) })
}

export function askedJudgePanel(criterion: JsonObject, language: PanelCriteriaLanguage): AskedPanel {
  const { aspects = [], role, evidence } = panelOptions('judge_panel', criterion)
  return asked({ aspects, text: textWith(role), evidence, language })
}

export function makeRunbookPanel(criterion: JsonObject, needs: JudgedMetricNeeds): Metric {
  return runbookPanel({ ...needs, ...panelOptions('runbook_panel', criterion), passLine: passLineOf(needs) })
}

export function askedRunbookPanel(criterion: JsonObject, language: PanelCriteriaLanguage): AskedPanel {
  const { aspects = runbookAspects, evidence } = panelOptions('runbook_panel', criterion)
  return asked({ aspects, text: runbookPanelText, evidence, language })
}

function asked(wording: PanelWording): AskedPanel {
  return { aspects: wording.aspects.length, question: (answer, evalCase) => questionAbout(answer, evalCase, wording) }
}

function passLineOf({ threshold }: JudgedMetricNeeds): number {
  return Number((threshold * 100).toFixed(9))
}
