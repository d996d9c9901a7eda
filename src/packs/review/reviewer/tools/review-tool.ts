import type { JsonObject, Message, ReviewTools } from '../../../../core/index.ts'

/** Something that a reviewer's model may call. */
export interface ReviewTool {
  readonly name: string
  readonly description: string
  /** A JSON schema of the arguments. */
  readonly parameters: JsonObject
  /** @throws {ToolFailure} when it could not do what was asked; the model is told why */
  use(args: JsonObject, signal: AbortSignal): Promise<unknown>
}

/** Why a tool gave nothing. It is for the model to read, and for whoever reads what the reviewer did. */
export class ToolFailure extends Error {}

/** The tools of one review. They are closed when it is over. */
export type OpenTools = {
  readonly tools: readonly ReviewTool[]
  /** What was asked for and is not there. */
  readonly warnings: readonly Message[]
  close(): Promise<void>
}

/** Makes what a case asks for; `undefined` is a case that asks for none. */
export type ToolBox = (wanted: ReviewTools | undefined, signal: AbortSignal) => Promise<OpenTools>
