import { describe, expect, it } from 'vitest'
import { type EvalCase, type Invocation, type JsonObject, toEnglish } from '../../../core/index.ts'
import { equalsValue, startsWithText, stateEquals, toolCalled } from './strands-checks.ts'

function turn(answer: string, more: Partial<Invocation> = {}): Invocation {
  return { userContent: { parts: [{ text: 'q' }] }, finalResponse: { parts: [{ text: answer }] }, ...more }
}
const expecting = (answer: string): EvalCase => ({ id: 'c', conversation: [turn(answer)] })
const open: EvalCase = { id: 'c', conversation: [{ userContent: { parts: [{ text: 'q' }] } }] }

describe('equalsValue', () => {
  it.each([
    ['a text', 'Paris', open, 'Paris', 1],
    ['a text', 'Paris', open, 'Paris.', 0],
    ['what the case expects', undefined, expecting('Paris'), 'Paris', 1],
    ['what the case expects', undefined, expecting('Paris'), 'paris', 0],
    ['a number that Python takes for false', 0, open, '0', 1],
    ['a number that Python takes for false', 0, open, '1', 0],
    ['false', false, open, 'false', 1],
    ['an object', { price: 24 }, open, '{ "price": 24.0 }', 1],
    ['an object that the case expects', undefined, expecting('{"a":1,"b":[2]}'), '{ "b": [2], "a": 1 }', 1],
    ['an object that the case expects', undefined, expecting('{"a":1}'), 'a is 1', 0],
    ['a text that only looks like a list', undefined, expecting('[sic]'), '[sic]', 1],
  ])('compares with %s: %j', async (_what, value, evalCase, answer, expected) => {
    const score = await equalsValue({ name: 'right', value }).score(evalCase, { invocations: [turn(answer)] }, {})
    expect(score).toMatchObject({ status: 'scored', metric: 'right', value: expected })
  })

  it('is not evaluated where there is nothing to compare with', async () => {
    const score = await equalsValue({ name: 'right' }).score(open, { invocations: [turn('a')] }, {})
    expect(score.status).toBe('not-evaluated')
  })
})

describe('startsWithText', () => {
  it.each([
    ['Order A17', false, 1],
    ['order a17', false, 0],
    ['order a17', true, 1],
  ])('looks at the beginning only: %s, ignoring case: %s', async (text, ignoreCase, value) => {
    const metric = startsWithText({ name: 's', text, ignoreCase })
    const score = await metric.score(open, { invocations: [turn('Order A17 is refunded.')] }, {})
    expect(score).toMatchObject({ metric: 's', value })
  })

  it('refuses a text that every answer begins with', () => {
    expect(() => startsWithText({ name: 's', text: '' })).toThrow('s has no text to compare with, or an empty one')
  })
})

describe('toolCalled', () => {
  it('looks for a call in any turn', async () => {
    const called = turn('a', {
      steps: { form: 'lists', toolCalls: [{ name: 'find' }], toolResponses: [], responses: [] },
    })
    const metric = toolCalled({ name: 't', tool: 'find' })
    expect(await metric.score(open, { invocations: [turn('x'), called] }, {})).toMatchObject({ metric: 't', value: 1 })
    const silent = turn('x', { steps: { form: 'lists', toolCalls: [], toolResponses: [], responses: [] } })
    expect(await metric.score(open, { invocations: [silent] }, {})).toMatchObject({ metric: 't', value: 0 })
    expect(await metric.score(open, { invocations: [turn('x')] }, {})).toMatchObject({ status: 'not-evaluated' })
  })
})

const score = (options: { state: string; value?: unknown }, expected: JsonObject | undefined, actual?: JsonObject) =>
  stateEquals({ name: 'cart', ...options }).score(
    { id: 'c', ...(expected === undefined ? {} : { finalSessionState: expected }) },
    { invocations: [turn('a', actual === undefined ? {} : { sessionState: actual })] },
    {},
  )

describe('stateEquals', () => {
  it('compares one named part of the state and nothing else', async () => {
    const expected = { cart: { items: 1 }, user: 'kim' }
    expect(await score({ state: 'cart' }, expected, { cart: { items: 1 }, user: 'lee' })).toMatchObject({ value: 1 })
    expect(await score({ state: 'cart' }, expected, { cart: { items: 2 } })).toMatchObject({ value: 0, metric: 'cart' })
    expect(await score({ state: 'cart' }, expected, { user: 'kim' })).toMatchObject({ value: 0 })
  })

  it('compares with the value that it was given rather than with that of the case', async () => {
    expect(await score({ state: 'cart', value: 0 }, { cart: 1 }, { cart: 0 })).toMatchObject({ value: 1 })
    expect(await score({ state: 'cart', value: false }, undefined, { cart: true })).toMatchObject({ value: 0 })
  })

  it('tells a state that is null from one that is not there', async () => {
    expect(await score({ state: 'cart' }, { cart: null }, { cart: null })).toMatchObject({ value: 1 })
    expect(await score({ state: 'cart' }, { cart: null }, {})).toMatchObject({ value: 0 })
  })

  it('is not evaluated where nothing is expected, and closes the gate where another state is', async () => {
    expect(await score({ state: 'cart' }, undefined, {})).toMatchObject({
      status: 'not-evaluated',
      informational: true,
    })
    const other = await score({ state: 'cart' }, { basket: 1 }, {})
    expect(other).toMatchObject({ status: 'not-evaluated', informational: false })
    expect(other.status === 'not-evaluated' && toEnglish(other.reason)).toBe('The case expects no state cart')
  })

  it('is not evaluated where the target does not tell the state', async () => {
    expect(await score({ state: 'cart' }, { cart: 1 })).toMatchObject({ status: 'not-evaluated', metric: 'cart' })
  })
})
