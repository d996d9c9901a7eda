import { describe, expect, it } from 'vitest'
import { type EvalCase, type JsonObject, type Score, EvalError, toEnglish } from '../../core/index.ts'
import { finalState } from './final-state.ts'

type Options = Parameters<typeof finalState>[0]

describe('finalState', () => {
  const expected = { cart: { items: ['tea'], at: 1 }, user: 'Ann' }

  it('compares the state after the last turn', () => {
    const states = [{ cart: {} }, { user: 'Ann', cart: { items: ['tea'], at: 1 }, __llm_request_key__: 'note' }]
    expect(score(expected, states)).toMatchObject({ value: 1, passed: true, metric: 'final_state_match' })
  })

  it('says where the states differ', () => {
    const result = score(expected, [{ cart: { items: ['tea', 'cake'], at: 1 }, user: 'Bo', more: 1 }])
    expect(result).toMatchObject({
      value: 0,
      passed: false,
      evidence: [
        {
          kind: 'values',
          differences: [
            { path: 'cart.items[1]', actual: 'cake' },
            { path: 'user', expected: 'Ann', actual: 'Bo' },
            { path: 'more', actual: 1 },
          ],
        },
      ],
    })
    expect(reasonOf(result)).toBe('The final state has 3 differences: cart.items[1] should be nothing, is "cake"')
  })

  it('lets the agent keep more in its state as a subset', () => {
    const more = { cart: { items: ['cake', 'tea'], at: 1, total: 3 }, user: 'Ann', more: 1 }
    expect(score(expected, [more], { mode: 'subset' })).toMatchObject({ value: 1 })
    expect(score(expected, [{ ...more, user: 'Bo' }], { mode: 'subset' })).toMatchObject({ value: 0 })
    expect(score(expected, [{ cart: more.cart }], { mode: 'subset' })).toMatchObject({ value: 0 })
  })

  it('ignores the paths that it is told to', () => {
    const later = { cart: { items: ['tea'], at: 2 }, user: 'Ann', 'temp:x': 1 }
    for (const mode of ['equal', 'subset'] as const) {
      expect(score(expected, [later], { mode, ignore: ['cart.at', 'temp:x'] })).toMatchObject({ value: 1 })
      expect(score(expected, [later], { mode, ignore: ['temp:x'] })).toMatchObject({ value: 0 })
    }
    expect(() => finalState({ ignore: ['cart['] })).toThrow(EvalError)
  })

  it('is not evaluated when nothing is expected or the target does not tell', () => {
    expect(reasonOf(score(undefined, [{}]))).toBe('The case expects no final state')
    expect(reasonOf(score({}, [{ a: 1 }]))).toBe('The case expects no final state')
    expect(reasonOf(score(expected, [undefined]))).toBe('The target does not tell the state of the session')
    expect(reasonOf(score(expected, []))).toBe('The target does not tell the state of the session')
  })

  it('is 0 when the agent never reached the last turn', () => {
    const evalCase = { id: 'c', finalSessionState: expected, conversation: [{ userContent: {} }, { userContent: {} }] }
    const transcript = { invocations: [{ userContent: {}, sessionState: expected }] }
    expect(finalState().score(evalCase, transcript, {})).toMatchObject({ status: 'scored', value: 0, passed: false })
  })
})

function score(
  finalSessionState: JsonObject | undefined,
  states: readonly (JsonObject | undefined)[],
  options: Options = {},
): Score {
  const evalCase: EvalCase = { id: 'c', finalSessionState }
  const invocations = states.map((sessionState) => ({ userContent: {}, sessionState }))
  // This metric is synchronous.
  return finalState(options).score(evalCase, { invocations }, {}) as Score
}

function reasonOf(result: Score): string | undefined {
  return 'reason' in result && result.reason !== undefined ? toEnglish(result.reason) : undefined
}
