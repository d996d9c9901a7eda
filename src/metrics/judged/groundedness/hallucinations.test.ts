import { describe, expect, it } from 'vitest'
import { writtenJudge } from '../../../../test/conformance/written-judge.ts'
import type { Invocation, Judge, Question, ToolResponse } from '../../../core/index.ts'
import type { GroundedAnswer } from './groundedness.ts'
import { embeddedJudge } from '../../../judges/embedded/embedded-judge.ts'
import { hallucinations } from './hallucinations.ts'

const label = (index: number, name: string, quote: string | null = null) => ({
  index,
  reason: 'why',
  quote,
  contradicting_quote: null,
  label: name,
})

describe('hallucinations', () => {
  it('asks once about all sentences, and scores those that are borne out', async () => {
    const judge = writtenJudge(() => ({
      sentences: [label(0, 'supported', '22 °C'), label(1, 'unsupported'), label(2, 'not_applicable')],
    }))
    const score = await scoreOf(judge, [turn('It is 22 °C. It will rain! Anything else?')])
    expect(score).toMatchObject({
      value: 2 / 3,
      passed: false,
      evidence: [
        {
          kind: 'verdicts',
          rows: [
            { subject: 'It is 22 °C.', label: 'supported', value: 1, quote: '22 °C' },
            { subject: 'It will rain!', label: 'unsupported', value: 0 },
            { subject: 'Anything else?', label: 'not_applicable', value: 1 },
          ],
        },
      ],
    })
    expect(judge.asked.length).toBe(1)
  })

  it('leaves a turn of tool calls only out, and judges the others', async () => {
    const judge = writtenJudge(() => ({ sentences: [label(0, 'supported', '22 °C')] }))
    const silent: Invocation = {
      userContent: {},
      steps: { form: 'lists', toolCalls: [{ name: 'look' }], toolResponses: [], responses: [] },
    }
    expect(await scoreOf(judge, [silent, turn('It is 22 °C.')])).toMatchObject({ status: 'scored', value: 1 })
    expect(await scoreOf(judge, [silent])).toMatchObject({ status: 'not-evaluated' })
  })

  it('is not evaluated where nobody knows what the agent had to go by', async () => {
    const judge = writtenJudge(() => ({ sentences: [label(0, 'unsupported')] }))
    const transcript = { invocations: [turn('It is 22 °C.')] }
    const score = await hallucinations({ judge, samples: 1 }).score({ id: 'c' }, transcript, {})
    expect(score).toMatchObject({ status: 'not-evaluated' })
    expect(judge.asked).toEqual([])
  })

  it('fails nothing where a call was told without its result, on which the answer may rest', async () => {
    const [told, untold] = [
      await unsupportedAfter([{ name: 'weather', response: { t: 12 } }]),
      await unsupportedAfter([]),
    ]
    expect(told).toMatchObject({ status: 'scored', value: 0 })
    expect(untold).toMatchObject({ status: 'not-evaluated' })
  })

  it('gives no verdict where a decoy is passed, or left out, and says which of the two', async () => {
    expect(await reasonFor(() => true)).toMatch(/^The judge passed a decoy/)
    expect(await reasonFor((sentence) => sentence === 'The port is 8443.')).toMatch(/^The judge left out a decoy/)
  })

  it('is not evaluated when a sentence gets no label, and lists it', async () => {
    const judge = writtenJudge(() => ({ sentences: [label(0, 'supported')] }))
    expect(await scoreOf(judge, [turn('One. Two.')])).toMatchObject({
      status: 'not-evaluated',
      invocations: [
        {
          status: 'not-evaluated',
          evidence: [
            {
              kind: 'verdicts',
              rows: [
                { subject: 'One.', label: 'supported', value: 1 },
                { subject: 'Two.', label: 'unlabelled', value: null },
              ],
            },
          ],
          judged: { uncovered: ['Two.'] },
        },
      ],
    })
  })

  it('takes no label from an answer that gives two', async () => {
    const judge = writtenJudge(() => ({ sentences: [label(0, 'unsupported'), label(0, 'supported')] }))
    expect(await scoreOf(judge, [turn('One.')])).toMatchObject({ status: 'not-evaluated' })
  })

  it('shows tool results of both forms, documents and earlier turns as context', async () => {
    const judge = allSupported()
    const lists = {
      form: 'lists' as const,
      toolCalls: [],
      toolResponses: [{ name: 'f', response: { t: 22 } }],
      responses: [],
    }
    const event = { author: 'a', content: { parts: [{ toolResponse: { name: 'g', response: { t: 23 } } }] } }
    await scoreOf(judge, [
      { ...turn('A.'), steps: lists },
      { ...turn('B.'), steps: { form: 'events', events: [event] } },
    ])
    const contexts = judge.asked.map((question) => subjectOf(question).context.join('\n'))
    expect(contexts[0]).toContain('tool output: {"name":"f","response":{"t":22}}')
    expect(contexts[0]).toContain('the handbook')
    expect(contexts[1]).toContain('{"name":"g","response":{"t":23}}')
    expect(contexts[1]).toContain('AGENT (agent) TURN 1: A.')
  })

  it('shows the passages that the answer cites as context, with where they are from', async () => {
    const judge = allSupported()
    const citations = [{ id: '1', file: 'tea.md', heading: 'Brewing', text: 'Steep for three minutes.' }]
    await scoreOf(judge, [{ ...turn('Steep it. [1]'), citations }])
    expect(subjectOf(judge.asked[0]).context).toContain('(tea.md / Brewing)\nSteep for three minutes.')
    expect(subjectOf(judge.asked[0]).sentences).toEqual(['Steep it. [1]'])
  })

  it('bears out sentences with references offline', async () => {
    const citations = [{ id: '1', file: 'tea.md', text: 'Steep the green tea leaves for three minutes.' }]
    const answer = 'Steep the green tea leaves for three minutes. [1]'
    const score = await scoreOf(embeddedJudge(), [{ ...turn(answer), citations }])
    expect(score).toMatchObject({
      value: 1,
      invocations: [{ evidence: [{ rows: [{ subject: answer, label: 'supported' }] }] }],
    })
  })

  it('leaves earlier turns out on request', async () => {
    const judge = allSupported()
    await scoreOf(judge, [turn('A.'), turn('B.')], { earlierTurns: false })
    expect(subjectOf(judge.asked[1]).context.join()).not.toContain('A.')
  })

  it('checks texts on the way against what came before them', async () => {
    const judge = allSupported()
    const steps = { form: 'events' as const, events: [say('First.'), say('Second.')] }
    await scoreOf(judge, [{ ...turn('Third.'), steps }], { intermediate: true })
    expect(judge.asked.map((question) => subjectOf(question).sentences)).toEqual([['First.'], ['Second.'], ['Third.']])
    expect(subjectOf(judge.asked[0]).context).not.toContain('Second.')
    expect(subjectOf(judge.asked[1]).context).toContain('First.')
  })

  it('evaluates nothing where nothing is said', async () => {
    const judge = allSupported()
    expect(await scoreOf(judge, [turn('Thought process:')])).toMatchObject({ status: 'not-evaluated' })
    expect(await scoreOf(judge, [turn('')])).toMatchObject({ status: 'not-evaluated' })
    expect(judge.asked).toEqual([])
  })
})

function scoreOf(judge: Judge, invocations: Invocation[], options: Partial<Parameters<typeof hallucinations>[0]> = {}) {
  const metadata = { documents: ['the handbook'] }
  return hallucinations({ judge, ...options }).score({ id: 'case', metadata }, { invocations }, {})
}

/** The score of an answer that the judge finds nowhere. */
function unsupportedAfter(toolResponses: ToolResponse[]) {
  const steps = { form: 'lists' as const, toolCalls: [{ name: 'weather' }], toolResponses, responses: [] }
  const judge = writtenJudge(() => ({ sentences: [label(0, 'unsupported')] }))
  return hallucinations({ judge }).score({ id: 'c' }, { invocations: [{ ...turn('It is 22 °C.'), steps }] }, {})
}

function say(text: string) {
  return { author: 'a', content: { parts: [{ text }] } }
}

function allSupported() {
  return writtenJudge((question) => ({
    sentences: subjectOf(question).sentences.map((_, index) => label(index, 'supported')),
  }))
}

function subjectOf(question: Question<unknown> | undefined): GroundedAnswer {
  return question?.subject as GroundedAnswer // the metric's own questions have no other
}

function turn(text: string): Invocation {
  return { userContent: { parts: [{ text: 'q' }] }, finalResponse: { parts: [{ text }] } }
}

/** Why there is no verdict of a judge that supports whatever it labels. */
async function reasonFor(isLabelled: (sentence: string) => boolean): Promise<string> {
  const judge = writtenJudge(({ subject }) => ({
    sentences: (subject as GroundedAnswer).sentences.flatMap((sentence, index) =>
      isLabelled(sentence) ? [label(index, 'supported')] : [],
    ),
  }))
  const score = await scoreOf({ ...judge, wantsDecoy: () => true }, [turn('The port is 8443.')])
  return score.status === 'not-evaluated' ? score.reason.text : score.status
}
