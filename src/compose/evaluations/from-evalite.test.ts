import { describe, expect, it } from 'vitest'
import { evaluation } from './evaluation.ts'
import { evaluate } from '../evaluate.ts'

describe('an evaluation in the words of Evalite', () => {
  it('asks its task with each input as it is, and scores what it gives back', async () => {
    const { settings } = evaluation('capitals', {
      data: async () => [
        { input: { country: 'France' }, expected: { city: 'Paris' } },
        { input: { country: 'Italy' }, expected: { city: 'Rome' } },
      ],
      task: async ({ country }: { readonly country: string }) => ({ city: country === 'France' ? 'Paris' : 'Milan' }),
      scorers: [
        {
          name: 'Same City',
          scorer: ({ output, expected }: { readonly output: { city: string }; readonly expected: { city: string } }) =>
            output.city === expected.city ? 1 : 0,
        },
      ],
    })
    const { cases, agent, metrics } = settings
    const { results } = await evaluate({ cases, agent, metrics, store: ':memory:' } as Parameters<typeof evaluate>[0])
    expect(results.map(({ scores }) => scores.find(({ metric }) => metric === 'Same City'))).toMatchObject([
      { value: 1 },
      { value: 0 },
    ])
  })

  it('plays only the rows that are marked, if some are', async () => {
    const { settings } = evaluation('one', {
      data: [{ input: 'a' }, { input: 'b', only: true } as { input: string }],
      task: (input: string) => input,
      scorers: [() => 1],
    })
    const { cases, agent, metrics } = settings
    const { results } = await evaluate({ cases, agent, metrics, store: ':memory:' } as Parameters<typeof evaluate>[0])
    expect(results).toHaveLength(1)
  })

  it('takes the words of Braintrust, and reads what its task streams', async () => {
    const { settings } = evaluation('hi', {
      data: [{ input: 'Foo', expected: 'Hi Foo' }],
      task: async function* (input: string) {
        yield* ['Hi ', input]
      },
      scores: [({ output, expected }) => output === expected],
      trialCount: 2,
    })
    const { cases, agent, metrics, repeat } = settings
    const played = { cases, agent, metrics, repeat, store: ':memory:' } as Parameters<typeof evaluate>[0]
    expect(await evaluate(played)).toMatchObject({ passed: true, results: [{ repeat: 0 }, { repeat: 1 }] })
    expect(() => evaluation('twice', { data: [], scores: [], scorers: [] })).toThrow('scores and scorers say the same')
  })

  it('has the tags of Braintrust', async () => {
    const data: { input: string }[] = [Object.assign({ input: 'Foo' }, { tags: ['smoke'] })]
    const { settings } = evaluation('hi', { data, task: (input: string) => input, scores: [() => 1] })
    const { cases, agent, metrics } = settings
    const played = { cases, agent, metrics, tag: ['smoke'], store: ':memory:' } as Parameters<typeof evaluate>[0]
    expect((await evaluate(played)).results).toHaveLength(1)
  })

  it('says that its metrics are a list', () => {
    const settings = { cases: [], agent: () => '', metrics: { exact_match: 1 } } as object
    expect(() => evaluation('hi', settings as { cases: []; agent: () => string })).toThrow(
      'metrics of the evaluation "hi" takes a list',
    )
  })

  it('says what its data has to be', () => {
    expect(() => evaluation('twice', { data: [], cases: [], task: () => '' })).toThrow(
      'data and cases say the same: leave one of them out',
    )
  })
})
