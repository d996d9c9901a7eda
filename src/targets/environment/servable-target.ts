import type { Target } from '../../core/index.ts'
import type { ToolDeclaration } from './model-made-tools.ts'
import type { ToolSource } from './tool-source.ts'

/** A target whose agent may call its tools in a way that lets somebody else answer. */
export interface ServableTarget extends Target {
  /** The sources that it was made with, when there are any. */
  readonly environment?: readonly ToolSource[]
  /**
   * The same target with these sources instead; absent where the agent is not told how to ask.
   *
   * @param declared what is known of the tools, for a model that has to be told which there are
   */
  within?(sources: readonly ToolSource[], declared?: readonly ToolDeclaration[]): ServableTarget
}
