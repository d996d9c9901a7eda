import { type CaseResult, type Message, type ReportSection, type Run, message } from '../../../core/index.ts'
import { RunbookSummary } from '../runbook-summary.ts'
import {
  oneDecimal,
  hundredPoints,
  runbookAspect,
  runbookRule,
  runbookSentences,
  runbookVerdict,
} from './runbook-sentences.ts'

export function runbookSections({ summary }: Run): readonly ReportSection[] {
  const runbook = RunbookSummary.parse(summary?.sets?.['runbook'])
  return [
    {
      title: message('Evaluation summary'),
      blocks: [
        { kind: 'verdict', passed: runbook.accepted, sentence: runbookVerdict(runbook) },
        { kind: 'list', sentences: [...runbookSentences(runbook)] },
        { kind: 'sentences', sentences: [runbookRule(runbook)] },
      ],
    },
  ]
}

export function runbookQuestionSections({ scores }: CaseResult): readonly ReportSection[] {
  const score = scores.find(({ metric }) => metric === 'runbook_panel')
  if (score?.status !== 'scored') return []
  const { parts = [], value, threshold = 0 } = score
  const rounded = hundredPoints(value)
  const mean = value < threshold && Number(rounded) >= threshold * 100 ? oneDecimal(value, threshold) : rounded
  const head = message('{mark} {mean} points', { mark: score.passed ? '✅' : '❌', mean })
  const figures = parts.map((part) => ({
    name: aspectName(part.name),
    number: part.value === null ? '–' : hundredPoints(part.value),
  }))
  return [
    {
      blocks: [
        { kind: 'sentences', sentences: [head] },
        { kind: 'line', figures },
      ],
    },
  ]
}

function aspectName(id: string): Message {
  return runbookAspect(id) ?? { text: '{name}', values: { name: id } }
}
