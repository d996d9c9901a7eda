import { getEventListeners } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Target } from '../core/index.ts'
import { functionTarget } from './function-target.ts'
import { recordedTarget } from './recorded-target.ts'
import { caseNamed, saying, targetContract } from './target.contract.ts'
import { agentNow, outsideAgentTime, withTargetTimeout, withinAgentTime } from './with-timeout.ts'

targetContract('withTimeout', async () => ({ target: withTargetTimeout(counting(), 10_000) }))

describe('withTimeout', () => {
  it('ends what takes too long, and names the case', async () => {
    const controller = new AbortController()
    const conversation = await withTargetTimeout(counting(), 50).open(caseNamed('one'), controller)
    await expect(conversation.say(saying('never answer'), controller.signal)).rejects.toMatchObject({
      code: 'timeout',
      message: 'Case one: the agent took longer than 0.05 s',
      retryable: false,
    })
    expect(getEventListeners(controller.signal, 'abort')).toEqual([])
  })

  it('aborts the agent’s own signal', async () => {
    const signals: AbortSignal[] = []
    const target = functionTarget((_text, context) => {
      signals.push(context.signal)
      return new Promise(() => {})
    })
    const { signal } = new AbortController()
    const conversation = await withTargetTimeout(target, 20).open(caseNamed('one'), { signal })
    await expect(conversation.say(saying('hi'), signal)).rejects.toThrow('took longer')
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  })

  it('closes a conversation that opens too late', async () => {
    let closed = 0
    const slow: Target = {
      name: 'slow',
      async open() {
        await wait(100)
        return {
          say: async () => undefined,
          async close() {
            closed += 1
          },
        }
      },
    }
    const { signal } = new AbortController()
    await expect(withTargetTimeout(slow, 20).open(caseNamed('one'), { signal })).rejects.toMatchObject({
      code: 'timeout',
    })
    await wait(150)
    expect(closed).toBe(1)
  })

  it('keeps what the target says about itself', () => {
    const recorded = recordedTarget({ transcripts: async function* () {} })
    expect(withTargetTimeout(recorded, 10)).toMatchObject({ name: 'recorded', continues: true, recorded: true })
    expect(
      withTargetTimeout(
        functionTarget(() => 'x', { name: 'n' }),
        10,
      ),
    ).toMatchObject({ name: 'n', continues: true })
  })
})

describe('the time of an agent', () => {
  it('what an agent takes has a limit, and how long it waits for its turn has none', async () => {
    fakeTimers()
    let overAt: number | undefined
    const begin = Date.now()
    const asked = withinAgentTime(1000, {
      onOver: () => (overAt = Date.now() - begin),
      async ask() {
        const start = agentNow()
        await pass(400)
        await outsideAgentTime(async () => pass(90_000))
        await pass(500)
        expect([agentNow() - start, overAt]).toEqual([900, undefined])
        await outsideAgentTime(async () => pass(90_000))
        await pass(200)
      },
    })
    await asked
    expect(overAt).toBe(181_000)
  })

  it('no timer is left of what ended while it waited', async () => {
    fakeTimers()
    const never = Promise.withResolvers<void>()
    let waiting: Promise<void> | undefined
    await withinAgentTime(1000, {
      onOver: () => expect.fail(),
      ask: async () => void (waiting = outsideAgentTime(async () => never.promise)),
    })
    never.resolve()
    await waiting
    expect(vi.getTimerCount()).toBe(0)
  })
})

function counting(): Target {
  return functionTarget((text, { history }) =>
    text === 'never answer' ? new Promise(() => {}) : `${history.length + 1}: ${text}`,
  )
}

async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms)
}

function fakeTimers(): void {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
}
