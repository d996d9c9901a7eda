import { describe, expect, it } from 'vitest'
import { writtenJudge } from '../../../../test/conformance/written-judge.ts'
import type { Invocation } from '../../../core/index.ts'
import { defineRubric } from './define-rubric.ts'
import { keyPoints } from '../key-points.ts'

const polite = { id: 'polite', text: 'Is polite.' }
const correct = { id: 'correct', text: 'Is correct.', weight: 3 }

describe('defineRubric', () => {
  it('weighs yes and no', async () => {
    const judge = writtenJudge(() => ({
      rubrics: [
        { id: 'polite', reason: 'curt', verdict: 'no' },
        { id: 'correct', reason: 'right', verdict: 'yes' },
      ],
    }))
    const metric = defineRubric({ name: 'tone', criteria: [polite, correct], judge, threshold: 0.7 })
    expect(await scoreOf(metric)).toMatchObject({ metric: 'tone', value: 0.75, passed: true })
    expect(judge.asked[0]).toMatchObject({ task: 'rubrics', subject: { question: 'q', answer: 'Sure.' } })
  })

  it('marks on a scale with anchors, and takes the mean of the samples', async () => {
    const judge = writtenJudge(({ sample }) => ({
      rubrics: [{ id: 'polite', reason: 'so', score: [5, 4, 3][sample] }],
    }))
    const criteria = [{ ...polite, anchors: { 1: 'rude', 5: 'warm' } }]
    const metric = defineRubric({ name: 'tone', criteria, scale: 5, judge, samples: 3 })
    expect(await scoreOf(metric)).toMatchObject({
      value: 0.75,
      passed: false,
      evidence: [{ rows: [{ subject: 'Is polite.', label: '4/5', value: 0.75 }] }],
    })
    expect(judge.asked[0]?.subject).toMatchObject({ rubrics: [{ points: 5, anchors: { 1: 'rude', 5: 'warm' } }] })
  })

  it('does not score an answer on the criteria that are left', async () => {
    const judge = writtenJudge(() => ({ rubrics: [{ id: 'correct', reason: '', verdict: 'yes' }] }))
    const metric = defineRubric({ name: 'tone', criteria: [polite, correct], judge })
    expect(await scoreOf(metric)).toMatchObject({
      status: 'not-evaluated',
      invocations: [{ judged: { uncovered: ['polite'] } }],
    })
  })

  it('refuses rubrics that make no sense', () => {
    const judge = writtenJudge(() => '')
    const define = (definition: object) => () => defineRubric({ name: 'r', criteria: [polite], judge, ...definition })
    expect(define({ criteria: [] })).toThrow('has no criteria')
    expect(define({ criteria: [polite, polite] })).toThrow('two criteria with the id polite')
    expect(define({ criteria: [{ ...polite, weight: 0 }] })).toThrow('a weight that is not above 0')
    expect(define({ scale: 1 })).toThrow('a scale of 1')
  })
})

describe('keyPoints', () => {
  const points = ['Takes 14 days.', 'Needs a receipt.']

  it('gives points that are there, and half for a part', async () => {
    const judge = writtenJudge(() => ({ points: [verdict(0, 'present', '14 days'), verdict(1, 'partly')] }))
    const metric = keyPoints({ judge })
    const score = await metric.score({ id: 'c', metadata: { key_points: points } }, { invocations: [turn()] }, {})
    expect(score).toMatchObject({
      value: 0.75,
      passed: false,
      evidence: [
        {
          rows: [
            { subject: 'Takes 14 days.', label: 'present', value: 1, quote: '14 days' },
            { subject: 'Needs a receipt.', label: 'partly', value: 0.5 },
          ],
        },
      ],
      judged: { agreement: 1 },
    })
    expect(judge.asked[0]?.subject).toEqual({ question: 'q', points, answer: 'Sure.' })
  })

  it('is not evaluated while a point has no label', async () => {
    const judge = writtenJudge(() => ({ points: [verdict(0, 'present')] }))
    expect(await scoreOf(keyPoints({ judge, points }))).toMatchObject({
      status: 'not-evaluated',
      judged: { uncovered: ['Needs a receipt.'] },
    })
  })

  it('is not evaluated without points, and refuses those that are no texts', async () => {
    const metric = keyPoints({ judge: writtenJudge(() => '') })
    expect(await scoreOf(metric)).toMatchObject({ status: 'not-evaluated' })
    await expect(
      metric.score({ id: 'c1', metadata: { key_points: 'one' } }, { invocations: [turn()] }, {}),
    ).rejects.toThrow('The key points of case c1 are not a list of texts')
  })
})

function verdict(index: number, label: string, quote: string | null = null) {
  return { index, reason: 'r', quote, label }
}

function scoreOf(metric: ReturnType<typeof defineRubric>) {
  return metric.score({ id: 'c' }, { invocations: [turn()] }, {})
}

function turn(): Invocation {
  return { userContent: { parts: [{ text: 'q' }] }, finalResponse: { parts: [{ text: 'Sure.' }] } }
}
