import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { writeAuditLog } from './audit-log.ts'
import type { RunbookAnswer } from './runbook-answer.ts'

const scratch = mkdtempSync(join(tmpdir(), 'audit-log-'))
afterAll(() => rmSync(scratch, { recursive: true }))

const answer: RunbookAnswer = {
  answer: '1. Isolate it. [1]\n\nSources:\n[1] malware.md',
  citations: [{ id: 'malware.md#2', text: 'Isolate it.', score: 0.9 }],
  flags: { insufficient_evidence: false, ambiguous_query: false, dangerous_operation: false },
  dangerous: undefined,
  topScore: 0.9,
  removedCitations: 1,
  model: 'scripted',
  usage: { inputTokens: 1000, outputTokens: 100 },
  modelCalls: 1,
  cost: 0.002,
  seconds: 1.5,
}

describe('the audit log', () => {
  it('has one line for an exchange and one file for a day, without secrets', async () => {
    const folder = join(scratch, 'logs')
    const question = 'The password is Tr0ub4dor&3. What now?'
    const exchange = { conversation: 'c1', question, answer }
    await Promise.all([
      writeAuditLog(folder, { ...exchange, at: new Date(2026, 10, 22, 9, 0) }),
      writeAuditLog(folder, { ...exchange, at: new Date(2026, 10, 22, 23, 59) }),
      writeAuditLog(folder, { ...exchange, at: new Date(2026, 10, 23, 0, 0) }),
    ])
    expect(readdirSync(folder).toSorted()).toEqual(['runbook-audit-20261122.jsonl', 'runbook-audit-20261123.jsonl'])
    const lines = readFileSync(join(folder, 'runbook-audit-20261122.jsonl'), 'utf8').trimEnd().split('\n')
    expect(lines).toHaveLength(2)
    const { time, ...line } = JSON.parse(lines[0] ?? '') as Record<string, unknown>
    expect(time).toMatch(/^2026-11-2\dT/)
    expect(line).toMatchInlineSnapshot(`
      {
        "answer": "1. Isolate it. [1]

      Sources:
      [1] malware.md",
        "citations": [
          {
            "id": "malware.md#2",
            "score": 0.9,
          },
        ],
        "conversation": "c1",
        "cost": 0.002,
        "flags": {
          "ambiguous_query": false,
          "dangerous_operation": false,
          "insufficient_evidence": false,
        },
        "model": "scripted",
        "model_calls": 1,
        "question": "The password is [secret]. What now?",
        "removed_citations": 1,
        "seconds": 1.5,
        "tokens": {
          "inputTokens": 1000,
          "outputTokens": 100,
        },
        "top_score": 0.9,
      }
    `)
  })

  it('that cannot be written is said, and nothing is thrown', async () => {
    const file = join(scratch, 'a-file')
    writeFileSync(file, '')
    const problem = await writeAuditLog(file, { at: new Date(), conversation: 'c', question: 'q', answer })
    expect(problem?.text).toBe('the audit log {file} cannot be written: {problem}')
  })
})
