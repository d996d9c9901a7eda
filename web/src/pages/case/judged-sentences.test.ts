import { describe, expect, it } from 'vitest'
import type { Evidence, Invocation, Score } from '../../../../src/core/index.ts'
import { judgedTurns } from './judged-sentences.ts'

describe('judgedTurns', () => {
  it('are the turns whose sentences a metric judged, with the verdicts', () => {
    const score = scoreOf([], [sentence('Two.', 'unsupported', 0)])
    expect(judgedTurns(score, [answer('One.'), answer('Two.')])).toEqual([
      {
        turn: 1,
        sentences: [{ text: 'Two.', grounding: 'unsupported', reason: 'why', quote: undefined }],
        pieces: [{ text: 'Two.', is: 0 }],
        elsewhere: [],
      },
    ])
  })

  it('are the last turn where the case was judged as a whole', () => {
    const score = scoreOf([sentence('Two.', 'quoted', 1)])
    expect(judgedTurns(score, [answer('One.'), answer('Two.')])).toMatchObject([{ turn: 1, elsewhere: [] }])
  })

  it('have those of a turn without a score, too', () => {
    const rows = [sentence('One.', 'supported', 1), sentence('Two.', 'unlabelled', null)]
    const score: Score = {
      status: 'not-evaluated',
      metric: 'm',
      reason: { text: 'r' },
      invocations: [{ status: 'not-evaluated', reason: { text: 'r' }, evidence: [{ kind: 'verdicts', rows }] }],
    }
    expect(judgedTurns(score, [answer('One. Two.')])).toMatchObject([{ pieces: [{ is: 0 }, {}, { is: 1 }] }])
  })

  it('show the explanation of a review, from which its sentences are', () => {
    const review = JSON.stringify({ result: 'pass', explanation: 'It says "ten".\nGood.' })
    const score = scoreOf([sentence('It says "ten".', 'quoted', 1), sentence('Good.', 'supported', 1)])
    expect(
      judgedTurns(score, [answer(review)])[0]
        ?.pieces.map(({ text }) => text)
        .join(''),
    ).toBe('It says "ten".\nGood.')
  })

  it.each([
    ['key points', [sentence('One.', 'present', 1)]],
    ['aspects', [sentence('Clarity', 'measured', 1)]],
    ['nothing', []],
  ])('are none where what is judged are %s', (_name, rows) => {
    expect(judgedTurns(scoreOf(rows), [answer('One.')])).toEqual([])
  })
})

type Row = Extract<Evidence, { kind: 'verdicts' }>['rows'][number]

function sentence(subject: string, label: string, value: number | null): Row {
  return { subject, label, value, reason: 'why' }
}

function scoreOf(...turns: readonly (readonly Row[])[]): Score {
  const outcome = { status: 'scored', value: 1, passed: true } as const
  const invocations = turns.map((rows) => ({ ...outcome, evidence: [{ kind: 'verdicts' as const, rows: [...rows] }] }))
  return { ...outcome, metric: 'm', threshold: 1, invocations }
}

function answer(text: string): Invocation {
  return { userContent: {}, finalResponse: { parts: [{ text }] } }
}
