import { describe, expect, it } from 'vitest'
import { madeSpan } from '../../test/fixtures/made-span.ts'
import { knownBy, responseTextOf, textOf, allToolCallsOf, toolCallsOf, type Invocation } from '../core/index.ts'
import { completeInvocation } from './complete-invocation.ts'
import { conversationsOf } from './conversations.ts'
import { traceRecords } from './files/trace-records.ts'
import type { Span } from './span.ts'

const says = (text: string) => JSON.stringify([{ role: 'assistant', parts: [{ type: 'text', content: text }] }])
const asks = JSON.stringify([{ role: 'user', parts: [{ type: 'text', content: 'Is it low tide?' }] }])
const agent = madeSpan('agent', [0, 9], {
  'gen_ai.operation.name': 'invoke_agent',
  'gen_ai.agent.name': 'pilot',
  'gen_ai.input.messages': asks,
  'gen_ai.output.messages': says('Yes.'),
})

function model(others: Record<string, unknown>, name = 'chat', [from, to]: readonly [number, number] = [1, 2]): Span {
  return madeSpan(name, [from, to], { 'gen_ai.operation.name': 'chat', ...others }, { in: 'agent' })
}

const tool = madeSpan(
  'tool',
  [3, 4],
  { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'tides' },
  { in: 'agent' },
)

function exchangeOf(...spans: readonly Span[]): Invocation {
  const [invocation] = conversationsOf(spans).flatMap(({ invocations }) => invocations)
  if (invocation === undefined) throw new Error('there is no exchange')
  return invocation
}

describe('the tool calls of a traced exchange', () => {
  it.each<readonly [string, readonly Span[]]>([
    ['the span of a tool stands there', [agent, tool]],
    ['a model tells what it said', [agent, model({ 'gen_ai.output.messages': says('Yes.') })]],
    ['a model stopped by itself', [agent, model({ 'gen_ai.response.finish_reasons': ['stop'] })]],
  ])('were observed where %s', (_, spans) => {
    expect(knownBy(exchangeOf(...spans), 'toolCalls')).toBe('observed')
    expect(toolCallsOf(exchangeOf(...spans))).toHaveLength(spans.includes(tool) ? 1 : 0)
  })

  it.each<readonly [string, readonly Span[]]>([
    ['the span of an agent alone stands there', [agent]],
    ['models tell nothing of what they said', [agent, model({ 'gen_ai.usage.input_tokens': 7 })]],
    [
      'a message is there without its parts',
      [agent, model({ 'gen_ai.output.messages': '[{"role":"assistant","parts":[]}]' })],
    ],
    [
      'a model called for tools and nobody says for which',
      [agent, model({ 'gen_ai.response.finish_reasons': ['tool_calls'] })],
    ],
    ['it was cut', [agent, model({ 'gen_ai.response.finish_reasons': ['length'] })]],
  ])('are unknown where %s', (_, spans) => {
    expect(knownBy(exchangeOf(...spans), 'toolCalls')).toBe('unknown')
    expect(toolCallsOf(exchangeOf(...spans))).toBeUndefined()
  })
})

describe('what else is known of a traced exchange', () => {
  it('was observed, by whichever library, where a span tells it, and is unknown elsewhere', () => {
    const counted = model({
      'gen_ai.usage.input_tokens': 7,
      'gen_ai.system_instructions': '[{"type":"text","content":"Be short."}]',
      'gen_ai.tool.definitions': '[]',
      'gen_ai.response.finish_reasons': ['stop'],
    })
    const invocation = exchangeOf(agent, counted)
    expect(invocation).toMatchObject({
      agents: { pilot: { instructions: 'Be short.', toolDeclarations: [] } },
      finishReason: 'stop',
      provenance: {
        instructions: 'observed',
        toolDeclarations: 'observed',
        usage: 'observed',
        finishReason: 'observed',
        listener: 'OpenTelemetry',
      },
    })
    expect(exchangeOf(agent, model({ 'gen_ai.output.messages': says('Yes.') })).provenance).toEqual({
      toolCalls: 'observed',
      listener: 'OpenTelemetry',
    })
  })

  it.each([
    ['OpenInference', { 'openinference.span.kind': 'LLM', 'llm.output_messages.0.message.content': 'Yes.' }],
    ['OpenLLMetry', { 'traceloop.span.kind': 'llm', 'traceloop.entity.output': '"Yes."' }],
    ['Langfuse', { 'langfuse.observation.type': 'generation', 'langfuse.observation.output': 'Yes.' }],
    ['AI SDK', { 'ai.operationId': 'ai.generateText.doGenerate', 'ai.response.text': 'Yes.' }],
  ])('was heard by %s', (listener, attributes) => {
    expect(exchangeOf(madeSpan('model', [1, 2], attributes)).provenance?.listener).toBe(listener)
  })
})

describe('the tokens of a traced exchange', () => {
  const counted = model({ 'gen_ai.usage.input_tokens': 7, 'gen_ai.usage.output_tokens': 2 })
  const uncounted = model({}, 'chat 2', [4, 5])

  it('are the least that they can be where a model call tells none', () => {
    expect(exchangeOf(agent, counted, uncounted).provenance).toMatchObject({ partialUsage: true })
    expect(exchangeOf(agent, counted).provenance).not.toHaveProperty('partialUsage')
    const told = { userContent: {}, usage: { totalTokens: 20 } }
    expect(completeInvocation(told, [agent, counted, uncounted]).provenance).not.toHaveProperty('partialUsage')
    expect(completeInvocation({ userContent: {} }, [agent, counted, uncounted]).provenance).toMatchObject({
      partialUsage: true,
    })
  })
})

describe('spans beside an answer', () => {
  const answer: Invocation = { userContent: { role: 'user', parts: [{ text: 'Is it low tide?' }] } }
  const none = { form: 'lists' as const, toolCalls: [], toolResponses: [], responses: [] }
  const whole = [agent, model({ 'gen_ai.output.messages': says('Yes.'), 'gen_ai.usage.input_tokens': 7 }), tool]

  it('add what was observed; what the answer says stays reported', () => {
    const completed = completeInvocation({ ...answer, usage: { inputTokens: 9 } }, whole)
    expect(['toolCalls', 'usage', 'cost'].map((kind) => knownBy(completed, kind as 'toolCalls'))).toEqual([
      'observed',
      'reported',
      'unknown',
    ])
    expect(completed.usage).toEqual({ inputTokens: 9 })
    const reported = completeInvocation({ ...answer, steps: none }, whole)
    expect([knownBy(reported, 'toolCalls'), toolCallsOf(reported)]).toEqual(['reported', []])
  })

  it('do not make whole the calls of an answer that broke off', () => {
    const broken = completeInvocation({ ...answer, steps: none, provenance: { brokenOff: true } }, whole)
    expect(allToolCallsOf(broken)).toBeUndefined()
    expect(allToolCallsOf(completeInvocation({ ...answer, provenance: { brokenOff: true } }, whole))).toEqual([
      { name: 'tides', id: 'call-1' },
    ])
  })

  it('are only some of the calls where they broke off as the answer did', () => {
    const { endedAt: _, ...running } = madeSpan('agent', [0, 9], { 'gen_ai.operation.name': 'invoke_agent' })
    const broken = completeInvocation({ ...answer, provenance: { brokenOff: true } }, [running, tool])
    expect(broken.provenance).toMatchObject({ brokenOff: true })
    expect(allToolCallsOf(broken)).toBeUndefined()
  })

  it('leave calls unknown where they have nothing to do with any, or no agent’s work in them', () => {
    const query = madeSpan('SELECT 1', [1, 2], { 'db.system': 'postgresql' })
    expect(toolCallsOf(completeInvocation(answer, [query]))).toBeUndefined()
    expect(toolCallsOf(completeInvocation(answer, [agent]))).toBeUndefined()
  })

  it('take the place of steps that say nothing of calls', () => {
    const silent: Invocation = {
      ...answer,
      steps: { form: 'events', events: [] },
      provenance: { toolCalls: 'unknown' },
    }
    expect(toolCallsOf(completeInvocation(silent, whole))).toHaveLength(1)
    expect(toolCallsOf(completeInvocation(silent, [agent]))).toBeUndefined()
  })

  it('were heard by whom the caller says', () => {
    expect(completeInvocation(answer, whole, { listener: 'LangChain' }).provenance?.listener).toBe('LangChain')
  })
})

const generations = (info: object) =>
  JSON.stringify({ generations: [[{ text: 'Yes', message: { type: 'ai', content: 'Yes' }, ...info }]] })

describe('why a model stopped', () => {
  it.each<readonly [string, Record<string, unknown>]>([
    ['an attribute', { 'gen_ai.response.finish_reasons': ['length'] }],
    ['an attribute as text', { 'gen_ai.response.finish_reasons': '["max_tokens"]' }],
    ['a message', { 'gen_ai.output.messages': says('Yes').replace('"role"', '"finish_reason":"length","role"') }],
    ['a former message', { 'gen_ai.completion.0.content': 'Yes', 'gen_ai.completion.0.finish_reason': 'length' }],
    ['AI SDK', { 'ai.operationId': 'ai.streamText.doStream', 'ai.response.finishReason': 'length' }],
    ['ADK', { 'gcp.vertex.agent.llm_response': '{"finish_reason":"MAX_TOKENS"}' }],
    ['ADK, as an error', { 'gcp.vertex.agent.llm_response': '{"error_code":"MAX_TOKENS","error_message":"too long"}' }],
    ['OpenInference', { 'openinference.span.kind': 'LLM', 'llm.finish_reason': 'length' }],
    [
      'LangChain',
      {
        'openinference.span.kind': 'LLM',
        'output.value': generations({ generation_info: { finish_reason: 'length' } }),
      },
    ],
    [
      'a message of LangChain',
      {
        'traceloop.span.kind': 'llm',
        'traceloop.entity.output': JSON.stringify({
          kwargs: { content: 'Yes', response_metadata: { stop_reason: 'max_tokens' } },
          id: ['AIMessage'],
        }),
      },
    ],
    [
      'OpenAI’s Responses',
      {
        'mlflow.spanType': 'LLM',
        'mlflow.spanOutputs': '{"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"},"output":[]}',
      },
    ],
    [
      'Langfuse',
      {
        'langfuse.observation.type': 'generation',
        'langfuse.observation.output':
          '{"choices":[{"finish_reason":"length","message":{"role":"assistant","content":"Yes"}}]}',
      },
    ],
  ])('is told by %s', (_, attributes) => {
    const name = 'gcp.vertex.agent.llm_response' in attributes ? 'call_llm' : 'chat'
    const span = madeSpan(
      name,
      [1, 2],
      name === 'chat' && Object.keys(attributes)[0]?.startsWith('gen_ai')
        ? { 'gen_ai.operation.name': 'chat', ...attributes }
        : attributes,
    )
    expect(exchangeOf(span).finishReason).toBe('length')
  })

  const lf = {
    id: 'o1',
    traceId: 't1',
    type: 'GENERATION',
    startTime: '2026-08-01T10:00:00Z',
    input: 'Low?',
    output: 'Yes',
  }
  const ls = { id: 'r1', run_type: 'llm', name: 'm', start_time: '2026-08-01T10:00:00', inputs: { prompts: ['Low?'] } }
  const step = { step_id: 2, source: 'agent', message: 'Yes' }
  it.each<readonly [string, object]>([
    ['Langfuse’s metadata', { ...lf, metadata: { finish_reason: 'length' } }],
    ['what LangChain gave Langfuse', { ...lf, metadata: { response_metadata: { stop_reason: 'max_tokens' } } }],
    [
      'LangSmith',
      { ...ls, outputs: { generations: [[{ text: 'Yes', generation_info: { finish_reason: 'length' } }]] } },
    ],
    [
      'LangSmith’s `llm_output`',
      { ...ls, outputs: { generations: [[{ text: 'Yes' }]], llm_output: { stop_reason: 'max_tokens' } } },
    ],
    ['ATIF', { schema_version: 'ATIF-v1.6', steps: [{ ...step, extra: { finish_reason: 'length' } }] }],
    [
      'ATIF’s metrics',
      { schema_version: 'ATIF-v1.6', steps: [{ ...step, metrics: { extra: { stop_reason: 'max_tokens' } } }] },
    ],
  ])('is told by an export of %s', (_, value) => {
    const { spans, conversations } = traceRecords([{ value, place: 'export.json' }])
    const [one] = [...conversationsOf(spans), ...conversations].flatMap(({ invocations }) => invocations)
    expect(one && [responseTextOf(one), one.finishReason]).toEqual(['Yes', 'length'])
  })

  it('is that of the model that gave the final response, and each step has its own', () => {
    const first = model({
      'gen_ai.output.messages': JSON.stringify([
        { role: 'assistant', parts: [{ type: 'tool_call', name: 'tides', id: 'c1' }] },
      ]),
      'gen_ai.response.finish_reasons': ['tool_calls'],
    })
    const second = model(
      { 'gen_ai.output.messages': says('Yes.'), 'gen_ai.response.finish_reasons': ['content_filter'] },
      'chat 2',
      [5, 6],
    )
    const { steps, finishReason } = exchangeOf(agent, first, tool, second)
    expect(finishReason).toBe('content-filter')
    expect(steps).toMatchObject({ events: [{ finishReason: 'tool-calls' }] })
  })
})

describe('what a model thinks', () => {
  it.each([
    ['in front of its answer', says('<think>Low at four.</think>\nYes.')],
    [
      'as a part',
      JSON.stringify([
        {
          role: 'assistant',
          parts: [
            { type: 'reasoning', content: 'Low at four.' },
            { type: 'text', content: 'Yes.' },
          ],
        },
      ]),
    ],
    [
      'as a message of its own',
      JSON.stringify([
        { role: 'thinking', content: 'Low at four.' },
        { role: 'assistant', content: 'Yes.' },
      ]),
    ],
  ])('is a thought %s, and no part of the answer', (_, said) => {
    const invocation = exchangeOf(model({ 'gen_ai.output.messages': said }))
    expect(responseTextOf(invocation)).toBe('Yes.')
    expect(textOf(invocation.finalResponse, { thoughts: true })).toBe('Low at four.\nYes.')
  })
})

describe('what a traced exchange cost', () => {
  it.each([
    ['OpenTelemetry', { 'gen_ai.usage.cost': 0.02 }],
    ['OpenInference', { 'llm.cost.total': 0.02 }],
    ['Langfuse', { 'langfuse.observation.cost_details': '{"input":0.01,"output":0.01,"total":0.02}' }],
    ['MLflow', { 'mlflow.llm.cost': '{"input_cost":0.01,"output_cost":0.01,"total_cost":0.02}' }],
  ])('is the sum of its model calls, as told by %s', (_, cost) => {
    const said = { 'gen_ai.output.messages': says('Yes.'), ...cost }
    const invocation = exchangeOf(agent, model(said), model(said, 'chat 2', [5, 6]))
    expect(invocation).toMatchObject({ dollars: 0.04, provenance: { cost: 'observed' } })
  })

  it('is that of the agent, where none of its model calls has one', () => {
    const paid = { ...agent, attributes: { ...agent.attributes, 'gen_ai.usage.cost': 0.03 } }
    expect(exchangeOf(paid, model({}), model({}, 'chat 2', [5, 6])).dollars).toBe(0.03)
    expect(exchangeOf(paid, model({ 'gen_ai.usage.cost': 0.02 })).dollars).toBe(0.02)
  })

  it('is unknown where a model call has none, or a price that is none', () => {
    const paid = model({ 'gen_ai.usage.cost': 0.02 })
    expect(knownBy(exchangeOf(agent, paid, model({}, 'chat 2', [5, 6])), 'cost')).toBe('unknown')
    for (const none of [0, true, 'free', null])
      expect(knownBy(exchangeOf(agent, model({ 'gen_ai.usage.cost': none })), 'cost')).toBe('unknown')
  })

  it.each([
    ['costDetails', { costDetails: { input: 0.01, total: 0.02 } }],
    ['calculatedTotalCost', { calculatedTotalCost: 0.02 }],
  ])('is told by an export of Langfuse, as %s', (_, cost) => {
    const observation = { id: 'm', type: 'GENERATION', input: 'Is it low tide?', output: 'Yes', ...cost }
    const { spans } = traceRecords([{ value: { id: 't', observations: [observation] }, place: 'export.json' }])
    expect(exchangeOf(...spans).dollars).toBe(0.02)
  })

  it('is told by an export of LangSmith, as text', () => {
    const value = {
      id: 'm',
      trace_id: 't',
      run_type: 'llm',
      start_time: '2026-08-01T10:00:00',
      inputs: { messages: [{ role: 'user', content: 'Is it low tide?' }] },
      outputs: { messages: [{ role: 'assistant', content: 'Yes' }] },
      total_cost: '0.020',
    }
    const { spans } = traceRecords([{ value, place: 'export.json' }])
    expect(exchangeOf(...spans).dollars).toBe(0.02)
  })

  it('is added to an answer that does not tell it, and what the answer says stays', () => {
    const answer: Invocation = { userContent: { role: 'user', parts: [{ text: 'Is it low tide?' }] } }
    const spans = [agent, model({ 'gen_ai.usage.cost': 0.02 })]
    expect(completeInvocation(answer, spans)).toMatchObject({ dollars: 0.02, provenance: { cost: 'observed' } })
    const reported = completeInvocation({ ...answer, dollars: 0.05 }, spans)
    expect([reported.dollars, knownBy(reported, 'cost')]).toEqual([0.05, 'reported'])
  })
})
