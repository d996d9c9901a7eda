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
    const said = {
      userContent: { parts: [{ text: '{}' }] },
      finalResponse: { parts: [{ text: '{"result": "fail"}' }] },
    }
    const conversation = [{ userContent: { parts: [{ text: '/somewhere/on/this/machine/a.pdf' }] } }]
    expect(caseOfResult(record({ id: 'exits', conversation, review }, [said]))).toEqual({
      id: 'exits-3',
      review: { ...review, folder: '' },
    })
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
