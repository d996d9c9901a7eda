import { z } from 'zod'
import { JsonObject, Part, type ToolCall, type ToolResponse } from '../../core/index.ts'
import { snakeCase } from '../../formats/kit/key-spelling.ts'
import { shallowJson } from '../json-copy.ts'
import { isObject } from '../../core/basics/is-object.ts'
import { hasKeyTwice } from '../../core/basics/json.ts'
import { wireObject, withoutAbsent } from './wire-object.ts'

const Args = z.custom<JsonObject | string>((value) => typeof value === 'string' || isObject(value), {
  error: 'expected an object, or an object as JSON text',
})

const callFields = {
  id: z.string().optional(),
  name: z.string(),
  args: Args.optional(),
  malformed: z.string().optional(),
}
const callWords = { aliases: { arguments: 'args' }, meant: { input: 'args', parameters: 'args', toolInput: 'args' } }

export const RepliedCall = wireObject(
  { ...callFields, response: z.unknown().optional() },
  { ...callWords, meant: { ...callWords.meant, result: 'response', output: 'response', error: 'response' } },
)
export type RepliedCall = z.infer<typeof RepliedCall>

const CallPart = wireObject(
  { ...callFields, extra: JsonObject.optional() },
  // These fields describe calls that are streamed in pieces.
  { ...callWords, passedOver: ['partialArgs', 'willContinue'] },
).transform(({ extra, ...call }): ToolCall => withoutAbsent({ ...toToolCall(call), extra }))

const ResponsePart = wireObject(
  {
    id: z.string().optional(),
    // Identifies the call when neither an id nor the order does.
    name: z.string().default(''),
    response: z.unknown().optional(),
    extra: JsonObject.optional(),
  },
  { passedOver: ['willContinue', 'scheduling', 'parts'], meant: { result: 'response', output: 'response' } },
).transform(({ response, ...rest }): ToolResponse =>
  withoutAbsent({ ...rest, response: response === undefined ? undefined : asObject(response) }),
)

const Media = wireObject(
  { ...Part.shape.media.unwrap().shape, mimeType: z.string().default(''), data: z.string().default('') },
  { passedOver: ['displayName'] },
)

/** Gemini's fields of a part that our format lacks. They are kept as ADK writes them. */
const carried = {
  thoughtSignature: z.string().optional(),
  fileData: JsonObject.optional(),
  executableCode: JsonObject.optional(),
  codeExecutionResult: JsonObject.optional(),
  videoMetadata: JsonObject.optional(),
  mediaResolution: JsonObject.optional(),
  partMetadata: JsonObject.optional(),
}

export const RepliedPart = z.preprocess(
  serverToolsAside,
  wireObject(
    {
      text: z.string().optional(),
      thought: z.boolean().optional(),
      toolCall: CallPart.optional(),
      toolResponse: ResponsePart.optional(),
      functionCall: CallPart.optional(),
      functionResponse: ResponsePart.optional(),
      media: Media.optional(),
      inlineData: Media.optional(),
      extra: JsonObject.optional(),
      ...carried,
    },
    {
      passedOver: ['audioTranscription', 'mediaProcessing', 'speechMetadata'],
      meant: { toolUse: 'toolCall', toolResult: 'toolResponse', functionResult: 'functionResponse' },
    },
  ).transform(toPart),
)

export function toToolCall({ id, name, args, malformed }: Omit<RepliedCall, 'response'>): ToolCall {
  return withoutAbsent({ id, name, malformed, ...(typeof args === 'string' ? argsFromText(args) : { args }) })
}

/** Like ADK, wraps a tool response that is no object as `result`. */
export function asObject(response: unknown): JsonObject {
  return isObject(response) ? response : { result: response }
}

function argsFromText(text: string): Pick<ToolCall, 'args' | 'malformed'> {
  // Some servers write an empty text for a tool without parameters.
  if (text.trim() === '') return { args: {} }
  const args = shallowJson(text)
  return isObject(args) && !hasKeyTwice(text, args) ? { args } : { malformed: text }
}

// Gemini uses our field names for tools that run on its own side; those have a type and no name.
function serverToolsAside(part: unknown): unknown {
  if (!isObject(part)) return part
  const aside = Object.entries(part).filter(([name, value]) => isServerTool(name, value))
  if (aside.length === 0) return part
  const others = Object.entries(part).filter(([name, value]) => !isServerTool(name, value))
  const kept = aside.map(([name, value]) => [snakeCase(name), value])
  return { ...Object.fromEntries(others), extra: Object.fromEntries(kept) }
}

function isServerTool(name: string, value: unknown): boolean {
  return /^tool_?(call|response)$/i.test(name) && isObject(value) && ('toolType' in value || 'tool_type' in value)
}

type Replied = {
  readonly [Name in keyof typeof carried]?: unknown
} & Pick<Part, 'text' | 'thought' | 'toolCall' | 'toolResponse' | 'media' | 'extra'> & {
    readonly functionCall?: ToolCall | undefined
    readonly functionResponse?: ToolResponse | undefined
    readonly inlineData?: Part['media']
  }

function toPart({ text, thought, media, inlineData, extra, ...part }: Replied): Part {
  const { toolCall, functionCall, toolResponse, functionResponse, ...others } = part
  const kept = Object.entries(others).map(([name, value]) => [
    snakeCase(name),
    isObject(value) ? snakeKeys(value) : value,
  ])
  const all = { ...Object.fromEntries(kept), ...extra }
  return withoutAbsent({
    text,
    thought,
    toolCall: toolCall ?? functionCall,
    toolResponse: toolResponse ?? functionResponse,
    media: media ?? inlineData,
    extra: Object.keys(all).length === 0 ? undefined : all,
  })
}

function snakeKeys(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [snakeCase(name), field]))
}
