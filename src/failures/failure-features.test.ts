import { expect, it } from 'vitest'
import type { CaseResult } from '../core/index.ts'
import { errorClass, failureFeatures } from './failure-features.ts'

it('are metric, calls, kind of argument difference, tool errors, turn and ending', () => {
  const result: CaseResult = {
    position: 0,
    repeat: 0,
    evalCase: { id: 'order', invocations: [] } as unknown as CaseResult['evalCase'],
    transcript: {
      ending: 'turn-limit',
      invocations: [
        {
          userContent: { parts: [{ text: 'Where is it?' }] },
          finalResponse: { parts: [] },
          steps: {
            form: 'lists',
            toolCalls: [],
            toolResponses: [{ name: 'find', response: { error: 'Order "A-17" of user 93 was not found' } }],
            responses: [],
          },
        },
      ],
    },
    scores: [
      {
        status: 'scored',
        metric: 'tools',
        value: 0,
        passed: false,
        threshold: 1,
        evidence: [
          {
            kind: 'tool-calls',
            rows: [
              { verdict: 'missing', expected: { name: 'cancel' } },
              {
                verdict: 'wrong-args',
                expected: { name: 'find', args: { id: 'a' } },
                actual: { name: 'find', args: { id: 1 } },
                differences: [{ path: 'ids[3]', expected: 'a', actual: 1 }],
              },
            ],
          },
        ],
      },
    ],
    verdict: 'failed',
    cost: {},
    durationMs: 1,
  }
  expect(failureFeatures(result)).toEqual([
    'answer none',
    'argument find.ids[] number for string',
    'call missing cancel',
    'ending turn-limit',
    'metric tools',
    'tool find: order … of user # was not found',
  ])
})

it('put errors into classes that differ in names and numbers alone', () => {
  expect(errorClass('Timeout after 3000 ms at /srv/a.ts')).toBe(errorClass('timeout after 12 ms at /home/b.ts'))
  expect(errorClass('Timeout after 3000 ms')).not.toBe(errorClass('refused after 3000 ms'))
})

it('knows a verdict on a question or a sentence of the answer by its label, and one on a named part by its name', () => {
  const question = 'When does order 12 ship?'
  const answer = 'It ships on 9 May.'
  const rows = [question, answer, 'tone'].map((subject) => ({ subject, value: 0, passed: false, label: 'invalid' }))
  const result = {
    evalCase: { id: 'one' },
    transcript: {
      invocations: [{ userContent: { parts: [{ text: question }] }, finalResponse: { parts: [{ text: answer }] } }],
    },
    scores: [
      { status: 'scored', metric: 'm', value: 0, passed: false, threshold: 1, evidence: [{ kind: 'verdicts', rows }] },
    ],
  } as unknown as CaseResult
  expect(failureFeatures(result)).toEqual(['metric m', 'verdict m: invalid', 'verdict m: tone invalid'])
})
