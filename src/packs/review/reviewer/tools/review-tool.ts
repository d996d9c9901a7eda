import type { JsonObject, Message, ReviewTools } from '../../../../core/index.ts'

export interface ReviewTool {
  readonly name: string
  readonly description: string
  /** JSON schema of the arguments. */
  readonly parameters: JsonObject
  /** @throws {ToolFailure} when the call fails; the model receives the reason */
  use(args: JsonObject, signal: AbortSignal): Promise<unknown>
}

/** The reason why a tool call failed, for the model and for the record of the review. */
export class ToolFailure extends Error {}

/** The tools of one review. Close them when it is over. */
export type OpenTools = {
  readonly tools: readonly ReviewTool[]
  /** Reports tools that were requested but are not available. */
  readonly warnings: readonly Message[]
  close(): Promise<void>
}

/** Opens the tools that a case configures; undefined means none. */
export type ToolBox = (wanted: ReviewTools | undefined, signal: AbortSignal) => Promise<OpenTools>
