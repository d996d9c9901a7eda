import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { AgentEvent, Invocation, Score } from '../../core/index.ts'
import { conversationsOf, readOtlp } from '../../traces/index.ts'
import { costOf } from '../../models/prices.ts'
import { comparedCalls } from './aligned-calls.ts'
import type { TraceRow } from './trace-row.ts'
import { eventDollars } from './event-dollars.ts'
import { rowsThatSay, traceOf } from './trace-rows.ts'

describe('the trace of an exchange', () => {
  it('is what real agents did, a call and its answer in one row', () => {
    const traces = ['adk', 'openai-traceloop', 'mastra'].map(
      (name) => `${name}${linesOf(traceOf(recorded(name, 1)).rows)}`,
    )
    expect(traces.join('\n')).toMatchInlineSnapshot(`
      "adk
      model gemini-2.5-flash  → ƒ get_weather  10/5 tokens  timed
        call get_weather(city: Kyoto)  → Kyoto is sunny  at once
      model gemini-2.5-flash  → ƒ search  10/5 tokens  timed
        call search(query: umbrellas)  → nothing about umbrellas  at once

      openai-traceloop
      model gpt-5-mini  → ƒ get_weather  10/5 tokens  timed
        call get_weather(city: Kyoto)  → Kyoto is sunny
      model gpt-5-mini  → ƒ search  10/5 tokens  timed
        call search(query: umbrellas)  → nothing about umbrellas

      mastra
      call get_weather(city: Kyoto)  → Kyoto is sunny  at once
      call search(query: umbrellas)  → nothing about umbrellas  timed
      "
    `)
  })

  it('has its rows below one another: agents that were handed to, calls of models, what they thought and called', () => {
    const planner = { author: 'planner', model: 'm-1', usage: { inputTokens: 7, outputTokens: 3 } }
    const rows = traceOf(
      exchange(
        {
          ...planner,
          content: { parts: [{ text: 'Ask the searcher', thought: true }] },
          endedAt: 101,
          durationSeconds: 1,
        },
        {
          author: 'searcher',
          model: 'm-2',
          usage: { inputTokens: 5, outputTokens: 1 },
          content: { parts: [{ toolCall: { id: 'a', name: 'search', args: { query: 'rain' } } }] },
          endedAt: 103,
          durationSeconds: 2,
        },
        { ...answer('search', { error: 'no network' }, 'a'), author: 'searcher', endedAt: 107 },
        { author: 'planner', content: { parts: [{ text: 'Nothing was found' }] } },
      ),
    )
    expect(linesOf(rows.rows)).toMatchInlineSnapshot(`
      "
      model m-1  7/3 tokens  timed
        thought  → Ask the searcher
      agent searcher  5/1 tokens  timed
        model m-2  → ƒ search  5/1 tokens  timed
          call search(query: rain)  → no network  FAILED  timed
      text  → Nothing was found
      "
    `)
    expect(rows.span).toEqual({ startedAt: 100, seconds: 7 })
    expect(rows.rows.map(({ within }) => within)).toEqual([1, 0, 2, 1, 0, 0])
  })

  it('shows of a model what it answered first, else what it called, and of long arguments where they differ', () => {
    const before = 'the same words for a long while, and then '
    const [said, called] = [
      { text: 'Two rooms are free' },
      { toolCall: { name: 'book', args: { note: `${before}late` } } },
    ]
    const made = exchange({
      author: 'desk',
      model: 'm',
      content: { parts: [{ text: 'Hm', thought: true }, said, called] },
    })
    const expected = exchange(call('book', { note: `${before}early` }))
    const { rows } = traceOf(made, { expected })
    expect(linesOf(rows)).toMatchInlineSnapshot(`
      "
      model m  → Two rooms are free
        thought  → Hm
        ≠ call book(note [differs]: …e, and then late)
      "
    `)
    expect(rows[0]?.detail).toEqual({ text: 'Two rooms are free' })
    const found = ['rooms are', 'LATE', 'early', 'hm', 'note', 'args', '']
    expect(found.map((text) => rowsThatSay(rows, text))).toEqual([[0], [2], [2], [1], [2], [], []])
  })

  it('says what models cost where a price is known, and of an agent only what is whole', () => {
    const made = exchange(asked('desk', 'gpt-4o'), asked('one', 'gpt-4o'), asked('two', 'gpt-4o'), asked('two', 'own'))
    const dollars = eventDollars(made, costOf)
    expect(dollars).toEqual([0.0035, 0.0035, 0.0035, null])
    expect(
      traceOf(made, { dollars }).rows.flatMap(({ kind, name, dollars: cost }) =>
        kind === 'text' ? [] : [[name, cost]],
      ),
    ).toEqual([
      ['gpt-4o', 0.0035],
      ['one', 0.0035],
      ['gpt-4o', 0.0035],
      ['two', undefined],
      ['gpt-4o', 0.0035],
      ['own', undefined],
    ])
    expect(eventDollars(exchange(asked('desk', 'own')), costOf)).toBeUndefined()
    expect(eventDollars({ userContent: {} }, costOf)).toBeUndefined()
  })

  it('knows which answer is which: by id, else in the order of the calls of the tool', () => {
    const rows = traceOf(
      exchange(
        call('get', { n: 1 }, 'x'),
        call('get', { n: 2 }, 'y'),
        call('plain', { n: 3 }),
        call('plain', { n: 4 }),
        answer('get', { said: 'two' }, 'y'),
        answer('get', { said: 'one' }, 'x'),
        answer('plain', { said: 'three' }),
        answer('other', { said: 'to nobody' }),
      ),
    )
    expect(linesOf(rows.rows)).toMatchInlineSnapshot(`
      "
      call get(n: 1)  → one
      call get(n: 2)  → two
      call plain(n: 3)  → three
      call plain(n: 4)
      response other  → to nobody
      "
    `)
    expect(rows.rows.map(({ unanswered }) => unanswered)).toEqual([undefined, undefined, undefined, true, undefined])
  })

  it('stands beside the expected calls as a metric compared them, with the arguments that differ', () => {
    const made = exchange(
      call('find', { city: 'Kyoto', days: 3 }),
      call('log', { line: 'x' }),
      call('book', { hotel: 'A', beds: { count: 1 }, extra: true }),
    )
    const [find, log, book] = [0, 1, 2].map((at) =>
      made.steps?.form === 'events' ? made.steps.events[at]?.content?.parts?.[0]?.toolCall : undefined,
    )
    const scores: Score[] = [
      { status: 'measured', metric: 'tokens', value: 1, unit: 'tokens' },
      {
        status: 'scored',
        metric: 'tool_trajectory_avg_score',
        value: 0,
        passed: false,
        invocations: [
          {
            status: 'scored',
            value: 0,
            passed: false,
            evidence: [
              {
                kind: 'tool-calls',
                rows: [
                  { verdict: 'matched', expected: find, actual: find },
                  { verdict: 'missing', expected: { name: 'ask', args: { guest: 'Sato' } } },
                  { verdict: 'extra', actual: log },
                  {
                    verdict: 'wrong-args',
                    expected: { name: 'book', args: { hotel: 'B', beds: { count: 2 }, date: 'May' } },
                    actual: book,
                    differences: [
                      { path: 'hotel', expected: 'B', actual: 'A' },
                      { path: 'beds.count', expected: 2, actual: 1 },
                      { path: 'date', expected: 'May' },
                      { path: 'extra', actual: true },
                    ],
                  },
                ],
              },
            ],
          },
        ],
      },
    ]
    const compared = comparedCalls(scores, 0)
    expect(compared?.metric).toBe('tool_trajectory_avg_score')
    expect(comparedCalls(scores, 1)).toBeUndefined()
    expect(linesOf(traceOf(made, { compared: compared?.rows }).rows)).toMatchInlineSnapshot(`
      "
      ✓ call find(city: Kyoto, days: 3)
      − call ask(guest: Sato)
      + call log(line: x)
      ≠ call book(hotel [differs]: A, beds.count [differs]: 1, date [missing]: , extra [extra]: true)
      "
    `)
  })

  it('stands beside them too where no metric has anything to say; what is beyond them is no fault then', () => {
    const made = exchange(call('log', {}), call('find', { city: 'Kyoto' }), call('find', { city: 'Nara' }), call('pay'))
    const expected = exchange(
      call('find', { city: 'Nara' }),
      call('find', { city: 'Osaka' }),
      call('book', { hotel: 'A' }),
      call('pay', {}),
    )
    expect(linesOf(traceOf(made, { expected }).rows)).toMatchInlineSnapshot(`
      "
      call log()
      ≠ call find(city [differs]: Kyoto)
      ✓ call find(city: Nara)
      − call book(hotel: A)
      call pay()
      "
    `)
  })

  it('has written lists as rows, texts after calls', () => {
    const steps = {
      form: 'lists' as const,
      toolCalls: [{ name: 'find', args: { city: 'Kyoto' } }],
      toolResponses: [{ name: 'find', response: { result: 'sunny' } }],
      responses: [{ author: 'agent', parts: [{ text: 'Let me see' }] }],
    }
    expect(linesOf(traceOf({ userContent: {}, steps }).rows)).toMatchInlineSnapshot(`
      "
      call find(city: Kyoto)  → sunny
      text  → Let me see
      "
    `)
  })

  it('is short in every row, however long what was said is, and has all of it behind it', () => {
    const long = '長い'.repeat(500_000)
    const { rows } = traceOf(
      exchange(
        call('find', {
          [long]: { list: [long] },
          ...Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`a${at}`, at])),
        }),
        answer('find', { result: long }),
      ),
    )
    const [row] = rows
    const { detail, ...brief } = row ?? {}
    expect(JSON.stringify(brief).length).toBeLessThan(1000)
    expect(brief).toMatchObject({ moreArgs: 4 })
    expect(detail?.response?.response?.['result']).toBe(long)
  })

  it('looks at each event a few times, however many there are', () => {
    const events = Array.from({ length: 20_000 }, (_, at) =>
      at % 2 === 0 ? call('get', { at }) : answer('get', { said: at }),
    )
    const { rows } = traceOf(exchange(...events), { expected: exchange(...events) })
    expect(rows).toHaveLength(10_000)
    expect(rows.every(({ mark, unanswered }) => mark === 'matched' && unanswered === undefined)).toBe(true)
  })
})

function recorded(name: string, turn: number): Invocation {
  const file = new URL(`../../../test/fixtures/traces/${name}.json`, import.meta.url)
  const { spans } = readOtlp(JSON.parse(readFileSync(file, 'utf8')))
  const invocation = conversationsOf(spans).flatMap(({ invocations }) => invocations)[turn]
  if (invocation === undefined) throw new Error('nothing was recorded')
  return invocation
}

const call = (name: string, args?: Record<string, unknown>, id?: string): AgentEvent => ({
  author: 'agent',
  content: { parts: [{ toolCall: { ...(id !== undefined && { id }), name, ...(args && { args }) } }] },
})
const answer = (name: string, response: Record<string, unknown>, id?: string): AgentEvent => ({
  author: 'agent',
  content: { parts: [{ toolResponse: { ...(id !== undefined && { id }), name, response } }] },
})
const asked = (author: string, model: string): AgentEvent => ({
  author,
  model,
  usage: { promptTokens: 1000, candidatesTokens: 100 },
  content: { parts: [{ text: 'well' }] },
})
const exchange = (...events: AgentEvent[]): Invocation => ({ userContent: {}, steps: { form: 'events', events } })

const signs = { matched: '✓', missing: '−', extra: '+', 'wrong-args': '≠', 'wrong-order': '↕', forbidden: '✕' }

function linesOf(rows: readonly TraceRow[]): string {
  const lines = rows.map(
    ({ kind, depth, name = '', args = [], text, mark, failed, inputTokens, outputTokens, seconds, moreArgs }) => {
      const said = args
        .map((arg) => `${arg.name}${arg.mark === undefined ? '' : ` [${arg.mark}]`}: ${arg.text}`)
        .join(', ')
      return [
        '  '.repeat(depth) +
          (mark === undefined ? '' : `${signs[mark]} `) +
          `${kind} ${name}`.trim() +
          (kind === 'call' ? `(${said}${moreArgs === undefined ? '' : ` +${moreArgs}`})` : ''),
        text === undefined ? '' : `→ ${text}`,
        failed === true ? 'FAILED' : '',
        inputTokens === undefined ? '' : `${inputTokens}/${outputTokens} tokens`,
        seconds === undefined ? '' : `${Math.round(seconds * 1000) > 0 ? 'timed' : 'at once'}`,
      ]
        .filter((part) => part !== '')
        .join('  ')
    },
  )
  return `\n${lines.join('\n')}\n`
}
