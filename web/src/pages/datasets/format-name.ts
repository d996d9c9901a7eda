import type { PageSentence } from '../../words/speaking.ts'
import { say } from '../../words/say.ts'

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
export function formatName(format: string): string {
  return names[format] === undefined ? format : say(names[format])
}
