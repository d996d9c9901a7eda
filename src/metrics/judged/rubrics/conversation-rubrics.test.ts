import { describe, expect, it } from 'vitest'
import { writtenJudge } from '../../../../test/conformance/written-judge.ts'
import { CALLS_UNKNOWN } from '../../shared/known-calls.ts'
import type { Invocation } from '../../../core/index.ts'
import { taskSuccess, toolUseQuality } from './conversation-rubrics.ts'

const conversation = { invocations: [turn('Which size?'), turn('It is booked.')] }

describe('a conversation held against rubrics', () => {
  it('scores the share that is fulfilled, with the last turn, and shows each', async () => {
    const judge = checks([true, true, true, true, false])
    const score = await taskSuccess({ judge, threshold: 0.8 }).score({ id: 'c' }, conversation, {})
    expect(score).toMatchObject({
      value: 0.8,
      passed: true,
      invocations: [
        { status: 'not-evaluated' },
        {
          value: 0.8,
          evidence: [
            {
              rows: [{ subject: 'rubric 1', label: 'yes' }, {}, {}, {}, { subject: 'rubric 5', label: 'no', value: 0 }],
            },
          ],
        },
      ],
    })
    expect(judge.asked[0]).toMatchObject({ task: 'conversation', subject: { name: 'task-success' } })
  })

  it('is not evaluated where its tools are judged and nobody knows what was called', async () => {
    const { steps: _, ...unheard } = turn('a')
    const judge = checks([true])
    const transcript = { invocations: [turn('b'), unheard] }
    const score = await toolUseQuality({ judge, threshold: 0.8 }).score({ id: 'c' }, transcript, {})
    expect(score).toMatchObject({ status: 'not-evaluated', reason: CALLS_UNKNOWN })
    expect(judge.asked).toEqual([])
  })

  it('names what is missing when it fails', async () => {
    const score = await toolUseQuality({ judge: checks([true, false]), threshold: 0.8 }).score(
      { id: 'c' },
      conversation,
      {},
    )
    expect(score).toMatchObject({
      value: 0.5,
      passed: false,
      invocations: [{}, { reason: { values: { count: 1, total: 2, rubrics: 'rubric 2' } } }],
    })
  })

  it('takes the mean share of all samples', async () => {
    const judge = checks([true, true], [true, false])
    const score = await taskSuccess({ judge, samples: 2, threshold: 0.7 }).score({ id: 'c' }, conversation, {})
    expect(score).toMatchObject({ value: 0.75, passed: true, invocations: [{}, { judged: { agreement: 0.5 } }] })
  })

  const yes = { rubric: 'x', reason: '', fulfilled: true }
  it.each([
    ['no idea'],
    [{ rubrics: [] }],
    [{ rubrics: [{ rubric: 'x', reason: '' }] }],
    [{ rubrics: [yes, { ...yes, fulfilled: false }] }],
  ])('has no score for a reply that checks nothing, or contradicts itself: %j', async (reply) => {
    const judge = writtenJudge(() => reply)
    const score = await taskSuccess({ judge }).score({ id: 'c' }, conversation, {})
    expect(score).toMatchObject({ status: 'not-evaluated', reason: { text: expect.any(String) } })
    expect(score).not.toHaveProperty('value')
  })
})

function checks(...samples: readonly (readonly boolean[])[]) {
  return writtenJudge(({ sample }) => ({
    rubrics: (samples[sample] ?? []).map((fulfilled, index) => ({
      rubric: `rubric ${index + 1}`,
      reason: 'because',
      fulfilled,
    })),
  }))
}

function turn(text: string): Invocation {
  const steps: Invocation['steps'] = { form: 'lists', toolCalls: [], toolResponses: [], responses: [] }
  return { userContent: { parts: [{ text: 'q' }] }, finalResponse: { parts: [{ text }] }, steps }
}
