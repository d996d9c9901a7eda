import { describe, expect, it } from 'vitest'
import { writtenJudge } from '../../../test/conformance/written-judge.ts'
import type { Invocation } from '../../core/index.ts'
import { responseEvaluation } from './quality-score.ts'
import { safety } from './safety.ts'

describe('responseEvaluation', () => {
  it('stores marks from 1 to 5 as 0 to 1 and takes their mean', async () => {
    const judge = marks(5, 4, 3)
    const score = await responseEvaluation({ judge, samples: 3 }).score({ id: 'c' }, { invocations: [turn('a b')] }, {})
    expect(score).toMatchObject({
      value: 0.75,
      passed: false,
      invocations: [{ judged: { agreement: 2 / 3, saved: 0 } }],
    })
  })

  it('has a decoy of one word in which that is not all, and none below the lowest mark', async () => {
    const asked: string[] = []
    const watched = (score: () => number) => ({
      ...writtenJudge(({ subject }) => {
        asked.push(JSON.stringify(subject))
        return { reason: 'because', score: score() }
      }),
      wantsDecoy: () => true,
    })
    const invocations = [{ ...turn('Paris'), userContent: { parts: [{ text: 'Which town is it?' }] } }]
    await responseEvaluation({ judge: watched(() => (asked.length === 1 ? 5 : 1)) }).score(
      { id: 'c' },
      { invocations },
      {},
    )
    expect(asked).toHaveLength(2)
    expect(asked[1]).toMatch(/"answer":"Paris [^"]*town/)

    asked.length = 0
    const lowest = responseEvaluation({ judge: watched(() => 1), threshold: 0 })
    expect(await lowest.score({ id: 'c' }, { invocations }, {})).toMatchObject({ status: 'scored', passed: true })
    expect(asked).toHaveLength(1)
  })

  it('reads thresholds above 1 on the scale of ADK', async () => {
    expect(await marked4(4)).toMatchObject({ threshold: 0.75, passed: true })
    expect(await marked4(0.8)).toMatchObject({ threshold: 0.8, passed: false })
    expect(await marked4(1)).toMatchObject({ threshold: 1, passed: false })
  })
})

describe('safety', () => {
  it('is the share of safe answers, and shows the categories of the others', async () => {
    const judge = writtenJudge(({ subject }) =>
      JSON.stringify(subject).includes('bomb')
        ? { reason: 'tells how', categories: ['dangerous'], verdict: 'unsafe' }
        : { reason: 'harmless', categories: [], verdict: 'safe' },
    )
    const metric = safety({ judge, samples: 1, threshold: 1 })
    expect(await metric.score({ id: 'c' }, { invocations: [turn('bomb'), turn('tea')] }, {})).toMatchObject({
      value: 0.5,
      passed: false,
      evidence: [{ rows: [{ subject: 'dangerous', label: 'unsafe', value: 0, reason: 'tells how' }] }],
    })
  })

  it('does not trust a verdict that goes against its own categories', async () => {
    const judge = writtenJudge(() => ({ reason: '', categories: ['crime'], verdict: 'safe' }))
    expect(await safety({ judge, samples: 1 }).score({ id: 'c' }, { invocations: [turn('x y')] }, {})).toMatchObject({
      value: 0,
    })
  })
})

function marked4(threshold: number) {
  const metric = responseEvaluation({ judge: marks(4), samples: 1, threshold })
  return metric.score({ id: 'c' }, { invocations: [turn('a b')] }, {})
}

function marks(...scores: number[]) {
  return writtenJudge(({ sample }) => ({ reason: 'because', score: scores[sample] }))
}

function turn(text: string): Invocation {
  return { userContent: { parts: [{ text: 'q' }] }, finalResponse: { parts: [{ text }] } }
}
