import { expect, it } from 'vitest'
import { shownConversations } from '../../../test/fixtures/shown-conversations.ts'

const base64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64')
const turn = (trace: string, asked: string, at: number) => ({
  trace_id: base64(trace.repeat(16)),
  span_id: base64('a1'.repeat(8)),
  parent_span_id: null,
  name: 'helper',
  start_time_unix_nano: 1_757_912_311_704_325_000 + at * 1e9,
  end_time_unix_nano: 1_757_912_312_704_325_000 + at * 1e9,
  status: { code: 'STATUS_CODE_OK', message: '' },
  attributes: {
    'mlflow.spanType': '"AGENT"',
    'mlflow.spanInputs': JSON.stringify({ question: asked }),
    'mlflow.spanOutputs': '"Yes."',
  },
})
const spans = [turn('b1', 'Is it warm?', 0), turn('b2', 'Still?', 5)] as const
const session = { 'mlflow.trace.session': 's1', 'mlflow.trace_schema.version': '3' }
const whole = '# s1\n> Is it warm?\n< Yes.\n> Still?\n< Yes.'

it('reads the traces of a session as one conversation', () => {
  const [first, second] = spans
  const newer = { info: { trace_id: 'tr-1', trace_metadata: session }, data: { spans: [first] } }
  const metadata = Object.entries(session).map(([key, value]) => ({ key, value }))
  const older = { info: { request_id: 'tr-2', request_metadata: metadata }, data: { spans: [second] } }
  expect(shownConversations(newer, older)).toBe(whole)
})

it('reads rows of its table, with spans or traces as text, as CSV has them', () => {
  const [first, second] = spans.map((span) => [span])
  const info = { trace_metadata: JSON.stringify(session), state: 'OK' }
  const trace = JSON.stringify({ info: { trace_metadata: session }, data: { spans: second } })
  expect(shownConversations({ ...info, spans: JSON.stringify(first) }, { ...info, trace })).toBe(whole)
})
