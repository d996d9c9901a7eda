import { expect, it } from 'vitest'
import { finishReasonOf, isCut } from './finish-reason.ts'

it.each([
  ['stop', 'stop'],
  ['end_turn', 'stop'],
  ['STOP', 'stop'],
  ['stop_sequence', 'stop'],
  ['COMPLETE', 'stop'],
  ['length', 'length'],
  ['max_tokens', 'length'],
  ['MAX_TOKENS', 'length'],
  ['FinishReason.MAX_TOKENS', 'length'],
  ['FINISH_REASON_MAX_TOKENS', 'length'],
  ['max_output_tokens', 'length'],
  ['model_length', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['content_filter', 'content-filter'],
  ['content-filter', 'content-filter'],
  ['SAFETY', 'content-filter'],
  ['RECITATION', 'content-filter'],
  ['guardrail_intervened', 'content-filter'],
  ['refusal', 'content-filter'],
  ['tool_calls', 'tool-calls'],
  ['tool-calls', 'tool-calls'],
  ['tool_use', 'tool-calls'],
  ['toolUse', 'tool-calls'],
  ['MALFORMED_FUNCTION_CALL', 'error'],
  ['error', 'error'],
  ['LANGUAGE', 'other'],
  ['FINISH_REASON_UNSPECIFIED', undefined],
  ['', undefined],
  [null, undefined],
  [3, undefined],
])('%j is read as %s', (said, reason) => {
  expect(finishReasonOf(said)).toBe(reason)
})

it('takes an answer for cut that ended by its length, by a filter or by an error', () => {
  const reasons = ['stop', 'length', 'content-filter', 'tool-calls', 'error', 'other', undefined] as const
  expect(reasons.filter(isCut)).toEqual(['length', 'content-filter', 'error'])
})
