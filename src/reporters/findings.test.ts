import { describe, expect, it } from 'vitest'
import { brokenAgent, caseResult, passed } from '../../test/fixtures/sample-run.ts'
import { type CaseResult, type Score, toEnglish } from '../core/index.ts'
import { findingsOf } from './findings.ts'

const said = (result: CaseResult) =>
  findingsOf(result).map(({ kind, metric, sentences }) => `${kind} ${metric}: ${sentences.map(toEnglish).join(': ')}`)

const failed: Score = { status: 'scored', metric: 'rouge-1', value: 0.5, threshold: 0.8, passed: false }
const reason = { text: 'why' }

describe('findingsOf', () => {
  it('puts what failed before what broke before what was not evaluated', () => {
    const result = caseResult('a', 'b', [
      { status: 'not-evaluated', metric: 'exact', reason },
      { status: 'error', metric: 'judged', blame: 'judge', reason },
      failed,
    ])
    expect(said(result)).toEqual([
      'failed rouge-1: 0.5 is below the threshold 0.8',
      'error judged: the judge failed: why',
      'not-evaluated exact: not evaluated: why',
    ])
  })

  it('says what was missed where lower is better, and where the judge itself decides', () => {
    const attacked: Score = { ...failed, metric: 'attack', value: 0.3, threshold: 0.3, lowerIsBetter: true }
    const judged: Score = { status: 'scored', metric: 'rubric', value: 0.9, passed: false, reason }
    expect(said(caseResult('a', 'b', [attacked, judged]))).toEqual([
      'failed attack: 0.3 is not below the threshold 0.3, and lower is better',
      'failed rubric: 0.9, not passed: why',
    ])
  })

  it('says who is to blame for an error', () => {
    const errors = (['metric', 'judge', 'dataset'] as const).map((blame): Score => ({
      status: 'error',
      metric: 'm',
      blame,
      reason,
    }))
    expect(said(caseResult('a', 'b', errors))).toEqual([
      'error m: the metric failed: why',
      'error m: the judge failed: why',
      'error m: the dataset is at fault: why',
    ])
  })

  it('tells the failure of the agent first', () => {
    expect(said({ ...brokenAgent, scores: [failed] })[0]).toBe(
      'error undefined: the agent did not finish: no answer after 30 s',
    )
  })

  it('says that the recording has fewer turns than the case', () => {
    const result = caseResult('a', 'b', [failed, { ...failed, metric: 'other' }])
    const [turn, transcript] = [{ userContent: {} }, { invocations: [{ userContent: {} }] }]
    const evalCase = { ...result.evalCase, conversation: [turn, turn, turn] }
    const hints = findingsOf({ ...result, evalCase, transcript }).map(({ hint }) => hint)
    expect(hints.map((hint) => hint && toEnglish(hint))).toEqual([
      'The transcript has 1 of the 3 turns of the case: what was recorded is shorter, or was cut.',
      undefined,
    ])
    expect(findingsOf({ ...result, transcript })[0]?.hint).toBeUndefined()
  })

  it('passes over quantities that nobody reported', () => {
    const unreported: Score = { status: 'not-evaluated', metric: 'tokens', reason, informational: true }
    expect(said(caseResult('a', 'b', [failed, unreported]))).toHaveLength(1)
  })

  it('has something to say of a case without any score, and nothing of one that passed', () => {
    expect(said(caseResult('a', 'b', []))).toEqual(['not-evaluated undefined: no metric gave a score'])
    expect(said(passed)).toEqual([])
  })

  it('says a reason once', () => {
    const turn = { status: 'scored' as const, value: 0.5, passed: false, reason }
    const [finding] = findingsOf(caseResult('a', 'b', [{ ...failed, reason, invocations: [turn] }]))
    expect(finding?.observations).toEqual([])
  })
})
