import { describe, expect, it } from 'vitest'
import { type AgentEvent, type Invocation, stringifyJson } from '../core/index.ts'
import type { CaseEventRow } from './case-row.ts'
import { withFirstEvents } from './first-events.ts'

const hostile = ['"events":[', '\\', '\\"', '"steps":{"form":"events","events":[1,2,3]}', ']}', ',', '長い']
const event = (index: number): AgentEvent => ({
  author: 'agent',
  content: { parts: [{ text: `${hostile[index % hostile.length]} ${'x'.repeat(400)}` }], role: 'model' },
  extra: { steps: { events: [index, [index], { events: [1] }] } },
})
const exchange = (count: number): Invocation => ({
  userContent: { parts: [{ text: '"steps":{"events":[' }] },
  steps: { form: 'events', events: Array.from({ length: count }, (_, index) => event(index)) },
  finalResponse: { parts: [{ text: 'done]' }] },
  usage: { inputTokens: 3 },
})
const rowOf = (type: string, value: unknown): CaseEventRow => ({
  position: 0,
  repeat: 0,
  type,
  body: stringifyJson(value),
})
const read = (rows: readonly CaseEventRow[], most: number) => {
  const { kept, cut } = withFirstEvents({ runId: 'run', position: 0, repeat: 0, rows }, most)
  return { bodies: kept.rows.map(({ body }) => JSON.parse(body) as unknown), cut }
}
const shortened = (count: number, most: number): Invocation => ({ ...exchange(count), steps: exchange(most).steps })

describe('what is kept of a case, without most events of long exchanges', () => {
  it('has the first events, all else, and how many there were', () => {
    const rows = [
      rowOf('case-start', { id: 'a' }),
      rowOf('invocation', exchange(2)),
      rowOf('invocation', exchange(1000)),
    ]
    expect(read(rows, 10)).toEqual({
      bodies: [{ id: 'a' }, exchange(2), shortened(1000, 10)],
      cut: [{ turn: 1, events: 1000 }],
    })
  })

  it('has those of exchanges that were completed later in place of those before', () => {
    const rows = [rowOf('invocation', exchange(700)), rowOf('completed', [exchange(3), exchange(800), exchange(900)])]
    expect(read(rows, 5)).toEqual({
      bodies: [shortened(700, 5), [exchange(3), shortened(800, 5), shortened(900, 5)]],
      cut: [
        { turn: 1, events: 800 },
        { turn: 2, events: 900 },
      ],
    })
  })

  it.each([1, 999, 1000, 1001])('leaves nothing out that is not beyond %i', (most) => {
    const { bodies, cut } = read([rowOf('invocation', exchange(1000))], most)
    expect(bodies).toEqual([shortened(1000, Math.min(most, 1000))])
    expect(cut).toEqual(most < 1000 ? [{ turn: 0, events: 1000 }] : [])
  })

  it('leaves what is damaged for who parses it', () => {
    const body = `${stringifyJson(exchange(1000)).slice(0, 300_000)}`
    const { kept } = withFirstEvents(
      { runId: 'run', position: 0, repeat: 0, rows: [{ position: 0, repeat: 0, type: 'invocation', body }] },
      10,
    )
    expect(() => JSON.parse(kept.rows[0]?.body ?? '') as unknown).toThrow(SyntaxError)
  })
})
