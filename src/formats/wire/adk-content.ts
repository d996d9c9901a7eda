import type { Content, Part, ToolCall, ToolResponse } from '../../core/index.ts'
import {
  type AnyCodec,
  type Codec,
  anything,
  flag,
  jsonObject,
  list,
  mapped,
  number,
  string,
} from '../kit/foreign-value.ts'
import { ordinaryMedia } from '../../messages/media.ts'
import { defaulted, object, optional, required } from '../kit/foreign-object.ts'

const functionCall = object(
  { id: optional('id', string), name: required('name', string), args: optional('args', jsonObject) },
  { unknown: 'reject', keepIn: 'extra', alsoKeeps: { partial_args: anything, will_continue: flag } },
)

/** ADK has no place for arguments that are not an object, so their text is written as an argument of this name. */
const MALFORMED = 'malformed_args'

export const adkToolCall: Codec<ToolCall> = mapped(functionCall, readMalformed, writeMalformed)

export const adkToolResponse: Codec<ToolResponse> = object(
  { id: optional('id', string), name: required('name', string), response: optional('response', jsonObject) },
  {
    unknown: 'reject',
    keepIn: 'extra',
    alsoKeeps: { will_continue: flag, scheduling: string, parts: anything },
  },
)

// Python writes bytes in URL-safe base64.
const inlineData: Codec<NonNullable<Part['media']>> = mapped(
  object(
    { mimeType: defaulted('mime_type', string, ''), data: defaulted('data', string, '') },
    { unknown: 'reject', keepIn: 'extra', alsoKeeps: { display_name: string } },
  ),
  ordinaryMedia,
  (media) => media,
)

/** Keeps objects that nothing here reads; their keys become snake_case. */
function carried(keys: Record<string, AnyCodec>): AnyCodec {
  return mapped(
    object({}, { unknown: 'reject', keepIn: 'kept', alsoKeeps: keys }),
    ({ kept }) => kept ?? {},
    (kept: Record<string, unknown>) => ({ kept }),
  )
}

export const adkPart: Codec<Part> = object(
  {
    text: optional('text', string),
    thought: optional('thought', flag),
    toolCall: optional('function_call', adkToolCall),
    toolResponse: optional('function_response', adkToolResponse),
    media: optional('inline_data', inlineData),
  },
  {
    unknown: 'reject',
    keepIn: 'extra',
    alsoKeeps: {
      thought_signature: string,
      file_data: carried({ file_uri: string, mime_type: string, display_name: string }),
      executable_code: carried({ code: string, language: string, id: string }),
      code_execution_result: carried({ outcome: string, output: string, id: string }),
      video_metadata: carried({ start_offset: string, end_offset: string, fps: number }),
      media_resolution: carried({ level: string, num_tokens: number }),
      part_metadata: jsonObject,
      tool_call: jsonObject,
      tool_response: jsonObject,
    },
  },
)

export const adkContent: Codec<Content> = object(
  { parts: optional('parts', list(adkPart)), role: optional('role', string) },
  { unknown: 'reject' },
)

function readMalformed(call: ToolCall): ToolCall {
  const malformed = call.args?.[MALFORMED]
  if (typeof malformed !== 'string' || Object.keys(call.args ?? {}).length !== 1) return call
  const { args: _, ...rest } = call
  return { ...rest, malformed }
}

function writeMalformed({ malformed, ...call }: ToolCall): ToolCall {
  return malformed === undefined ? call : { ...call, args: { [MALFORMED]: malformed } }
}
