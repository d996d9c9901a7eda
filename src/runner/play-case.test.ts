import { describe, expect, it } from 'vitest'
import {
  type EvalCase,
  type Invocation,
  type Target,
  type Transcript,
  type User,
  EvalError,
  allToolCallsOf,
  evidenceCountsOf,
  finishedTurns,
  responseTextOf,
  textOf,
  toolCallsOf,
} from '../core/index.ts'
import { scriptedModel } from '../models/scripted-model.ts'
import { functionTarget, simulatedUser } from '../targets/index.ts'
import { playCase } from './play-case.ts'

const { signal } = new AbortController()
const scenario: EvalCase = { id: 's', scenario: { startingPrompt: 'Hello', plan: 'Chat.' } }
const echo = functionTarget((text) => `You said ${text}`)

describe('playCase with an agent that fails in the middle of an exchange', () => {
  const written = { id: 'w', conversation: ['one', 'two'].map((text) => ({ userContent: { parts: [{ text }] } })) }
  const failing = functionTarget(async (text, { tools }) => {
    if (text === 'one') return 'done'
    await tools.call('pay', { sum: 7 }, () => 'paid')
    throw new Error('no disk')
  })

  it('keeps what the agent did in it, as an exchange that is not whole', async () => {
    const transcript = await play(written, { target: failing })
    expect(transcript).toMatchObject({
      failure: { code: 'agent' },
      invocations: [{}, { provenance: { brokenOff: true } }],
    })
    const [, last] = transcript.invocations
    expect(last && [toolCallsOf(last)?.map(({ name }) => name), allToolCallsOf(last)]).toEqual([['pay'], undefined])
    expect([textOf(last?.userContent), last?.finalResponse]).toEqual(['two', undefined])
    expect(finishedTurns(transcript)).toBe(1)
  })

  it('does not wait for what it did when the run is cancelled', async () => {
    const stopping = new AbortController()
    let isAsked = false
    const target: Target = {
      name: 'slow to tell',
      open: async () => ({
        async say() {
          stopping.abort(new Error('cancelled'))
          throw new Error('cancelled')
        },
        close: async () => undefined,
        async unfinished() {
          isAsked = true
          return undefined
        },
      }),
    }
    await expect(play(written, { target, signal: stopping.signal })).rejects.toThrow('cancelled')
    expect(isAsked).toBe(false)
  })

  it('counts no answer as cut where there is none', async () => {
    const seen: Invocation = {
      userContent: { parts: [{ text: 'one' }] },
      finishReason: 'error',
      steps: { form: 'lists', toolCalls: [{ name: 'pay' }], toolResponses: [], responses: [] },
    }
    const target: Target = {
      name: 'telling',
      open: async () => ({
        say: () => Promise.reject(new Error('no disk')),
        close: async () => undefined,
        unfinished: async () => seen,
      }),
    }
    const { invocations } = await play(written, { target })
    expect(invocations).toEqual([{ ...seen, finishReason: undefined, provenance: { brokenOff: true } }])
    expect(evidenceCountsOf(invocations).cut).toEqual({})
  })

  it.each([
    ['what arrives about it afterwards', [{ name: 'look_up' }], ['one', 'two']],
    ['nothing of it when nothing arrives', undefined, ['one']],
  ])('keeps %s', async (_what, toolCalls, expected) => {
    const silent = functionTarget((text) => (text === 'one' ? 'done' : Promise.reject(new Error('no disk'))))
    const steps = toolCalls && { form: 'lists' as const, toolCalls, toolResponses: [], responses: [] }
    const complete = async (invocations: readonly Invocation[]) =>
      invocations.map((one) => (one.provenance?.brokenOff === true && steps ? { ...one, steps } : one))
    const target: Target = {
      ...silent,
      open: async (...given) => ({ ...(await silent.open(...given)), completion: { pending: () => false, complete } }),
    }
    const stored: (readonly Invocation[])[] = []
    const transcript = await play(written, { target, onCompleted: (invocations) => void stored.push(invocations) })
    expect(transcript.invocations.map(({ userContent }) => textOf(userContent))).toEqual(expected)
    expect(stored).toEqual([transcript.invocations])
    expect([finishedTurns(transcript), transcript.failure?.code]).toEqual([1, 'agent'])
  })
})

describe('playCase with a simulated user', () => {
  it('says what the user says until it stops, its last words included', async () => {
    const model = scriptedModel(['How are you?', 'Bye. </finished>'])
    const transcript = await play(scenario, { user: simulatedUser({ model }) })
    expect(dialogue(transcript)).toEqual([
      'Hello → You said Hello',
      'How are you? → You said How are you?',
      'Bye. → You said Bye.',
    ])
    expect(transcript).toMatchObject({ ending: 'stop-signal', userCost: { calls: 2, seconds: 0 } })
    expect(transcript.failure).toBeUndefined()
  })

  it('flags a conversation that ran into the limit', async () => {
    const model = scriptedModel(() => 'And then?')
    const transcript = await play(scenario, { user: simulatedUser({ model, maxInvocations: 3 }) })
    expect(transcript.invocations).toHaveLength(3)
    expect(transcript.ending).toBe('turn-limit')
  })

  it('does not blame the agent for a user that fails, and keeps what was said', async () => {
    for (const reply of ['', new EvalError('judge', 'the model is gone'), new TypeError('x is undefined')]) {
      const transcript = await play(scenario, { user: simulatedUser({ model: scriptedModel([reply]) }) })
      expect(transcript).toMatchObject({ invocations: [{}], failure: { code: 'user' } })
      expect(transcript.ending).toBeUndefined()
    }
  })

  it('stops the run when the user could play no other case either', async () => {
    const user: User = {
      name: 'without a key',
      converse: () => ({ next: () => Promise.reject(new EvalError('config', 'there is no key')) }),
    }
    await expect(play(scenario, { user })).rejects.toThrow('there is no key')
  })

  it('goes on from the exchanges that a run already had', async () => {
    const model = scriptedModel(['Bye </finished>'])
    const history: Invocation[] = [{ userContent: { role: 'user', parts: [{ text: 'Hello' }] } }]
    const transcript = await play(scenario, { user: simulatedUser({ model }), history })
    expect(dialogue(transcript)).toEqual(['Hello → ', 'Bye → You said Bye'])
  })

  it('plays a written conversation as it is written, whoever else is there', async () => {
    const written: EvalCase = { id: 'w', conversation: [{ userContent: { role: 'user', parts: [{ text: 'Hi' }] } }] }
    expect(await play(written, { user: simulatedUser({ model: scriptedModel([]) }) })).toEqual({
      invocations: [expect.objectContaining({ userContent: { role: 'user', parts: [{ text: 'Hi' }] } })],
    })
  })

  it('says what is missing when nobody is there to play a scenario', async () => {
    expect(await play(scenario, {})).toMatchObject({
      invocations: [],
      failure: { code: 'agent', reason: { text: 'the case is a scenario, and no simulated user is there to play it' } },
    })
  })
})

type Playing = Partial<Parameters<typeof playCase>[1]>

function play(evalCase: EvalCase, playing: Playing): Promise<Transcript> {
  return playCase(evalCase, { target: echo, signal, history: [], onInvocation: async () => undefined, ...playing })
}

function dialogue({ invocations }: Transcript): readonly string[] {
  return invocations.map((each) => `${textOf(each.userContent)} → ${responseTextOf(each) ?? ''}`)
}
