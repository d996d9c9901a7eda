import { describe, expect, it } from 'vitest'
import { spansOf } from './captured-spans.ts'
import type { PublishedPlace, Published } from './published.ts'

describe('what several libraries published of one exchange', () => {
  it('is one tree: an agent of one framework, asked by a tool of another, asks a third', () => {
    const published = [
      aiSdk('generateText', 'call-1', {}),
      aiSdk('executeTool', 'call-2', { call: 'call-1' }),
      traced('invoke_agent weather', 'a', { place: { call: 'call-2' } }),
      traced('execute_tool search', 'b', { place: { call: 'call-2' }, parent: 'a' }),
      aiSdk('generateText', 'call-3', { call: 'call-2', active: 'b' }),
      aiSdk('languageModelCall', 'call-4', { call: 'call-3', active: 'b' }),
      traced('POST', 'c', { place: { call: 'call-4', active: 'b' }, parent: 'b' }),
    ]
    expect(parentsIn(published)).toEqual({
      'call-1': undefined,
      'call-2': 'call-1',
      a: 'call-2',
      b: 'a',
      'call-3': 'b',
      'call-4': 'call-3',
      c: 'call-4',
    })
  })

  it('is told once where the AI SDK also makes spans', () => {
    const published = [
      aiSdk('generateText', 'call-1', {}),
      traced('invoke_agent', 'a', { place: { call: 'call-1' }, scope: 'gen_ai' }),
      traced('ai.generateText', 'b', { place: { call: 'call-1' }, scope: 'ai' }),
      traced('SELECT', 'c', { place: { call: 'call-1' }, parent: 'a', scope: 'pg' }),
    ]
    expect(parentsIn(published)).toEqual({ 'call-1': undefined, c: 'call-1' })
  })

  it('has the span of a model’s client within the call of the framework that used it', () => {
    const said = [{}, [], 'run-1', undefined, {}, [], {}]
    const chat = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'm' }
    const published: Published[] = [
      { by: 'langchain', id: 'run-1', place: {}, at: 1000, what: { moment: 'ChatModelStart', said } },
      traced('request', 'mine', { place: {}, times: [999, 1006] }),
      traced('chat m', 'a', { place: {}, parent: 'mine', attributes: chat, times: [1001, 1002] }),
      { by: 'langchain', id: 'run-1', place: {}, at: 1003, what: { moment: 'LLMEnd', said: [{}, 'run-1'] } },
      traced('chat m', 'b', { place: {}, parent: 'mine', attributes: chat, times: [1004, 1005] }),
    ]
    expect(parentsIn(published)).toEqual({ 'run-1': undefined, mine: undefined, a: 'run-1', b: 'mine' })
  })

  it('leaves out what cannot be written down', () => {
    const circle: Record<string, unknown> = {}
    circle['self'] = circle
    const [span] = spansOf([traced('tool', 'a', { place: {}, attributes: circle })])
    expect(span).toMatchObject({ name: 'tool', attributes: {} })
  })
})

function parentsIn(published: readonly Published[]): Record<string, string | undefined> {
  return Object.fromEntries(spansOf(published).map(({ spanId, parentSpanId }) => [spanId, parentSpanId]))
}

function aiSdk(type: string, id: string, place: PublishedPlace): Published {
  return { by: 'ai-sdk', id, place, at: 1000, what: { type, event: {} } }
}

type Traced = {
  readonly place: PublishedPlace
  readonly parent?: string
  readonly scope?: string
  readonly attributes?: object
  readonly times?: readonly [number, number]
}

function traced(name: string, spanId: string, { place, parent, scope, attributes = {}, times = [0, 1] }: Traced) {
  const [startTime, endTime] = times.map((time) => [0, time * 1e6])
  const what = {
    name,
    spanContext: () => ({ traceId: 't', spanId }),
    parentSpanContext: parent === undefined ? undefined : { traceId: 't', spanId: parent },
    instrumentationScope: { name: scope ?? 'http' },
    attributes,
    events: [],
    startTime,
    endTime,
  }
  return { by: 'open-telemetry', id: spanId, place, at: 1000, what } satisfies Published
}
