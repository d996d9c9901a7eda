import { describe, expect, it } from 'vitest'
import {
  type EvalCase,
  type Invocation,
  type Target,
  type Transcript,
  type User,
  EvalError,
  responseTextOf,
  textOf,
} from '../core/index.ts'
import { scriptedModel } from '../models/scripted-model.ts'
import { functionTarget, simulatedUser } from '../targets/index.ts'
import { playCase } from './play-case.ts'

const { signal } = new AbortController()
const scenario: EvalCase = { id: 's', scenario: { startingPrompt: 'Hello', plan: 'Chat.' } }
const echo = functionTarget((text) => `You said ${text}`)

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

type Playing = { readonly user?: User; readonly history?: readonly Invocation[]; readonly target?: Target }

function play(evalCase: EvalCase, { user, history = [], target = echo }: Playing): Promise<Transcript> {
  return playCase(evalCase, { target, user, signal, history, onInvocation: async () => undefined })
}

function dialogue({ invocations }: Transcript): readonly string[] {
  return invocations.map((each) => `${textOf(each.userContent)} → ${responseTextOf(each) ?? ''}`)
}
