import { expect, it } from 'vitest'
import { writeZip } from '../../../test/fixtures/write-xlsx.ts'
import { type Invocation, EvalError, toEnglish } from '../../core/index.ts'
import { readDatasetAs } from '../open-dataset.ts'

const said = (content: unknown, more: object = {}) => ({ role: 'assistant', source: 'generate', content, ...more })
const call = (id: string, name: string, more: object = {}) => ({ id, function: name, arguments: { n: 1 }, ...more })
const model = (usage: object, more: object = {}) => ({ event: 'model', output: { choices: [], usage }, ...more })
const sample = (more: object = {}) => ({
  id: 'kyoto',
  epoch: 1,
  input: 'How warm is it in Kyoto?',
  target: '21 degrees',
  messages: [],
  output: { choices: [{ message: said('21 degrees'), stop_reason: 'stop' }] },
  ...more,
})

async function opened(samples: readonly object[], head: object = {}) {
  const log = { version: 2, status: 'success', eval: { task: 't' }, ...head, samples }
  const text = JSON.stringify(log).replaceAll('"not a number"', 'NaN')
  return readDatasetAs(new TextEncoder().encode(text), 'log.json', { formats: [] })
}

async function recorded(...samples: readonly object[]) {
  return Array.fromAsync((await opened(samples)).transcripts?.() ?? [])
}

it('has calls and results of tools in order, but no calls of its examples', async () => {
  const [transcript] = await recorded(
    sample({
      messages: [
        { role: 'user', source: 'input', content: 'Example?' },
        { ...said('', { tool_calls: [call('e', 'example')] }), source: 'input' },
        { role: 'user', source: 'input', content: 'How warm is it in Kyoto?' },
        said('Let me see.', { tool_calls: [call('a', 'look_up'), call('b', 'guess', { parse_error: 'no JSON: {' })] }),
        { role: 'tool', tool_call_id: 'a', function: 'look_up', content: '21' },
        {
          role: 'tool',
          tool_call_id: 'b',
          function: 'guess',
          content: '',
          error: { type: 'timeout', message: 'late' },
        },
        said('21 degrees'),
      ],
    }),
  )
  expect(shownSteps(transcript?.invocations.at(-1))).toMatchInlineSnapshot(`
    [
      {
        "text": "Let me see.",
      },
      {
        "toolCall": {
          "args": {
            "n": 1,
          },
          "id": "a",
          "name": "look_up",
        },
      },
      {
        "toolCall": {
          "id": "b",
          "malformed": "no JSON: {",
          "name": "guess",
        },
      },
      {
        "toolResponse": {
          "id": "a",
          "name": "look_up",
          "response": {
            "result": "21",
          },
        },
      },
      {
        "toolResponse": {
          "id": "b",
          "name": "guess",
          "response": {
            "error": "late",
          },
        },
      },
      [
        {
          "text": "21 degrees",
        },
      ],
    ]
  `)
})

function shownSteps(one: Invocation | undefined) {
  const events = one?.steps?.form === 'events' ? one.steps.events : []
  return [...events.flatMap(({ content }) => content?.parts ?? []), one?.finalResponse?.parts]
}

it('counts the tokens of the agent, not those of its scorers', async () => {
  const agent = { input_tokens: 10, output_tokens: 2, total_tokens: 12 }
  const cached = { input_tokens: 5, output_tokens: 1, total_tokens: 26, input_tokens_cache_read: 20 }
  const scorer = model({ input_tokens: 900, output_tokens: 90, total_tokens: 990 })
  const newer = [model({ ...agent, total_cost: 0.5 }), { event: 'span_begin', type: 'scorer' }, scorer]
  const older = [model(agent), model(cached), { event: 'step', action: 'begin', type: 'scorer' }, scorer]
  const all = await recorded(sample({ events: newer }), sample({ epoch: 2, events: older }), sample({ epoch: 3 }))
  expect(all.map(({ invocations: [one] }) => [one?.usage, one?.dollars])).toEqual([
    [{ inputTokens: 10, outputTokens: 2, totalTokens: 12 }, 0.5],
    [{ inputTokens: 35, outputTokens: 3, cachedTokens: 20, totalTokens: 38 }, undefined],
    [undefined, undefined],
  ])
})

it('says that an answer was cut, and of a sample that broke why', async () => {
  const cut = { choices: [{ message: said([{ type: 'text', text: '2' }]), stop_reason: 'max_tokens' }] }
  const broken = { error: { message: "ValueError('no weather')" }, output: { choices: [] } }
  const read = await opened([
    sample({ output: cut }),
    sample({ id: 'osaka', ...broken }),
    sample({ id: 3, output: {} }),
    sample({ id: 4, limit: { type: 'message', limit: 10 } }),
    sample({ id: 5, limit: { type: 'token', limit: 500 }, output: {} }),
  ])
  const all = await Array.fromAsync(read.transcripts?.() ?? [])
  expect(
    all.map(({ failure, invocations: [one] }) => (failure ? toEnglish(failure.reason) : one?.finishReason)),
  ).toEqual([
    'length',
    "The sample of the log ended in an error: ValueError('no weather')",
    'The sample of the log ended in an error: no answer',
    'length',
    'The sample of the log ended in an error: token limit',
  ])
  expect([read.unanswered, read.notes?.map(toEnglish)]).toEqual([
    undefined,
    ['log.json: of the log, scores, events and the store are left out'],
  ])
})

it('shows pictures that are attached', async () => {
  const input = [{ role: 'user', content: [{ type: 'image', image: 'attachment://f0' }] }]
  const { dataset, notes } = await opened([
    sample({ input, attachments: { f0: 'data:image/png;base64,iVBORw0KGgo=' } }),
  ])
  const [read] = await Array.fromAsync(dataset.cases())
  expect(read?.conversation?.[0]?.userContent.parts).toEqual([
    { media: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } },
  ])
  expect(notes).toHaveLength(1)
})

it('takes no property that every object has for an attachment', async () => {
  const { dataset } = await opened([sample({ input: 'attachment://constructor', attachments: {} })])
  const [read] = await Array.fromAsync(dataset.cases())
  expect(read?.conversation?.[0]?.userContent.parts).toEqual([{ text: 'attachment://constructor' }])
})

it('reads scores that are no number, as Python writes them', async () => {
  expect((await opened([sample({ scores: { match: { value: 'not a number' } } })])).count).toBe(1)
  const text = JSON.stringify(sample({ id: 'NaN', score: 'not a number' })).replaceAll('"not a number"', 'NaN')
  const zip = writeZip({ 'samples/1_epoch_1.json': text })
  const { dataset } = await readDatasetAs(zip, 'log.eval', { formats: [] })
  expect(await Array.fromAsync(dataset.cases())).toMatchObject([{ id: 'NaN' }])
})

it('says that a log has no samples', async () => {
  const error: unknown = await opened([]).catch((reason: unknown) => reason)
  expect(error instanceof EvalError && error.hint && toEnglish(error.hint)).toBe(
    'It looks like a log of Inspect, and has no samples: the task broke before, or it was told to log none.',
  )
})
