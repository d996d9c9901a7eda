import type { Account } from '../run/account.ts'
import type { ReadDocument } from './document.ts'
import type { EvalError } from '../basics/errors.ts'
import type { JsonObject } from '../basics/json.ts'
import type { Message } from '../basics/message.ts'
import type { RunTraits } from './pack-defaults.ts'
import type { Target } from '../target.ts'

interface AgentSettings {
  readonly names: readonly string[]
  modelIn(request: JsonObject): string | undefined
  /** Returns the error for giving these settings to another agent. */
  refusal(nameOf: RunTraits['nameOf']): EvalError
}

/** The agent that comes with a pack. `NAME:MODEL` selects its model. */
export interface PackAgent {
  readonly name: string
  readonly own?: AgentSettings
  reads?(
    context: Pick<AgentContext, 'config' | 'configFolder' | 'request' | 'folders' | 'cwd'>,
  ): Promise<readonly string[]>
  /** @throws {EvalError} `config` or `usage` when it cannot be made */
  make(model: string | undefined, context: AgentContext): Promise<Target>
}

export type AgentContext = {
  /** The project's config, and the folder that its relative paths start from. */
  readonly config: object
  readonly configFolder: string
  /** The settings of the run; empty outside of a run. */
  readonly request: JsonObject
  /** Folders to search for unnamed files: beside the dataset first, then the working directory. */
  readonly folders: readonly string[]
  readonly cwd: string
  /** The folder that contains `.shinsa/`. */
  readonly projectFolder: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly version: string
  /** Redacts secrets in replies; present in runs only. */
  readonly secrets?: {
    /** Returns the setting with each `${NAME}` replaced from the environment. */
    fill<Setting>(setting: Setting): Setting
    /** Adds a secret that became known later, such as a token. */
    add(secret: string): void
  }
  /** Records the cost of its models; undefined when costs are not recorded. */
  readonly account: Account | undefined
  /** The number of concurrent calls that its models start with. */
  readonly pace?: number
  /** Returns a number in [0, 1). */
  readonly random: () => number
  readonly now: () => Date
  readonly read: ReadDocument
  readonly warnings: AgentWarnings
}

/** Warnings for the user: `add` collects them before a run, `addNow` prints during one. */
export type AgentWarnings = {
  readonly add: (sentence: Message, hint?: Message) => void
  readonly addNow: (sentence: Message, hint?: Message) => void
}
