import { isObject } from '../../core/basics/is-object.ts'
import { JsonObject, stringifyJson, textOf, type Content, type EvalCase, parsedJson } from '../../core/index.ts'
import { snakeCase } from '../../formats/kit/key-spelling.ts'
import { replyShape } from './reply.ts'

/** Returns the review task of a case; undefined for other cases. */
export function reviewInput({ review }: EvalCase, content: Content): JsonObject | undefined {
  if (review === undefined) return undefined
  // The user may also ask a reviewer in plain words.
  return JsonObject.safeParse(parsedJson(textOf(content) ?? '')).data
}

/**
 * Makes an agent's answer of a reviewer's: the review itself, alone or as the response, becomes the text. It is not
 * checked here; further fields (tool calls, usage) stay.
 */
export function reviewReply(answer: unknown): unknown {
  if (typeof answer === 'string') return replyInText(answer)
  if (Array.isArray(answer)) return answer.length > 0 && answer.every(isEvent) ? answer : stringifyJson(answer)
  if (!isObject(answer)) return answer
  const { response, ...rest } = answer
  if ('result' in rest)
    return { ...agentFields(rest), response: [stringifyJson(rest), ...textsOf(response)].join('\n') }
  return typeof response === 'object' && response !== null ? { ...rest, response: stringifyJson(response) } : answer
}

// A text that is the review stays unchanged, so that its reader sees what a parser would drop, such as a repeated key.
function replyInText(text: string): unknown {
  const value = parsedJson(text)
  if (typeof value === 'string') return replyInText(value)
  const isReply = isObject(value) && ['response', ...fieldsOfAgents].some((name) => name in value)
  return isReply ? reviewReply(value) : text
}

// Without `citations` and `flags`: a review's own citations are lines of its documents.
const { response: _, citations: __, flags: ___, provenance: ____, ...ofAgents } = replyShape
const fieldsOfAgents = Object.keys(ofAgents).flatMap((name) => [name, snakeCase(name)])

function agentFields(answer: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(answer).filter(([name]) => fieldsOfAgents.includes(name)))
}

// A second answer beside the review stays visible to its reader, since contradicting answers count as none.
function textsOf(response: unknown): readonly string[] {
  if (response === undefined || response === null) return []
  return [typeof response === 'string' ? response : stringifyJson(response)]
}

// An agent may answer with ADK's events; the text of the last one is the review.
function isEvent(value: unknown): boolean {
  return isObject(value) && isObject(value['content']) && 'parts' in value['content']
}
