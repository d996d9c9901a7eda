import { expect, it } from 'vitest'
import { madeSpan } from '../../../test/fixtures/made-span.ts'
import { responseTextOf, textOf, toolCallsOf } from '../../core/index.ts'
import { conversationsOf } from '../conversations.ts'

const [question, answer] = ['Is it open?', 'Yes, it is.']

function exchangeOf(input: unknown, output: unknown) {
  const [given, gave] = [input, output].map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
  const attributes = { 'openinference.span.kind': 'AGENT', 'input.value': given, 'output.value': gave }
  const [invocation] = conversationsOf([madeSpan('run', [0, 9], attributes)]).flatMap(({ invocations }) => invocations)
  return invocation
}

it.each([
  [question],
  [{ question }],
  [{ user_query: question, session_id: 'x' }],
  [{ input: { question } }],
  [{ args: [question], kwargs: {} }],
  [{ args: [], kwargs: { userMessage: question } }],
  [{ args: [[{ role: 'user', content: question }]], kwargs: {} }],
  [{ kwargs: { messages: [{ role: 'user', content: question }] } }],
  [{ new_message: { role: 'user', parts: [{ text: question }] } }],
  [{ state: { messages: [{ type: 'human', content: question }] } }],
  [{ task: question, stream: false, images: null }],
  [{ contents: [{ role: 'user', parts: [{ text: question }] }], model: 'gemini', tools: [] }],
])('what an agent was asked is found in %j', (input) => {
  expect(textOf(exchangeOf(input, answer)?.userContent)).toBe(question)
})

it.each([
  [answer],
  [{ final_answer: answer, steps: [] }],
  [{ response: { content: answer } }],
  [{ raw: answer, pydantic: null, tasks_output: [] }],
  [{ replies: [{ role: 'assistant', content: [{ text: answer }] }] }],
  [{ return_values: { output: answer } }],
  [
    {
      messages: [
        { type: 'human', content: question },
        { type: 'ai', content: answer },
      ],
    },
  ],
  [{ chat_message: { source: 'clerk', content: answer, type: 'TextMessage' } }],
])('what an agent answered is found in %j', (output) => {
  const invocation = exchangeOf(question, output)
  expect(invocation && responseTextOf(invocation)).toBe(answer)
})

it.each([
  [
    { response: { comment: answer, response: [], status: 'done' }, id: 1 },
    { comment: answer, response: [], status: 'done' },
  ],
  [{ response: {}, trace: 't' }, undefined],
  [{ result: [] }, []],
])('a list or object without entries is the answer only where nothing stands beside it: %j', (output, said) => {
  const invocation = exchangeOf(question, output)
  expect(invocation && responseTextOf(invocation)).toBe(said && JSON.stringify(said))
})

it('messages of AutoGen have their calls, by what their classes are called', () => {
  const messages = [
    { source: 'user', content: question, type: 'TextMessage' },
    { source: 'clerk', content: [{ id: 'c1', name: 'hours', arguments: '{"day":3}' }], type: 'ToolCallRequestEvent' },
    { source: 'clerk', content: [{ call_id: 'c1', name: 'hours', content: '9-17' }], type: 'ToolCallExecutionEvent' },
    { source: 'clerk', content: answer, type: 'TextMessage' },
  ]
  const invocation = exchangeOf(question, { messages, stop_reason: null })
  expect(invocation && [toolCallsOf(invocation), responseTextOf(invocation)]).toEqual([
    [{ id: 'c1', name: 'hours', args: { day: 3 } }],
    answer,
  ])
})
