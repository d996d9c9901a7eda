import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { evaluate } from '../evaluate.ts'
import { evaluation } from './evaluation.ts'

const City = z.object({ city: z.string().trim().min(2) })
const Weather = z.object({ city: z.string(), degrees: z.number() })

describe('an evaluation of objects', () => {
  it('hands the agent what its schema makes of what is asked, and compares what it answers as JSON', async () => {
    const { settings } = evaluation('weather', {
      input: City,
      output: Weather,
      cases: [
        { id: 'right', ask: { city: ' Oslo ' }, answer: { degrees: 4, city: 'Oslo' } },
        { id: 'wrong', ask: { city: 'Kyoto' }, answer: { city: 'Kyoto', degrees: 34 } },
      ],
      agent: ({ city }) => ({ city, degrees: city.length }),
    })
    const { results } = await run(settings)
    expect(results.map(({ evalCase, verdict, scores: [score] }) => [evalCase.id, verdict, score?.metric])).toEqual([
      ['right', 'passed', 'json_match'],
      ['wrong', 'failed', 'json_match'],
    ])
  })

  it('calls it an error of the case or of the agent when a schema refuses what is asked or answered', async () => {
    const { settings } = evaluation('weather', {
      input: City,
      output: Weather,
      cases: [{ ask: { city: 'A' } }, { ask: { city: 'Oslo' } }],
      agent: () => ({ response: { city: 'Oslo', degrees: 'four' as unknown as number }, toolCalls: [] }),
    })
    const { results } = await run(settings)
    const errors = results.map(({ transcript }) => transcript.failure?.reason.values)
    expect(results.map(({ verdict }) => verdict)).toEqual(['not-evaluated', 'error'])
    expect(errors).toMatchObject([
      { problem: expect.stringMatching(/^city: /) as string },
      { problem: expect.stringMatching(/^degrees: /) as string },
    ])
  })

  it('asks with objects and takes them as answers without a schema', async () => {
    const { settings } = evaluation('weather', {
      cases: [
        { id: 'bare', ask: { city: 'Oslo' }, answer: { city: 'Oslo', degrees: 4 } },
        { id: 'told', ask: 'Weather in Oslo, as an object', answer: [{ degrees: 5 }, { degrees: 4 }] },
      ],
      agent: (_asked, { input }) =>
        input === undefined
          ? { response: { degrees: 4 }, toolCalls: [] }
          : ({ ...input, degrees: 4 } as unknown as { response: string }),
    })
    const { results } = await run(settings)
    expect(results.map(({ evalCase, verdict }) => [evalCase.id, verdict])).toEqual([
      ['bare', 'passed'],
      ['told', 'passed'],
    ])
  })

  it('says what takes schemas', () => {
    const settings = { cases: [], agent: './agent.ts', input: City } as unknown as { cases: []; agent: string }
    expect(() => evaluation('weather', settings)).toThrow(
      'input and output of the evaluation "weather" need a function as agent',
    )
    const noSchema = { cases: [], agent: () => '', output: { city: 'text' } } as unknown as { cases: [] }
    expect(() => evaluation('weather', noSchema)).toThrow('output of the evaluation "weather" takes a schema')
  })
})

function run({ cases, agent }: { readonly cases?: unknown; readonly agent?: unknown }) {
  return evaluate({ cases, agent, store: ':memory:' } as Parameters<typeof evaluate>[0])
}
