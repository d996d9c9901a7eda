import { type EvalCase, type Invocation, expectedCallsOf } from '../../../core/index.ts'
import { isObject } from '../../../core/basics/is-object.ts'
import { toAdkEvalCase } from '../../../formats/wire/adk-case.ts'
import { adkToolCall } from '../../../formats/wire/adk-content.ts'
import { adkInvocationFrom, toAdkInvocation } from '../../../formats/wire/adk-invocation.ts'
import { camelJson, isSomebodysOwn } from './camel-json.ts'

export function webCase(evalCase: EvalCase): object {
  const { conversation, ...others } = evalCase
  const { conversation: _, ...told } = Object(camelJson(toAdkEvalCase(evalCase))) as { conversation?: unknown }
  if (conversation === undefined) return told
  return {
    creationTimestamp: 0,
    ...told,
    conversation: conversation.map(webInvocation),
    ...(others.session === undefined && { sessionInput: null }),
  }
}

/** ADK's page needs calls and an answer in every turn, also where events were recorded or nothing was said. */
function webInvocation(invocation: Invocation): object {
  const told = Object(camelJson(toAdkInvocation(invocation))) as { intermediateData?: object }
  const toolUses = expectedCallsOf(invocation).map((call) => camelJson(adkToolCall.write(call, 'brief')))
  return {
    invocationId: '',
    finalResponse: { role: 'model', parts: [{ text: '' }] },
    creationTimestamp: 0,
    ...told,
    intermediateData: { intermediateResponses: [], toolResponses: [], toolUses, ...told.intermediateData },
  }
}

/** Removes the fields that ADK's page adds to events that it has shown. */
export function withoutMarks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMarks)
  if (!isObject(value)) return value
  const { invocationIndex: _, toolUseIndex: __, ...told } = value
  return Object.fromEntries(
    Object.entries(told).map(([key, child]) => [key, isSomebodysOwn(key) ? child : withoutMarks(child)]),
  )
}

/** Writes a result file for ADK's page, without the part that only Shinsa uses. */
export function webResult(file: unknown): object {
  const { shinsa: _, ...told } = Object(file) as { shinsa?: unknown }
  return Object(camelJson(mapTurns(told)))
}

/** Turns in files are in snake_case or camelCase; they are read and written again in the spelling of ADK's page. */
function mapTurns(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(mapTurns)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => {
      const isTurn = /^(actual|expected)_?[iI]nvocation$/.test(key) && isObject(child)
      return [key, isTurn ? webInvocation(adkInvocationFrom(child, { file: key, lenient: true })) : mapTurns(child)]
    }),
  )
}
