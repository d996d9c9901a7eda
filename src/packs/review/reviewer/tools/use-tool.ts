import { JsonObject, stringifyJson, type ReviewSource } from '../../../../core/index.ts'
import type { ModelToolCall } from '../../../../models/index.ts'
import { type ReviewTool, ToolFailure } from './review-tool.ts'

export type ToolUse = {
  readonly call: ModelToolCall
  readonly text: string
  readonly failed: boolean
  readonly source: ReviewSource
}

const longestForModel = 20_000
const longestForRecord = 500

/** Runs one tool call. The model receives the text of a failure and may go on without the tool. */
export async function useTool(
  call: ModelToolCall,
  tools: readonly ReviewTool[],
  options: { readonly signal: AbortSignal; readonly limitMs: number },
): Promise<ToolUse> {
  const { text, failed } = await resultOf(call, tools, options)
  return {
    call,
    text: cut(text, longestForModel),
    failed,
    source: {
      toolUseId: call.id,
      toolName: call.name,
      input: call.args,
      output: cut(text, longestForRecord),
      status: failed ? 'error' : 'success',
    },
  }
}

async function resultOf(
  { name, args }: ModelToolCall,
  tools: readonly ReviewTool[],
  { signal, limitMs }: { readonly signal: AbortSignal; readonly limitMs: number },
): Promise<{ readonly text: string; readonly failed: boolean }> {
  const tool = tools.find((one) => one.name === name)
  if (tool === undefined) return failure(`There is no tool ${JSON.stringify(name)}.`)
  const read = JsonObject.safeParse(args)
  if (!read.success) return failure('The arguments are not a JSON object.')
  const timeout = AbortSignal.timeout(limitMs)
  try {
    const result = await tool.use(read.data, AbortSignal.any([signal, timeout]))
    return { text: typeof result === 'string' ? result : (stringifyJson(result) ?? ''), failed: false }
  } catch (error) {
    signal.throwIfAborted()
    if (timeout.aborted) return failure(`The tool did not answer within ${limitMs / 1000} s.`)
    if (error instanceof ToolFailure) return failure(error.message)
    throw error
  }
}

function failure(text: string) {
  return { text, failed: true }
}

function cut(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}… [cut: ${text.length - longest} more characters]`
}
