import type { Target } from '../../core/index.ts'
import type { ToolDeclaration } from './model-made-tools.ts'
import type { ToolSource } from './tool-source.ts'

/** A target whose agent calls its tools in a way that lets other sources answer. */
export interface ServableTarget extends Target {
  readonly environment?: readonly ToolSource[]
  /**
   * Returns the same target with other sources; absent where the agent cannot use them.
   *
   * @param declared declarations of the tools, for a model that needs them
   */
  within?(sources: readonly ToolSource[], declared?: readonly ToolDeclaration[]): ServableTarget
}
