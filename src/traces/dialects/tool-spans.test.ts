import { expect, it } from 'vitest'
import { madeSpan } from '../../../test/fixtures/made-span.ts'
import { toolCallsOf } from '../../core/index.ts'
import { conversationsOf } from '../conversations.ts'

function callOf(name: string, attributes: Record<string, unknown>) {
  const agent = madeSpan('agent', [0, 9], { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'porter' })
  const [conversation] = conversationsOf([agent, madeSpan(name, [1, 2], attributes, { in: 'agent' })])
  return conversation?.invocations.flatMap((one) => toolCallsOf(one) ?? []).map((call) => [call.name, call.args])
}

const [genAi, openInference] = [{ 'gen_ai.operation.name': 'execute_tool' }, { 'openinference.span.kind': 'TOOL' }]
const given = { 'input.value': '{"room":7}' }

it.each([
  ['execute_tool find_room', genAi],
  ['execute_tool [find_room]', genAi],
  ['tools/call find_room', { ...genAi, 'mcp.method.name': 'tools/call' }],
  ['running tool: find_room', { ...genAi, ...given }],
  ['tool find_room', { ...openInference, ...given }],
  ['Tool: find_room', { ...openInference, ...given }],
  ['find_room', { ...openInference, ...given }],
  ['find_room.run', { ...openInference, ...given }],
  ['find_room.tool', { 'traceloop.span.kind': 'tool', 'traceloop.entity.input': '{"room":7}' }],
  [
    'porter.tool',
    { 'traceloop.span.kind': 'tool', 'traceloop.entity.name': 'find_room', 'gen_ai.agent.name': 'porter' },
  ],
])('the span %s is of the tool find_room', (name, attributes) => {
  expect(callOf(name, attributes)?.map(([called]) => called)).toEqual(['find_room'])
})

const schema = { type: 'object', properties: { room: { type: 'integer' }, floor: { type: 'string' } } }
const plainSchema = { room: { type: 'integer', description: 'its number' }, floor: { type: 'string' } }

it.each([
  ['as they are', { room: 7 }, { room: 7 }, undefined],
  ['under kwargs', { kwargs: { room: 7 } }, { room: 7 }, undefined],
  ['under args and kwargs', { args: [], kwargs: { room: 7 } }, { room: 7 }, undefined],
  ['beside switches', { args: [], sanitize_inputs_outputs: true, kwargs: { room: 7 } }, { room: 7 }, undefined],
  ['under input', { input: { room: 7 } }, { room: 7 }, undefined],
  ['as a parameter of that name', { input: 'seven' }, { input: 'seven' }, undefined],
  ['as one object by position', { args: [{ room: 7 }], kwargs: {} }, { room: 7 }, undefined],
  ['by position, where a schema names them', { args: [7, 'A'], kwargs: {} }, { room: 7, floor: 'A' }, schema],
  ['by position and name', { args: [7], kwargs: { floor: 'A' } }, { room: 7, floor: 'A' }, plainSchema],
  ['within the whole call', { name: 'find_room', description: 'x', parameters: { room: 7 } }, { room: 7 }, undefined],
  ['by position, without names', { args: [7], kwargs: {} }, { args: [7], kwargs: {} }, undefined],
])('arguments are read %s', (_, input, args, parameters) => {
  const attributes = {
    ...openInference,
    'tool.name': 'find_room',
    'input.value': JSON.stringify(input),
    'tool.parameters': JSON.stringify(parameters),
  }
  expect(callOf('find_room', attributes)).toEqual([['find_room', args]])
})

it('what a tool takes is no argument', () => {
  const attributes = { ...openInference, 'tool.name': 'find_room', 'tool.parameters': JSON.stringify(schema) }
  expect(callOf('find_room', attributes)).toEqual([['find_room', undefined]])
})

it.each([
  ['unknown where ADK left contents out', '{}', undefined],
  ['none where the tool answered', '{"result":"on floor 2"}', {}],
])('empty arguments are %s', (_, response, args) => {
  const attributes = { 'gcp.vertex.agent.tool_call_args': '{}', 'gcp.vertex.agent.tool_response': response }
  expect(callOf('execute_tool find_room', attributes)).toEqual([['find_room', args]])
})

const tool = { name: 'find_room', parameters: schema }

it.each([
  ['OpenAI', [{ type: 'function', function: tool }]],
  ['Anthropic', [{ name: 'find_room', input_schema: schema }]],
  ['Gemini', [{ functionDeclarations: [{ name: 'other' }, tool] }]],
  ['Bedrock', [{ toolSpec: { name: 'find_room', inputSchema: { json: schema } } }]],
  ['GenAI, as texts', [JSON.stringify(tool)]],
])('arguments by position are named as the model was told, in words of %s', (_, tools) => {
  const model = { 'gen_ai.operation.name': 'chat', 'gen_ai.tool.definitions': JSON.stringify(tools) }
  const called = { ...openInference, 'tool.name': 'find_room', 'input.value': '{"args":[7],"kwargs":{"floor":"A"}}' }
  const spans = [madeSpan('chat', [0, 1], model), madeSpan('run', [1, 2], called)]
  const calls = conversationsOf(spans).flatMap(({ invocations }) =>
    invocations.flatMap((one) => toolCallsOf(one) ?? []),
  )
  expect(calls).toMatchObject([{ name: 'find_room', args: { room: 7, floor: 'A' } }])
})

const traceable = { 'langsmith.span.kind': 'tool', 'gen_ai.operation.name': 'execute_tool', 'gen_ai.prompt': '{}' }
const thrown = { name: 'exception', at: 0, attributes: { 'exception.message': 'Error: no such room' } }

it.each([
  [
    'what a traceable of LangSmith returned',
    { 'gen_ai.completion': '{"outputs":"on floor 2"}' },
    {},
    { result: 'on floor 2' },
  ],
  ['what it threw', {}, { events: [thrown] }, { error: 'Error: no such room' }],
  ['an error where the span failed', { 'gen_ai.completion': '"no room"' }, { error: '' }, { error: 'no room' }],
])('a result is %s', (_, attributes, others, response) => {
  const spans = [madeSpan('find_room', [1, 2], { ...traceable, ...attributes }, { in: 'agent', ...others })]
  const [conversation] = conversationsOf([
    madeSpan('agent', [0, 9], { 'gen_ai.operation.name': 'invoke_agent' }),
    ...spans,
  ])
  expect(conversation?.invocations[0]?.steps).toMatchObject({
    events: [{}, { content: { parts: [{ toolResponse: { name: 'find_room', response } }] } }],
  })
})

it.each([
  ['a client wrapped for Langfuse', { 'langfuse.observation.type': 'generation' }, 'langfuse.observation.input'],
  ['a client wrapped for LangSmith', { 'langsmith.span.kind': 'llm' }, 'gen_ai.prompt'],
])('what tools the agent has is in the request of %s', (_, attributes, request) => {
  const messages = [{ role: 'user', content: 'Where is room 7?' }]
  const [conversation] = conversationsOf([
    madeSpan('chat', [0, 1], { ...attributes, [request]: JSON.stringify({ messages, tools: [tool] }) }),
  ])
  expect(conversation?.invocations[0]?.agents?.['agent']?.toolDeclarations).toEqual([tool])
})
