import { describe, expect, it } from 'vitest'
import { writtenJudge } from '../../../test/conformance/written-judge.ts'
import type { Invocation, Persona } from '../../core/index.ts'
import { userSimulatorQuality } from './user-simulator-quality.ts'

const scenario = { startingPrompt: 'Hello', plan: 'Book a table.' }
const valid = { reason: 'fits', verdict: 'valid' }
const invalid = { reason: 'off the plan', verdict: 'invalid' }

describe('userSimulatorQuality', () => {
  it('judges each message after the first, and at last whether the conversation should have ended', async () => {
    const judge = writtenJudge(() => valid)
    expect(await scoreOf(judge, ['Hello', 'For two'])).toMatchObject({ value: 1, passed: true })
    expect(judge.asked.map(({ evidence }) => evidence.at(-1)?.text)).toEqual(['For two', '</finished>'])
    expect(judge.asked[0]?.evidence.find(({ label }) => label === 'history')?.text).toBe('user: Hello\n\nmodel: ok')
  })

  it('fails the last turn when the conversation ended at the wrong time', async () => {
    const judge = writtenJudge(({ evidence }) => (evidence.at(-1)?.text === '</finished>' ? invalid : valid))
    expect(await scoreOf(judge, ['Hello', 'For two'])).toMatchObject({
      value: 0.5,
      invocations: [{ value: 1 }, { value: 0, reason: { values: { reason: 'off the plan' } } }],
    })
  })

  it('fails a beginning that is not the starting prompt', async () => {
    expect(
      await scoreOf(
        writtenJudge(() => valid),
        ['hello'],
      ),
    ).toMatchObject({ value: 0 })
  })

  it('does not evaluate a case with a turn without a verdict, which ADK counts as 0', async () => {
    const judge = writtenJudge(({ evidence }) => (evidence.at(-1)?.text === 'two' ? 'nothing' : valid))
    expect(await scoreOf(judge, ['Hello', 'two'])).toMatchObject({ status: 'not-evaluated' })
    const asInAdk = writtenJudge(({ evidence }) => (evidence.at(-1)?.text === 'two' ? 'nothing' : '{"is_valid": true}'))
    expect(await scoreOf(asInAdk, ['Hello', 'two'], { adkCompat: true })).toMatchObject({ value: 0.5 })
  })

  it('is 0 under ADK’s rules when no turn has a verdict', async () => {
    const metric = userSimulatorQuality({ judge: writtenJudge(() => 'nothing'), samples: 1, adkCompat: true })
    const wordless: Invocation = { userContent: { parts: [] } }
    const score = await metric.score({ id: 'c', scenario }, { invocations: [wordless, turn('two')] }, {})
    const open = { status: 'not-evaluated' }
    expect(score).toMatchObject({ status: 'scored', value: 0, passed: false, invocations: [open, open] })
  })

  it('holds messages against the behaviours of a written persona', async () => {
    const judge = writtenJudge(() => valid)
    const persona: Persona = { id: 'p', description: 'In a hurry', behaviors: [] }
    await userSimulatorQuality({ judge, samples: 1 }).score(
      { id: 'c', scenario: { ...scenario, persona } },
      { invocations: [turn('Hello')] },
      {},
    )
    expect(judge.asked[0]?.instruction.id).toBe('user-simulator-persona')
  })

  it('says nothing of cases without a scenario', async () => {
    const metric = userSimulatorQuality({ judge: writtenJudge(() => valid) })
    expect(await metric.score({ id: 'c', conversation: [] }, { invocations: [turn('x')] }, {})).toMatchObject({
      status: 'not-evaluated',
      informational: true,
    })
  })
})

function scoreOf(
  judge: ReturnType<typeof writtenJudge>,
  messages: string[],
  options: Partial<Parameters<typeof userSimulatorQuality>[0]> = {},
) {
  const metric = userSimulatorQuality({ judge, samples: 1, ...options })
  return metric.score({ id: 'c', scenario }, { invocations: messages.map(turn) }, {})
}

function turn(text: string): Invocation {
  return { userContent: { parts: [{ text }] }, finalResponse: { role: 'model', parts: [{ text: 'ok' }] } }
}
