import type { Judge, Metric, Target } from '../../core/index.ts'
import type { RunHooks } from '../../runner/index.ts'
import type { FunctionAgent } from '../../targets/index.ts'
import type { CommandTargetOptions, HttpTargetOptions } from '../../targets/index.ts'
import type { TableColumns } from '../../formats/index.ts'
import type { RunbookSettings } from '../../packs/runbook/agent/runbook-config.ts'
import type { ConfigValues } from '../../settings/index.ts'

/** The ways to say which agent is meant. A string is a name from `targets`, a module, a URL, `command:…`, `recorded:…` or `run:…`. */
export type TargetSetting =
  | string
  | Target
  | FunctionAgent
  | {
      readonly command: CommandTargetOptions['command']
      readonly shared?: boolean
      readonly keepInputOpen?: boolean
      readonly cwd?: string
    }
  | { readonly http: HttpTargetOptions }
  | { readonly recorded: string }

/** Metric name → threshold or criterion object, as in ADK's `test_config.json`. */
type Criteria = Readonly<Record<string, number | Readonly<Record<string, unknown>>>>

/** Agent and metrics for one kind of dataset. */
export type KindConfig = {
  readonly target?: TargetSetting | undefined
  readonly criteria?: Criteria | undefined
  /** Further metrics, made here. */
  readonly metrics?: readonly Metric[] | undefined
}

/** The runbook assistant that ships; agent and metrics for questions about runbooks. */
export type RunbookConfig = KindConfig & RunbookSettings

/** What `shinsa.config.ts` may say. Everything is optional; the command line wins over it. */
export type ShinsaConfig = ConfigValues & {
  /** Dataset files for `shinsa run` without arguments. */
  readonly datasets?: readonly string[]
  /** The agent of ordinary datasets; reviews and questions about runbooks have theirs under `review` and `runbooks`. */
  readonly target?: TargetSetting
  /** Further targets by name, for `--target NAME`. */
  readonly targets?: Readonly<Record<string, TargetSetting>>
  /** Of ordinary datasets. */
  readonly criteria?: Criteria
  /** Folders whose `test_config.json` may name code, which is then run; none unless given: datasets come from anywhere. */
  readonly trust?: readonly string[]
  /** Variables of the environment whose values are no secrets and may be shown, such as `BASE_URL`. */
  readonly public?: readonly string[]
  /** Further metrics of ordinary datasets, made here. */
  readonly metrics?: readonly Metric[]
  /** Which columns of a CSV or JSONL table mean what. */
  readonly columns?: TableColumns
  /**
   * Who judges: a model's name (`gemini-2.5-flash`, `gpt-4o`, `ollama/llama3.1`, …), a judge, or `embedded`, which is what
   * judges when nothing is said: offline, without a model, and with limits that the report names.
   */
  readonly judge?: string | Judge
  /** Folders of documents that the document reviewer may ask as knowledge bases, by the ids that suites name. */
  readonly knowledgeBases?: Readonly<Record<string, string>>
  /** Programs that review suites may start as MCP servers, such as `npx`; none unless given: suites come from anywhere. */
  readonly mcpCommands?: readonly string[]
  /**
   * Hosts of MCP servers that review suites may name by url: `mcp.example.com`, `localhost:8080`, `*.example.com`; none unless
   * given. What is not on the public internet has to be named exactly.
   */
  readonly mcpHosts?: readonly string[]
  /** Agent and metrics for suites of document reviews; without them the reviewer that ships, and what reviews are judged by. */
  readonly review?: KindConfig
  /** Of the runbook assistant, and of datasets of questions about runbooks. */
  readonly runbooks?: RunbookConfig
  readonly hooks?: RunHooks
}

/** Gives a config file its types. @example export default defineConfig({ target: './agent.ts', criteria: { rouge_l: 0.6 } }) */
export function defineConfig(config: ShinsaConfig): ShinsaConfig {
  return config
}
