import type { RealTool } from '../environment/environment.ts'
import type { FunctionAgent } from '../function-target.ts'
import type { Reply, ReplyFields } from '../reply/reply.ts'

/** Where the agent's file lies: packages are those that it has itself, never a copy of ours. */
export type Project = {
  /**
   * The package as the agent's file has it; a package may be there twice, and `agent` was made by one of the copies.
   *
   * @throws {EvalError} `target`, when the project has no such package
   */
  load(specifier: string, agent: unknown): Promise<Readonly<Record<string, unknown>>>
}

/** Somebody may answer in the place of the real tool. */
export type Serve = (name: string, args: unknown, realTool: RealTool) => Promise<unknown>

export type Told = NonNullable<ReplyFields['agents']>

type Begun = {
  /** There when somebody answers the tools, or writes down what they say. */
  readonly serve: Serve | undefined
  /** Whether the agent was made for this conversation alone. */
  readonly isOwn: boolean
}

/** An agent of a framework, as it was found in a module. */
export type FrameworkAgent = {
  /** What people call the framework. */
  readonly framework: string
  readonly name?: string | undefined
  readonly tools: readonly string[]
  /** Whether somebody else can answer its tools, by the framework's own means. */
  readonly servesTools: boolean
  /**
   * One conversation. The history is the framework's own and stays in it; what an exchange that failed left behind is not part
   * of it.
   *
   * @throws {EvalError} `target`, when the agent cannot have several conversations
   */
  begin(conversation: Begun): FunctionAgent | Promise<FunctionAgent>
}

/** One framework: how its agents are known by their shape, and how they are asked. */
export type Framework = {
  /** @returns undefined for what is no agent of this framework */
  readonly agent: (exported: unknown, project: Project) => Promise<FrameworkAgent | undefined>
  /** Reads what the framework itself answers, where a function hands that on as it is. */
  readonly reply?: (said: unknown) => Promise<Reply | undefined>
}
