import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { panelInstruction, panelWords, runbookPanelText } from './instructions.ts'
import { runbookAspects } from './runbook-panel.ts'

const requirement = readFileSync(
  new URL('../../../../test/fixtures/runbook-judge-prompt.ja.txt', import.meta.url),
  'utf8',
)
const slots = {
  question: '{question}',
  context: '{context}',
  answer: '{answer}',
  points: '{expected_keypoints}',
  flag: (name: string) => `{${name}}`,
}

describe('the Japanese prompt of the runbook panel', () => {
  it('is that of the requirement, byte by byte, with its seven slots', () => {
    expect(`${panelWords(runbookPanelText, runbookAspects, 'ja', slots)}\n`).toBe(requirement)
  })

  it('has every slot filled: with a flag, or with the name of the piece that is fenced', () => {
    const flags = { dangerous_operation: true, ambiguous_query: false }
    const filled = requirement
      .replace('{question}', '（資料の `question` を参照）')
      .replace('{context}', '（資料の `context` を参照）')
      .replace('{answer}', '（資料の `answer` を参照）')
      .replace('{insufficient_evidence}', 'False')
      .replace('{dangerous_operation}', 'True')
      .replace('{ambiguous_query}', 'False')
      .replace('{expected_keypoints}', '（資料の `points` を参照）')
    expect(`${panelInstruction(runbookPanelText, runbookAspects, 'ja', flags).text}\n`).toBe(filled)
  })
})
