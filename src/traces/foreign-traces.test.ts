import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseJson, responseTextOf, textOf, toolCallsOf } from '../core/index.ts'
import { conversationsOf } from './conversations.ts'
import { traceRecords } from './files/trace-records.ts'

const folder = join(import.meta.dirname, '../../test/fixtures/traces/foreign')

function valuesOf(file: string) {
  const text = readFileSync(join(folder, file), 'utf8')
  const documents = file.endsWith('.jsonl') ? text.trim().split('\n') : [text]
  return documents.map((document, at) => ({ value: parseJson(document), place: `${file}:${at + 1}` }))
}

function exchangesOf(file: string) {
  const { spans } = traceRecords(valuesOf(file))
  return conversationsOf(spans.toReversed()).flatMap(({ invocations }) =>
    invocations.map((one) => ({
      asked: textOf(one.userContent),
      calls: toolCallsOf(one)?.map(({ name, args }) => `${name} ${JSON.stringify(args)}`),
      answer: responseTextOf(one),
      finish: one.finishReason,
      tokens: one.usage && `${one.usage.inputTokens} in, ${one.usage.outputTokens} out`,
    })),
  )
}

const whole = {
  asked: 'Is gate B12 open?',
  calls: ['gate_status {"gate":"B12"}'],
  answer: 'Gate B12 is open.',
  finish: 'stop',
  tokens: '100 in, 17 out',
}

const withoutReasons = [
  'autogen',
  'openai-agents-own',
  'veadk',
  ...['agno', 'beeai', 'crewai', 'list', 'llamaindex', 'smolagents'].map((name) => `openinference-${name}`),
]

/** What a file says in another way, or does not say. */
const others: Readonly<Record<string, object>> = {
  ...Object.fromEntries(withoutReasons.map((name) => [`${name}.json`, { finish: undefined }])),
  'adot-langchain-logs.jsonl': { tokens: undefined },
  'agentcore-strands-logs.jsonl': { tokens: undefined },
  'openlit-openai.json': {
    calls: ['gate_status {"gate":"B12"}', 'gate_status {"gate":"B14"}'],
    tokens: '100 in, 21 out',
  },
  'semantic-kernel.json': { calls: ['airport-gate_status {"gate":"B12"}'] },
}

describe('a trace of others', () => {
  it.each(readdirSync(folder))('has its exchange, its calls, its answer, its tokens and why it ended: %s', (file) => {
    expect(exchangesOf(file)).toEqual([{ ...whole, ...others[file] }])
  })
})
