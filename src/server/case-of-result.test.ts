import { describe, expect, it } from 'vitest'
import type { CaseRecord, EvalCase } from '../core/index.ts'
import { caseOfResult } from './case-of-result.ts'

const record = (evalCase: EvalCase, invocations: CaseRecord['invocations']): CaseRecord => ({
  position: 0,
  repeat: 2,
  evalCase,
  invocations,
  scores: [],
  result: undefined,
})

const said = (question: string, answer: string) => ({
  userContent: { parts: [{ text: question }] },
  finalResponse: { parts: [{ text: answer }] },
})

describe('a case from a result', () => {
  it('of a review asks the same and expects the same, whatever the reviewer said', () => {
    const review = {
      documents: ['a.pdf'],
      folder: '/somewhere/on/this/machine',
      checkName: 'Exits',
      checkDescription: 'Two of them',
      languageName: 'English',
      expected: 'pass' as const,
    }
    const conversation = [{ userContent: { parts: [{ text: '/somewhere/on/this/machine/a.pdf' }] } }]
    expect(caseOfResult(record({ id: 'exits', conversation, review }, [said('{}', '{"result": "fail"}')]))).toEqual({
      id: 'exits-3',
      review: { ...review, folder: '' },
    })
  })

  it('expects of the last turn what a person says should have been answered', () => {
    const turns = [said('Tea?', 'Gladly.'), said('Milk?', 'No milk here.')]
    const { conversation } = caseOfResult(record({ id: 'tea' }, turns), 'There is oat milk.')
    expect(conversation?.map(({ finalResponse }) => finalResponse?.parts)).toEqual([
      [{ text: 'Gladly.' }],
      [{ text: 'There is oat milk.' }],
    ])
  })

  it('expects no answer and no calls where the agent gave none', () => {
    const evalCase: EvalCase = {
      id: 'tea',
      rubrics: [{ id: 'r', property: 'is kind' }],
      metadata: { category: 'shop' },
    }
    expect(caseOfResult(record(evalCase, [{ userContent: { parts: [{ text: 'Tea?' }] } }]))).toEqual({
      id: 'tea-3',
      conversation: [{ userContent: { role: 'user', parts: [{ text: 'Tea?' }] } }],
      rubrics: [{ id: 'r', property: 'is kind' }],
      metadata: { category: 'shop' },
    })
  })
})
