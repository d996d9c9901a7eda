import { describe, expect, it } from 'vitest'
import { Invocation, responseTextOf, type Content, type EvalCase, type Target } from '../core/index.ts'

/** What the contract needs of an implementation. */
export type TargetUnderTest = {
  /**
   * Its agent answers `<how many messages in this conversation>: <message>`, and not at all to `never answer`. The cases
   * are `one` and `two`, and are asked `hello` and `again`.
   */
  readonly target: Target
  /** Everything that reached the agent; absent where there is no agent. */
  readonly seenByAgent?: () => string
  /** Says why nothing can hang. */
  readonly neverHangs?: string
  readonly stop?: () => Promise<void>
}

/** The tests that every target has to pass. */
export function targetContract(name: string, make: () => Promise<TargetUnderTest>): void {
  describe(`${name} as a target`, () => {
    const { signal } = new AbortController()

    it('gives back the exchange for each message, then the next one', () =>
      withTarget(make, async ({ target }) => {
        const conversation = await target.open(caseNamed('one'), { signal })
        const first = await conversation.say(saying('hello'), signal)
        const second = await conversation.say(saying('again'), signal)
        await conversation.close()
        expect([first, second].map((exchange) => exchange && responseTextOf(exchange))).toEqual([
          '1: hello',
          '2: again',
        ])
        expect(first?.userContent).toEqual(saying('hello'))
        expect(Invocation.parse(JSON.parse(JSON.stringify(first)))).toEqual(first)
      }))

    it('has a fresh session for each case, also when they are open at the same time', () =>
      withTarget(make, async ({ target }) => {
        const conversations = await Promise.all(['one', 'two'].map((id) => target.open(caseNamed(id), { signal })))
        for (const text of ['hello', 'again']) {
          const said = await Promise.all(conversations.map((each) => each.say(saying(text), signal)))
          const answer = text === 'hello' ? '1: hello' : '2: again'
          expect(said.map((exchange) => exchange && responseTextOf(exchange))).toEqual([answer, answer])
        }
        await Promise.all(conversations.map((each) => each.close()))
      }))

    it('does not show the agent what is expected of it', () =>
      withTarget(make, async ({ target, seenByAgent }) => {
        const conversation = await target.open(caseNamed('one'), { signal })
        await conversation.say(saying('hello'), signal)
        await conversation.say(saying('again'), signal)
        await conversation.close()
        expect(seenByAgent?.() ?? '').not.toContain('SECRET')
      }))

    it('does not open a case when the signal has aborted', () =>
      withTarget(make, async ({ target }) => {
        const reason = new Error('too late')
        await expect(target.open(caseNamed('one'), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
      }))

    it('does not say anything when the signal has aborted', () =>
      withTarget(make, async ({ target }) => {
        const reason = new Error('too late')
        const conversation = await target.open(caseNamed('one'), { signal })
        await expect(conversation.say(saying('hello'), AbortSignal.abort(reason))).rejects.toBe(reason)
        await conversation.close()
      }))

    it('stops at once when the signal aborts, with its reason', async (context) => {
      await withTarget(make, async ({ target, neverHangs }) => {
        if (neverHangs !== undefined) return context.skip(neverHangs)
        const reason = new Error('enough')
        const controller = new AbortController()
        const conversation = await target.open(caseNamed('one'), { signal })
        const said = Promise.allSettled([conversation.say(saying('never answer'), controller.signal)])
        setTimeout(() => controller.abort(reason), 50)
        expect(await said).toEqual([{ status: 'rejected', reason }])
        await conversation.close()
      })
    })

    it('can close a conversation twice, and says nothing in it afterwards', () =>
      withTarget(make, async ({ target }) => {
        const conversation = await target.open(caseNamed('one'), { signal })
        await conversation.close()
        await conversation.close()
        await expect(conversation.say(saying('hello'), signal)).rejects.toThrow(
          'The conversation of case one is closed',
        )
      }))

    it('can be closed twice', () =>
      withTarget(make, async ({ target }) => {
        await target.close?.()
        await expect(Promise.resolve(target.close?.())).resolves.toBeUndefined()
      }))
  })
}

type Test = (made: TargetUnderTest) => Promise<void>

async function withTarget(make: () => Promise<TargetUnderTest>, test: Test): Promise<void> {
  const made = await make()
  try {
    await test(made)
  } finally {
    await made.target.close?.()
    await made.stop?.()
  }
}

/** What a user says. */
export function saying(text: string): Content {
  return { role: 'user', parts: [{ text }] }
}

/** A case that expects things which its agent must not learn. */
export function caseNamed(id: string, session?: EvalCase['session']): EvalCase {
  return {
    id,
    session,
    conversation: [
      {
        userContent: saying('hello'),
        finalResponse: { role: 'model', parts: [{ text: 'SECRET answer' }] },
        steps: { form: 'lists', toolCalls: [{ name: 'SECRET_tool' }], toolResponses: [], responses: [] },
        rubrics: [{ id: 'r', property: 'SECRET rubric' }],
      },
      { userContent: saying('again') },
    ],
    rubrics: [{ id: 'r', property: 'SECRET rubric' }],
    finalSessionState: { done: 'SECRET state' },
    metadata: { note: 'SECRET note' },
  }
}
