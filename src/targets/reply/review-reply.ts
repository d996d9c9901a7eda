import { isObject } from '../../core/basics/is-object.ts'
import { JsonObject, stringifyJson, textOf, type Content, type EvalCase } from '../../core/index.ts'
import { parsedJson } from '../program/parsed-json.ts'

/** What a reviewer is asked to review, as the suite has it; undefined where the case is no review. */
export function reviewInput({ review }: EvalCase, content: Content): JsonObject | undefined {
  if (review === undefined) return undefined
  // Somebody may ask a reviewer in words.
  return JsonObject.safeParse(parsedJson(textOf(content) ?? '')).data
}

/**
 * The answer of a reviewer as an agent's: the review itself, alone or in place of the response's text, becomes that text.
 * Whether it is one is not decided here; what an agent tells beside it (its tool calls, what it used) stays.
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

// A text that is the review stays as it was written: its reader sees what a parser would drop, such as a name that stands
// there twice.
function replyInText(text: string): unknown {
  const value = parsedJson(text)
  if (typeof value === 'string') return replyInText(value)
  const isReply = isObject(value) && ['response', ...fieldsOfAgents].some((name) => name in value)
  return isReply ? reviewReply(value) : text
}

// `citations` and `flags` are not among them: a review's own citations are lines of its documents.
const fieldsOfAgents = [
  'toolCalls',
  'tool_calls',
  'events',
  'instructions',
  'toolDeclarations',
  'tool_declarations',
  'agents',
  'appDetails',
  'app_details',
  'usage',
  'state',
  'modelCalls',
  'model_calls',
  'finishReason',
  'finish_reason',
  'dollars',
  'finishReason',
  'finish_reason',
  'metadata',
]

function agentFields(answer: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(answer).filter(([name]) => fieldsOfAgents.includes(name)))
}

// A second answer beside the review has to be seen by whoever reads it: two that contradict each other are none.
function textsOf(response: unknown): readonly string[] {
  if (response === undefined || response === null) return []
  return [typeof response === 'string' ? response : stringifyJson(response)]
}

// An agent may answer with ADK's events; what it says in the last of them is the review.
function isEvent(value: unknown): boolean {
  return isObject(value) && isObject(value['content']) && 'parts' in value['content']
}
