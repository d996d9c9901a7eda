import type { Account } from '../run/account.ts'
import type { ReadDocument } from './document.ts'
import type { EvalError } from '../basics/errors.ts'
import type { JsonObject } from '../basics/json.ts'
import type { Message } from '../basics/message.ts'
import type { RunTraits } from './pack-defaults.ts'
import type { Target } from '../target.ts'

interface AgentSettings {
  readonly names: readonly string[]
  /** The model that they ask for. */
  modelIn(request: JsonObject): string | undefined
  /** What is wrong when they are given and another agent is asked. */
  refusal(nameOf: RunTraits['nameOf']): EvalError
}

/** The agent that ships with a pack. `NAME:MODEL` is the same with a model. */
export interface PackAgent {
  readonly name: string
  /** What a run can be told of this agent and of no other. */
  readonly own?: AgentSettings
  /** Folders and files that it answers from. */
  reads?(
    context: Pick<AgentContext, 'config' | 'configFolder' | 'request' | 'folders' | 'cwd'>,
  ): Promise<readonly string[]>
  /** @throws {EvalError} `config` or `usage` when it cannot be had */
  make(model: string | undefined, context: AgentContext): Promise<Target>
}

/** What an agent that ships is made from. */
export type AgentContext = {
  /** The project's, and the folder that paths in it start from. */
  readonly config: object
  readonly configFolder: string
  /** What the run was told, where it is for a run. */
  readonly request: JsonObject
  /** Where things are looked for that nobody named: beside the dataset, then where somebody works. */
  readonly folders: readonly string[]
  readonly cwd: string
  /** The folder that `.shinsa/` lies in. */
  readonly projectFolder: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly version: string
  /** Where it is for a run: takes secrets out of what comes back. */
  readonly secrets?: {
    /** The setting with `${NAME}` of the environment filled in. */
    fill<Setting>(setting: Setting): Setting
    /** One that was found out meanwhile, such as a token. */
    add(secret: string): void
  }
  /** For its models; undefined writes nothing down. */
  readonly account: Account | undefined
  /** How many calls its models begin with at once. */
  readonly pace?: number
  /** Uniform in [0, 1). */
  readonly random: () => number
  readonly now: () => Date
  readonly read: ReadDocument
  readonly warnings: AgentWarnings
}

/** What people should hear: before the run, or while it goes on. */
export type AgentWarnings = {
  readonly add: (sentence: Message, hint?: Message) => void
  readonly addNow: (sentence: Message, hint?: Message) => void
}
