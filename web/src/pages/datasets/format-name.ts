import { useAllWords } from '../../words/language.tsx'
import type { PageSentence } from '../../words/speaking.ts'

const names: Readonly<Record<string, PageSentence>> = {
  'adk-eval-set': 'ADK eval set',
  'adk-legacy': 'Old ADK test',
  'agents-cli-dataset': 'agents-cli dataset',
  'adk-result': 'ADK result',
  'adk-session': 'ADK session',
  'review-suite': 'Review suite',
  'review-result': 'Review result',
  'runbook-dataset': 'Runbook questions',
  'runbook-result': 'Runbook result',
  'strands-experiment': 'strands experiment',
  'strands-report': 'strands report',
  'case-lines': 'JSONL cases',
  'transcript-lines': 'JSONL transcripts',
  'table-lines': 'JSONL table',
  csv: 'CSV table',
}

/** Returns the displayed name of a format. */
export function useFormatName(): (format: string) => string {
  const { say } = useAllWords()
  return (format) => (names[format] === undefined ? format : say(names[format]))
}
