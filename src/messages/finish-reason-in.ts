import { isObject } from '../core/basics/is-object.ts'
import { finishReasonOf, type FinishReason } from '../core/index.ts'
import { jsonIn } from './json-in.ts'

const said = [
  'finish_reason',
  'finishReason',
  'finish_reasons',
  'finishReasons',
  'stop_reason',
  'stopReason',
  'done_reason',
]

/** The keys that wrap a model's answer in wire formats and libraries; no others are searched. */
const around = [
  'choices',
  'candidates',
  'generations',
  'replies',
  'messages',
  'message',
  'generation_info',
  'generationInfo',
  'response_metadata',
  'responseMetadata',
  'additional_kwargs',
  'kwargs',
  'llm_output',
  'incomplete_details',
  'meta',
  'raw',
  'response',
  'output',
  'outputs',
  'result',
  'data',
]

/** Finds the reason why a model stopped anywhere in its answer; of several messages, the last one with a reason counts. */
export function finishReasonIn(value: unknown, depth = 8): FinishReason | undefined {
  if (depth === 0) return undefined
  const held = jsonIn(value)
  if (Array.isArray(held)) {
    for (const one of held.toReversed()) {
      const found = finishReasonIn(one, depth - 1)
      if (found !== undefined) return found
    }
    return undefined
  }
  return isObject(held) ? (ownReason(held) ?? innerReason(held, depth)) : undefined
}

/** Reads a reason from an attribute: a text, a list, or a list as text. */
export function finishReasonFrom(value: unknown): FinishReason | undefined {
  const held = jsonIn(value)
  const all = Array.isArray(held) ? held : [held]
  return all.map(finishReasonOf).findLast((reason) => reason !== undefined)
}

function ownReason(value: Record<string, unknown>): FinishReason | undefined {
  const reason = said.map((name) => finishReasonFrom(value[name])).find((one) => one !== undefined)
  if (reason !== undefined) return reason
  // ADK reports the reason as an error code, OpenAI's Responses as `incomplete_details`.
  const inPlace = [value['error_code'], value['errorCode'], value['incomplete_details'] && incomplete(value)]
  return inPlace.map(finishReasonOf).find((one) => one !== undefined && one !== 'other')
}

function incomplete({ incomplete_details: details }: Record<string, unknown>): unknown {
  return isObject(details) ? details['reason'] : undefined
}

function innerReason(value: Record<string, unknown>, depth: number): FinishReason | undefined {
  for (const name of around) {
    const found = value[name] === undefined ? undefined : finishReasonIn(value[name], depth - 1)
    if (found !== undefined) return found
  }
  return undefined
}
