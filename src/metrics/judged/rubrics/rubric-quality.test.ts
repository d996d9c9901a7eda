import { describe, expect, it } from 'vitest'
import { writtenJudge } from '../../../../test/conformance/written-judge.ts'
import { CALLS_UNKNOWN } from '../../shared/known-calls.ts'
import { type EvalCase, type Invocation, type Rubric, toEnglish } from '../../../core/index.ts'
import { rubricFinalResponseQuality, rubricToolUseQuality, rubricTrajectoryQuality } from './rubric-quality.ts'

const short: Rubric = { id: 'short', property: 'Is short.' }
const cites: Rubric = { id: 'cites', property: 'Cites a source.' }
const entry = (id: string, verdict: string) => ({ id, reason: `${id} ${verdict}`, verdict })

describe('rubricFinalResponseQuality', () => {
  it('is the share of verdicts that are yes, each by majority', async () => {
    const judge = replies(
      { rubrics: [entry('short', 'yes'), entry('cites', 'no')] },
      { rubrics: [entry('short', 'no'), entry('cites', 'no')] },
      { rubrics: [entry('short', 'yes'), entry('cites', 'no')] },
    )
    const metric = rubricFinalResponseQuality({ judge, samples: 3, rubrics: [short, cites] })
    const score = await metric.score({ id: 'case' }, { invocations: [turn('Yes.')] }, {})
    expect(score).toMatchObject({
      status: 'scored',
      value: 0.5,
      passed: false,
      parts: [
        { name: 'short', value: 1 },
        { name: 'cites', value: 0 },
      ],
      evidence: [
        {
          kind: 'verdicts',
          rows: [
            { subject: 'Is short.', label: 'yes', value: 1, reason: 'short yes' },
            { subject: 'Cites a source.', label: 'no', value: 0, reason: 'cites no' },
          ],
        },
      ],
      invocations: [{ judged: { saved: 0, agreement: 5 / 6 } }],
    })
    expect('reason' in score && score.reason && toEnglish(score.reason)).toBe('1 of 2 rubrics are not fulfilled: cites')
  })

  it('stops when every rubric is decided', async () => {
    const both = { rubrics: [entry('short', 'yes'), entry('cites', 'no')] }
    const judge = replies(both, both, both, both, both)
    const metric = rubricFinalResponseQuality({ judge, rubrics: [short, cites] })
    await metric.score({ id: 'case' }, { invocations: [turn('Yes.')] }, {})
    expect(judge.asked.length).toBe(3)
  })

  it('pools the verdicts of all turns', async () => {
    const judge = writtenJudge(({ subject }) => ({
      rubrics: idsIn(subject).map((id) => entry(id, id === 'cites' ? 'no' : 'yes')),
    }))
    const conversation = [{ ...turn('a'), rubrics: [{ ...cites, type: 'FINAL_RESPONSE_QUALITY' }] }, turn('b')]
    const metric = rubricFinalResponseQuality({ judge, samples: 1, rubrics: [short] })
    const score = await metric.score({ id: 'case', conversation }, { invocations: [turn('a'), turn('b')] }, {})
    expect(score).toMatchObject({ value: 2 / 3, invocations: [{ value: 0.5 }, { value: 1 }] })
  })

  it('does not score a turn on what is left when a rubric gets no answer', async () => {
    const judge = replies({ rubrics: [entry('short', 'yes')] })
    const metric = rubricFinalResponseQuality({ judge, samples: 1, rubrics: [short, cites] })
    expect(await metric.score({ id: 'case' }, { invocations: [turn('Yes.')] }, {})).toMatchObject({
      status: 'not-evaluated',
      reason: { values: { count: 1, total: 2, rubrics: 'cites' } },
      invocations: [{ status: 'not-evaluated', judged: { uncovered: ['cites'] } }],
    })
  })

  it('takes no verdict from an answer that says both', async () => {
    const judge = replies({ rubrics: [entry('short', 'no'), entry('short', 'yes')] })
    const metric = rubricFinalResponseQuality({ judge, samples: 1, rubrics: [short] })
    const score = await metric.score({ id: 'case' }, { invocations: [turn('Yes.')] }, {})
    expect(score).toMatchObject({ status: 'not-evaluated', invocations: [{ judged: { uncovered: ['short'] } }] })
  })

  it('refuses two rubrics with one id', async () => {
    const metric = rubricFinalResponseQuality({ judge: replies(), rubrics: [short] })
    const evalCase: EvalCase = { id: 'c7', rubrics: [{ ...short, type: 'FINAL_RESPONSE_QUALITY' }] }
    await expect(metric.score(evalCase, { invocations: [turn('a')] }, {})).rejects.toThrow(
      'two rubrics with the id short',
    )
    const conversation = [{ ...turn('a'), rubrics: [{ ...short, type: 'OTHER' }] }]
    await expect(metric.score({ ...evalCase, conversation }, { invocations: [turn('a')] }, {})).rejects.toThrow(
      'Case c7 has two rubrics',
    )
  })

  it('changes the order of criteria with the sample, the same way every time', async () => {
    const rubrics = Array.from({ length: 8 }, (_, index) => ({ id: `r${index}`, property: `P${index}` }))
    const orders = async () => {
      const judge = writtenJudge(({ sample, subject }) => ({
        rubrics: idsIn(subject).map((id) => entry(id, sample % 2 === 0 ? 'yes' : 'no')),
      }))
      const metric = rubricFinalResponseQuality({ judge, samples: 3, rubrics })
      await metric.score({ id: 'case' }, { invocations: [turn('Yes.')] }, {})
      return judge.asked.map(({ subject }) => idsIn(subject).join())
    }
    const first = await orders()
    expect(new Set(first).size).toBe(3)
    expect(first).toEqual(await orders())
    expect(first[0]).toBe(rubrics.map(({ id }) => id).join())
  })

  it('gives an answer that says nothing 0 on every rubric, unasked', async () => {
    const judge = replies()
    const metric = rubricFinalResponseQuality({ judge, rubrics: [short, cites] })
    const score = await metric.score({ id: 'case' }, { invocations: [turn(':')] }, {})
    expect(score).toMatchObject({ status: 'scored', value: 0, passed: false })
    expect(judge.asked).toEqual([])
  })

  it('says which type of rubric it looked for in vain', async () => {
    const metric = rubricFinalResponseQuality({ judge: replies() })
    expect(await metric.score({ id: 'case', rubrics: [short] }, { invocations: [turn('a')] }, {})).toMatchObject({
      status: 'not-evaluated',
      reason: { values: { type: 'FINAL_RESPONSE_QUALITY' } },
    })
  })
})

describe('rubricFinalResponseQuality under ADK’s rules', () => {
  const adk = { adkCompat: true, rubrics: [short, cites] }
  const twoTurns = { invocations: [turn('a'), turn('b')] }

  it('lists a rubric that got neither yes nor no, and leaves it out of the mean', async () => {
    const judge = writtenJudge(() => `${block('short', 'maybe')}\n${block('cites', 'yes')}`)
    const score = await rubricFinalResponseQuality({ ...adk, judge }).score({ id: 'case' }, twoTurns, {})
    const parts = [
      { name: 'short', value: null },
      { name: 'cites', value: 1 },
    ]
    expect(score).toMatchObject({ status: 'scored', value: 1, parts, invocations: [{ value: 1, parts }, { parts }] })
    expect(judge.asked.length).toBe(10)
  })

  it('does not let samples without a verdict vote', async () => {
    const judge = writtenJudge(({ sample }) => block('short', sample === 3 ? 'yes' : 'maybe'))
    const score = await rubricFinalResponseQuality({ ...adk, judge }).score({ id: 'case' }, twoTurns, {})
    expect(score).toMatchObject({ status: 'scored', value: 1, parts: [{ name: 'short', value: 1 }] })
  })

  it('is not evaluated when no rubric got a verdict, and still says which were mentioned', async () => {
    const judge = writtenJudge(() => block('short', 'maybe'))
    const score = await rubricFinalResponseQuality({ ...adk, judge }).score({ id: 'case' }, twoTurns, {})
    const parts = [{ name: 'short', value: null }]
    expect(score).toMatchObject({
      status: 'not-evaluated',
      reason: { text: 'The judge gave no verdict' },
      parts,
      invocations: [{ status: 'not-evaluated', parts }, {}],
    })
  })

  it('pools the rubrics of turns without a score with the others', async () => {
    const judge = writtenJudge(({ subject }) => {
      const isFirst = JSON.stringify(subject).includes('"answer":"a"')
      return isFirst ? block('short', 'maybe') : block('cites', 'no')
    })
    const score = await rubricFinalResponseQuality({ ...adk, judge }).score({ id: 'case' }, twoTurns, {})
    expect(score).toMatchObject({
      value: 0,
      reason: { values: { count: 1, total: 1, rubrics: 'cites' } },
      parts: [
        { name: 'short', value: null },
        { name: 'cites', value: 0 },
      ],
    })
  })
})

describe('rubricToolUseQuality', () => {
  it('shows the calls with their results, and not the answer', async () => {
    const judge = replies({ rubrics: [entry('short', 'yes')] })
    const steps = {
      form: 'lists' as const,
      toolCalls: [{ name: 'find', args: { q: '東京' } }],
      toolResponses: [{ name: 'find', response: { n: 1 } }],
      responses: [],
    }
    const metric = rubricToolUseQuality({ judge, samples: 1, rubrics: [short] })
    await metric.score({ id: 'case' }, { invocations: [{ ...turn('the answer'), steps }] }, {})
    const shown = judge.asked[0]?.evidence ?? []
    expect(shown.map(({ label }) => label)).toEqual(['tools', 'question', 'steps', 'rubrics'])
    expect(shown[0]?.text).toBe('(unknown: nobody reported it)')
    expect(shown[2]?.text).toContain('東京')
  })
})

describe('a turn of which nobody knows what was called', () => {
  const { steps: _, ...unheard } = turn('a')
  const transcript = { invocations: [unheard] }

  it.each([rubricToolUseQuality, rubricTrajectoryQuality])('is not judged by how tools were used: %o', async (make) => {
    const judge = replies({ rubrics: [entry('short', 'yes')] })
    const score = await make({ judge, samples: 1, rubrics: [short] }).score({ id: 'case' }, transcript, {})
    expect(score).toMatchObject({ status: 'not-evaluated', reason: CALLS_UNKNOWN })
    expect(judge.asked).toEqual([])
  })

  it('is shown as unknown to the judge of an answer, and not as without calls', async () => {
    const judge = replies({ rubrics: [entry('short', 'yes')] })
    await rubricFinalResponseQuality({ judge, samples: 1, rubrics: [short] }).score({ id: 'case' }, transcript, {})
    const unknown = judge.asked[0]?.evidence.filter(({ text }) => text.startsWith('(unknown'))
    expect(unknown?.map(({ label }) => label)).toEqual(['instructions', 'tools', 'steps'])
  })
})

describe('rubricTrajectoryQuality', () => {
  it('judges the whole conversation once, with the last turn', async () => {
    const judge = replies({ rubrics: [entry('short', 'no')] })
    const metric = rubricTrajectoryQuality({ judge, samples: 1, rubrics: [short] })
    const score = await metric.score({ id: 'case' }, { invocations: [turn('a'), turn('b')] }, {})
    expect(score).toMatchObject({ value: 0, invocations: [{ status: 'not-evaluated' }, { value: 0 }] })
    expect(judge.asked.length).toBe(1)
    expect(judge.asked[0]?.evidence.find(({ label }) => label === 'conversation')).toEqual({
      label: 'conversation',
      text: 'USER TURN 1: q\nAGENT (agent) TURN 1: a\nUSER TURN 2: q\nAGENT (agent) TURN 2: b',
    })
  })
})

/** A verdict in ADK's form. */
function block(id: string, verdict: string): string {
  return `ID: ${id}\nProperty: p\nRationale: ${verdict}?\nVerdict: ${verdict}`
}

function replies(...written: unknown[]) {
  return writtenJudge(({ sample }) => written[sample])
}

function turn(text: string): Invocation {
  const steps: Invocation['steps'] = { form: 'lists', toolCalls: [], toolResponses: [], responses: [] }
  return { userContent: { parts: [{ text: 'q' }] }, finalResponse: { parts: [{ text }] }, steps }
}

function idsIn(subject: unknown): string[] {
  if (typeof subject !== 'object' || subject === null || !('rubrics' in subject)) return []
  return Array.isArray(subject.rubrics) ? subject.rubrics.map((rubric: Rubric) => rubric.id) : []
}
