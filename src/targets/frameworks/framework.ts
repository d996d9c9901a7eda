import type { RealTool } from '../environment/environment.ts'
import type { FunctionAgent } from '../function-target.ts'
import type { Reply, ReplyFields } from '../reply/reply.ts'

/** The project of the agent's file, whose own packages are used, never our copies. */
export type Project = {
  /**
   * Loads the package that the agent uses; a project may have it twice, and `agent` identifies the copy.
   *
   * @throws {EvalError} `target` when the project has no such package
   */
  load(specifier: string, agent: unknown): Promise<Readonly<Record<string, unknown>>>
}

/** Calls a tool so that other sources can answer in place of the real one. */
export type Serve = (name: string, args: unknown, realTool: RealTool) => Promise<unknown>

export type Told = NonNullable<ReplyFields['agents']>

type Begun = {
  /** Set when other sources answer the tools or record their results. */
  readonly serve: Serve | undefined
  /** True when the agent was made for this conversation alone. */
  readonly isOwn: boolean
}

export type FrameworkAgent = {
  readonly framework: string
  readonly name?: string | undefined
  readonly tools: readonly string[]
  /** True when the framework allows other sources to answer its tools. */
  readonly servesTools: boolean
  /**
   * Begins one conversation, whose history the framework keeps. A failed exchange must leave nothing in it.
   *
   * @throws {EvalError} `target` when the agent cannot have several conversations
   */
  begin(conversation: Begun): FunctionAgent | Promise<FunctionAgent>
}

/** A framework: recognises its agents by their shape, and calls them. */
export type Framework = {
  /** @returns undefined for anything but an agent of this framework */
  readonly agent: (exported: unknown, project: Project) => Promise<FrameworkAgent | undefined>
  readonly reply?: (said: unknown) => Promise<Reply | undefined>
}
