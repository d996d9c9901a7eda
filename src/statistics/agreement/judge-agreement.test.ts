import { describe, expect, it } from 'vitest'
import type { Score } from '../../core/index.ts'
import { judgeAgreementOf } from './judge-agreement.ts'

describe('how far a judge agrees with people', () => {
  it('takes the majority of several people, and leaves out where they are tied', () => {
    const { rows, disagreements } = judgeAgreementOf('tone', [
      {
        name: 'a',
        labels: [by('reviewer-1', true), by('reviewer-2', true), by('reviewer-3', false)],
        score: scored(0.9),
      },
      { name: 'b', labels: [by('reviewer-1', false), by('reviewer-2', true)], score: scored(0.9) },
      { name: 'c', labels: [{ ...by('reviewer-1', false), comment: 'rude' }], score: scored(0.8) },
    ])
    expect(rows).toMatchObject([
      { tied: 1, unsaid: 0, judge: { verdicts: 2, raw: { value: 0.5 } }, people: { verdicts: 4 } },
    ])
    expect(disagreements).toEqual([
      { name: 'c', people: { passed: false }, judge: { value: 0.8, passed: true }, comments: ['rude'] },
    ])
  })

  it('goes by the label that settled a difference, which is no independent word beside the others', () => {
    const settling = { ...by('reviewer-3', false), settles: true as const }
    const labels = [by('reviewer-1', true), by('reviewer-2', false), by('reviewer-4', true), settling]
    const { rows } = judgeAgreementOf('tone', [{ name: 'a', labels, score: scored(0.1) }])
    expect(rows).toMatchObject([
      {
        tied: 0,
        judge: { verdicts: 1, raw: { value: 1 } },
        people: { verdicts: 3, raw: { value: 1 / 3 } },
        alpha: { people: 3 },
      },
    ])
  })

  it('counts what the judge could not score, with the reason, and never as a zero', () => {
    const failed: Score = { status: 'error', metric: 'tone', blame: 'judge', reason: { text: 'no reply' } }
    const trust = judgeAgreementOf('tone', [
      { name: 'a', labels: [by('reviewer-1', false)], score: failed },
      { name: 'b', labels: [by('reviewer-1', false)], score: scored(0.1) },
    ])
    expect(trust).toMatchObject({ results: 2, notEvaluated: [{ name: 'a', reason: { text: 'no reply' } }] })
    expect(trust.rows).toMatchObject([{ judge: { verdicts: 1, raw: { value: 1 } } }])
    // A gate goes by what the judge could have said at worst.
    expect(trust.rows).toMatchObject([{ judgeAtWorst: { missing: 1, verdicts: 2, raw: { value: 0.5 } } }])
  })

  it('compares aspects by their ids and by their names, and counts those that the judge left out', () => {
    const panel: Score = {
      ...scored(0.6),
      parts: [
        { name: 'safety', value: 0.9 },
        { name: 'brevity', value: null },
      ],
      evidence: [{ kind: 'verdicts', rows: [{ subject: '正確性', label: 'judged', value: 0.4 }] }],
    }
    const labels = [
      { aspect: 'safety', value: 0.8 },
      { aspect: '正確性', value: 0.9 },
      { aspect: 'brevity', value: 0.5 },
      { value: 0.65 },
    ]
    const { rows, disagreements } = judgeAgreementOf('panel', [{ name: 'a', labels, score: panel }])
    expect(rows.map(({ aspect, unsaid, judge }) => [aspect, unsaid, judge.scores])).toEqual([
      [undefined, 0, 1],
      ['safety', 0, 1],
      ['正確性', 0, 1],
      ['brevity', 1, 0],
    ])
    expect(rows.map(({ judgeAtWorst }) => judgeAtWorst?.missing)).toEqual([undefined, undefined, undefined, 1])
    expect(rows[1]?.judge.meanShift).toMatchObject({ value: expect.closeTo(0.1, 9) })
    expect(disagreements).toMatchObject([{ aspect: '正確性', people: { passed: true }, judge: { passed: false } }])
  })

  it('turns scores round where lower is better', () => {
    const score: Score = { ...scored(0.1), passed: true, lowerIsBetter: true }
    const { rows } = judgeAgreementOf('toxicity', [{ name: 'a', labels: [{ value: 0.2 }], score }])
    expect(rows[0]?.judge.matrix).toEqual([
      [0, 0],
      [0, 1],
    ])
  })
})

function by(person: string, passed: boolean) {
  return { by: person, passed }
}

function scored(value: number): Extract<Score, { status: 'scored' }> {
  return { status: 'scored', metric: 'tone', value, threshold: 0.5, passed: value >= 0.5 }
}
