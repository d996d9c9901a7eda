import { z } from 'zod'
import { isObject } from '../../core/basics/is-object.ts'
import { finishReasonIn } from '../../messages/finish-reason-in.ts'
import { answered, spoke } from '../frameworks/agent-events.ts'
import { shallowJson } from '../json-copy.ts'

/** The part of an answer in messages that is used: the last text, the calls with their results, and how it ended. */
type MessageReply = {
  readonly response: string
  readonly toolCalls?: readonly object[]
  readonly events?: readonly object[]
  readonly finishReason?: string
  readonly usage?: object
}

/** An answer of OpenAI's API and agents built on it; a bare list of messages is accepted too. */
export type AnswerOfOpenAi =
  | { readonly messages: readonly object[] }
  | { readonly choices: readonly object[] }
  | { readonly object: 'response'; readonly output: readonly object[] }

const Part = z.looseObject({ text: z.string().optional(), refusal: z.string().optional() })
const MessageContent = z.union([z.string(), z.array(Part), z.null()]).optional()
const ChatMessage = z.looseObject({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
  content: MessageContent,
  tool_calls: z
    .array(
      z.looseObject({
        id: z.string(),
        function: z.looseObject({ name: z.string(), arguments: z.unknown().optional() }),
      }),
    )
    .optional(),
  tool_call_id: z.string().optional(),
})
type ChatMessage = z.infer<typeof ChatMessage>

const ChatMessages = z.array(ChatMessage).min(1)
const Completion = z.looseObject({ choices: z.tuple([z.looseObject({ message: ChatMessage })], z.unknown()) })
const ResponseOutput = z.looseObject({
  object: z.literal('response'),
  output: z.array(
    z.looseObject({
      type: z.string(),
      content: MessageContent,
      name: z.string().optional(),
      arguments: z.unknown().optional(),
      call_id: z.string().optional(),
      output: z.unknown().optional(),
    }),
  ),
})

/**
 * Reads an answer in OpenAI's format: a list of messages, an object with only `messages`, a chat completion, or a
 * response of the Responses API. In a conversation only the part after the last user message counts, and only there can
 * a missing tool call be noticed. Undefined for any other value.
 */
export function fromMessages(answer: unknown): MessageReply | undefined {
  if (isObject(answer) && 'choices' in answer) {
    const { data } = Completion.safeParse(answer)
    return data && { ...fromChat([data.choices[0].message]), ...endOf(answer) }
  }
  if (isObject(answer) && 'output' in answer) {
    const read = fromOutput(ResponseOutput.safeParse(answer).data?.output)
    return read && { ...read, ...endOf(answer) }
  }
  const isAlone = isObject(answer) && Object.keys(answer).join() === 'messages'
  const { data } = ChatMessages.safeParse(isAlone ? answer['messages'] : answer)
  if (data === undefined) return undefined
  const asked = data.findLastIndex(({ role }) => role === 'user')
  const read = fromChat(data.slice(asked + 1))
  return { ...(asked >= 0 && read.events === undefined && { toolCalls: [] }), ...read }
}

function endOf(answer: Readonly<Record<string, unknown>>): Pick<MessageReply, 'finishReason' | 'usage'> {
  const { usage } = answer
  const finishReason = finishReasonIn(answer)
  return { ...(finishReason !== undefined && { finishReason }), ...(isObject(usage) && { usage }) }
}

function fromChat(messages: readonly ChatMessage[]): MessageReply {
  const results = new Map(messages.map(({ tool_call_id: id, content }) => [id, textOfContent(content)]))
  const called = messages.flatMap(({ tool_calls: calls = [] }) => calls)
  const toolCalls = called.map(({ id, function: { name, arguments: args } }) => callWith(id, name, args, results))
  const response = textOfContent(messages.findLast(({ role }) => role === 'assistant')?.content)
  // A history that was shortened has answers to calls that it does not have any more.
  const ids = new Set(called.map(({ id }) => id))
  const others = messages.filter(({ role, tool_call_id: id = '' }) => role === 'tool' && !ids.has(id))
  if (others.length > 0) return { response, events: [...others.map(answeredIn), ...toolCalls.flatMap(eventsOfCall)] }
  return { response, ...(toolCalls.length > 0 && { toolCalls }) }
}

function answeredIn({ tool_call_id: id, content }: ChatMessage): object {
  return answered('agent', [{ id, name: '', response: asToolResult(textOfContent(content)) }])
}

function eventsOfCall({ response, ...call }: MessageCall): readonly object[] {
  const { id, name } = call
  return [spoke('agent', [call]), ...(response === undefined ? [] : [answered('agent', [{ id, name, response }])])]
}

type Output = z.infer<typeof ResponseOutput>['output']

function fromOutput(output: Output | undefined): MessageReply | undefined {
  if (output === undefined) return undefined
  const ofType = (wanted: string) => output.filter(({ type }) => type === wanted)
  const results = new Map(ofType('function_call_output').map((one) => [one.call_id, one.output]))
  const toolCalls = ofType('function_call').map((one) => callWith(one.call_id, one.name ?? '', one.arguments, results))
  return {
    response: textOfContent(ofType('message').at(-1)?.content),
    ...(toolCalls.length > 0 && { toolCalls }),
  }
}

type MessageCall = {
  readonly id?: string
  readonly name: string
  readonly args: unknown
  readonly response?: unknown
}

function callWith(
  id: string | undefined,
  name: string,
  args: unknown,
  results: ReadonlyMap<string | undefined, unknown>,
): MessageCall {
  const isTold = id !== undefined && results.has(id)
  return {
    ...(id !== undefined && { id }),
    name,
    args: args ?? undefined,
    ...(isTold && { response: asToolResult(results.get(id)) }),
  }
}

/** Results of tools that were written as JSON objects are parsed again. */
function asToolResult(result: unknown): unknown {
  const written = typeof result === 'string' ? shallowJson(result) : undefined
  return isObject(written) ? written : result
}

function textOfContent(content: ChatMessage['content']): string {
  if (typeof content === 'string') return content
  return (content ?? []).map(({ text, refusal }) => text ?? refusal ?? '').join('')
}
