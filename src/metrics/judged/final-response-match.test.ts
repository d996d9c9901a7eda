import { describe, expect, it } from 'vitest'
import { writtenJudge } from '../../../test/conformance/written-judge.ts'
import { type Invocation, type Message, EvalError, message, toEnglish } from '../../core/index.ts'
import { finalResponseMatch } from './final-response-match.ts'

const valid = { reason: 'same city', verdict: 'valid' }
const invalid = { reason: 'another city', verdict: 'invalid' }

describe('finalResponseMatch', () => {
  it('passes an answer that most samples find valid, and stops asking when they do', async () => {
    const judge = answers(valid, invalid, valid, valid, valid)
    const score = await scoreOf(judge, ['Paris it is'], ['Paris'])
    expect(score).toMatchObject({ status: 'scored', value: 1, passed: true })
    expect(turnsOf(score)[0]).toMatchObject({ judged: { saved: 1, agreement: 0.75 } })
    expect(judge.asked.map(({ sample }) => sample)).toEqual([0, 1, 2, 3])
  })

  it('fails a tie, with the reason of a sample that decided', async () => {
    const score = await scoreOf(answers(valid, invalid), ['Rome'], ['Paris'], { samples: 2 })
    expect(score).toMatchObject({ value: 0, passed: false })
    expect(reasonOf(score)).toBe('another city')
    expect(score).toMatchObject({
      evidence: [
        { kind: 'texts', expected: 'Paris', actual: 'Rome' },
        { kind: 'verdicts', rows: [{ label: 'invalid', value: 0, reason: 'another city' }] },
      ],
    })
  })

  it('puts question, reference and answer, and nothing else, to the judge', async () => {
    const judge = answers(valid)
    await scoreOf(judge, ['Rome'], ['Paris'], { samples: 1, language: 'ja' })
    const [question] = judge.asked
    expect(question).toMatchObject({
      task: 'equivalence',
      subject: { question: 'Where?', reference: 'Paris', answer: 'Rome' },
      language: 'ja',
      instruction: { id: 'final-response-match', version: 1 },
    })
    expect(question?.evidence.map(({ label }) => label)).toEqual(['question', 'reference', 'answer'])
  })

  it('asks about several references at once, and tells which one counted', async () => {
    const judge = writtenJudge(() => ({ ...valid, reference: 2 }))
    const userContent = { parts: [{ text: 'Where?' }] }
    const expected = {
      userContent,
      finalResponse: { parts: [{ text: 'in France' }] },
      otherReferences: ['Paris', 'Lutetia'],
    }
    const actual = { userContent, finalResponse: { parts: [{ text: 'Paris' }] } }
    const score = await finalResponseMatch({ judge, samples: 1 }).score(
      { id: 'c', conversation: [expected] },
      { invocations: [actual] },
      {},
    )
    expect(turnsOf(score)[0]).toMatchObject({ value: 1, evidence: [{ expected: 'Paris', actual: 'Paris' }, {}] })
    expect(judge.asked[0]).toMatchObject({
      subject: { reference: 'in France', references: ['in France', 'Paris', 'Lutetia'] },
      instruction: { id: 'final-response-match-several' },
      evidence: [{}, { label: 'reference', text: '[1] in France\n[2] Paris\n[3] Lutetia' }, {}],
    })
  })

  it.each([null, undefined, 0, 9])('shows all references where a judge names %j', async (reference) => {
    const judge = writtenJudge(() => ({ ...invalid, ...(reference === undefined ? {} : { reference }) }))
    const userContent = { parts: [{ text: 'Where?' }] }
    const expected = { userContent, finalResponse: { parts: [{ text: 'Paris' }] }, otherReferences: ['Lutetia'] }
    const actual = { userContent, finalResponse: { parts: [{ text: 'Rome' }] } }
    const score = await finalResponseMatch({ judge, samples: 1 }).score(
      { id: 'c', conversation: [expected] },
      { invocations: [actual] },
      {},
    )
    expect(turnsOf(score)[0]).toMatchObject({ value: 0, evidence: [{ expected: 'Paris\nLutetia' }, {}] })
  })

  it.each(['', '  ', ':', 'Thought process:'])('settles %j without asking', async (answer) => {
    const judge = answers(valid, valid, valid)
    expect(await scoreOf(judge, [answer], ['Paris'])).toMatchObject({ status: 'scored', value: 0, passed: false })
    expect(judge.asked).toEqual([])
  })

  it('scores turns that the agent never reached with 0, and leaves out those without a reference', async () => {
    const score = await scoreOf(answers(valid), ['Paris', 'more'], ['Paris', '', 'never'], { samples: 1 })
    expect(score).toMatchObject({ value: 0.5 })
    expect(turnsOf(score)).toMatchObject([{ value: 1 }, { status: 'not-evaluated' }, { value: 0, missing: true }])
  })

  it('is the judge’s error when it breaks in one turn of several: the others must not hide it, except in ADK', async () => {
    let asked = 0
    const judge = writtenJudge(() => {
      asked += 1
      if (asked === 1) throw new EvalError('judge', 'quota exceeded')
      return valid
    })
    const texts: [string[], string[]] = [
      ['Paris', 'Paris'],
      ['Paris', 'Paris'],
    ]
    const score = await scoreOf(judge, ...texts, { samples: 1 })
    expect(score).toMatchObject({ status: 'error', blame: 'judge' })
    expect(turnsOf(score)).toMatchObject([{ status: 'not-evaluated' }, { value: 1 }])
    asked = 0
    const asInAdk = writtenJudge(() => {
      asked += 1
      if (asked === 1) throw new EvalError('judge', 'quota exceeded')
      return '{"is_the_agent_response_valid": "valid"}'
    })
    expect(await scoreOf(asInAdk, ...texts, { samples: 1, adkCompat: true })).toMatchObject({
      status: 'scored',
      value: 1,
    })
  })

  it('is an error of the judge when it breaks every time', async () => {
    const judge = writtenJudge(() => {
      throw new EvalError('judge', message('no connection'))
    })
    const score = await scoreOf(judge, ['Paris'], ['Paris'])
    expect(score).toMatchObject({ status: 'error', blame: 'judge' })
    expect(reasonOf(score)).toBe('no connection')
  })

  it('lets everything that is not a failing judge through', async () => {
    const judge = writtenJudge(() => {
      throw new EvalError('cancelled', 'stopped')
    })
    await expect(scoreOf(judge, ['Paris'], ['Paris'])).rejects.toThrow('stopped')
  })

  it('is not evaluated when nothing can be read, and keeps the replies', async () => {
    const score = await scoreOf(answers('?', '!'), ['Paris'], ['Paris'], { samples: 2 })
    expect(score).toMatchObject({ status: 'not-evaluated' })
    expect(turnsOf(score)[0]).toMatchObject({
      judged: {
        samples: [
          { value: null, reply: { raw: '?' } },
          { value: null, reply: { raw: '!' } },
        ],
        agreement: null,
      },
    })
  })

  it('asks for and reads the form of ADK under its rules, also for an empty answer', async () => {
    const judge = answers('{"reasoning": "fine", "is_the_agent_response_valid": "valid"}')
    const score = await scoreOf(judge, [''], ['Paris'], { samples: 1, adkCompat: true })
    expect(score).toMatchObject({ value: 1, invocations: [{ judged: { samples: [{ reason: 'fine' }] } }] })
    expect(judge.asked[0]?.instruction.id).toBe('final-response-match-adk')
  })
})

function answers(...replies: unknown[]) {
  return writtenJudge(({ sample }) => replies[sample])
}

type Options = Partial<Parameters<typeof finalResponseMatch>[0]>

function scoreOf(judge: ReturnType<typeof writtenJudge>, actual: string[], expected: string[], options: Options = {}) {
  const metric = finalResponseMatch({ judge, ...options })
  return metric.score({ id: 'case', conversation: expected.map(turn) }, { invocations: actual.map(turn) }, {})
}

function turn(text: string): Invocation {
  return { userContent: { parts: [{ text: 'Where?' }] }, finalResponse: { parts: [{ text }] } }
}

function turnsOf(score: Awaited<ReturnType<typeof scoreOf>>) {
  return 'invocations' in score ? (score.invocations ?? []) : []
}

function reasonOf(score: { reason?: Message } | object): string {
  return 'reason' in score && score.reason !== undefined ? toEnglish(score.reason) : ''
}
