import { message } from '../core/index.ts'
import {
  dollars,
  numbersByName,
  oneOfWords,
  path,
  positiveNumber,
  text,
  texts,
  toggle,
  wholeNumberKind,
} from './kind.ts'
import {
  anywhere,
  asked,
  configured,
  setting,
  typed,
  type SettledValues,
  type ValuesIn,
  type Values,
} from './setting.ts'

const aDay = 86_400

/**
 * All settings of a run. The type of a config, the flags, the options of `evaluate()`, the page's request and the stored request
 * derive from this table.
 */
export const runSettings = {
  /** The agent by name, module, URL, `command:…`, `recorded:…` or `run:…`. */
  target: setting(text(), asked, {
    value: 'TARGET',
    short: 't',
    help: message(
      'the agent: ./agent.ts, command:…, http://…, adk:URL/APP, a2a:URL, acp:COMMAND, mcp:COMMAND|URL, openai:MODEL@URL, recorded:FILE, run:ID, or a name from the config',
    ),
  }),
  /** The model of the agent, such as `openai:…`, for built-in agents and others whose model can be set. */
  model: setting(text(), typed, {
    value: 'MODEL',
    short: 'm',
    help: message('the model that is asked, by mcp:…, openai:… and the agents that ship'),
  }),
  /** A name by which other commands find the run. */
  name: setting(text(), asked, { value: 'TEXT', help: message('a name for the run; other commands find it by that') }),
  /** Patterns of case ids, such as `weather-*`: only cases that match one are evaluated. */
  filter: setting(texts('weather-*', { least: 1 }), asked, {
    value: 'IDS',
    help: message('only cases whose id fits one of these, with * for any text and ? for any character'),
  }),
  /** Only cases with one of these `tags` are evaluated. */
  tag: setting(texts('smoke', { least: 1 }), asked, {
    value: 'TAGS',
    help: message('only cases with one of these tags (`tags` in a case, or a column of a table)'),
  }),
  /** Evaluates only the first N cases, in the order of the file. */
  first: setting(wholeNumberKind(1, 1_000_000), asked, {
    value: 'N',
    help: message('only the first N cases of those'),
  }),
  /** Evaluates only N cases, drawn at random with `seed`. */
  sample: setting(wholeNumberKind(1, 1_000_000), typed, {
    value: 'N',
    help: message('only N of those cases by chance, the same ones for the same --seed'),
  }),
  /** How often each case is evaluated (1). */
  repeat: setting(wholeNumberKind(1, 1000), anywhere, {
    value: 'N',
    short: 'n',
    help: message('play each case N times, for pass@k, pass^k and flakiness (1)'),
  }),
  /** How many cases are evaluated at once (8; 64 for recorded transcripts). */
  concurrency: setting(wholeNumberKind(1, 1024), anywhere, {
    value: 'N',
    short: 'j',
    help: message('cases at once (8; 64 for recorded transcripts)'),
  }),
  /** How long one answer of the agent may take, in milliseconds (120,000). */
  timeoutMs: setting(wholeNumberKind(1, aDay * 1000), configured, {
    name: 'timeout',
    value: 'SECONDS',
    help: message('how long one answer of the agent may take (120)'),
    unit: { kind: wholeNumberKind(1, aDay), times: 1000 },
    default: 120_000,
  }),
  /** How often the agent is called for one answer when a failure may be temporary (3). */
  attempts: setting(wholeNumberKind(1, 20), ['config', 'library'], { default: 3 }),
  /** Seeds the statistics and the choice of `sample` (1), and the order of `stopEarly` (drawn for each run). */
  seed: setting(wholeNumberKind(0, 2 ** 31), configured, {
    value: 'N',
    help: message(
      'seeds what is random: statistics, which cases --sample takes (1), the order of --stop-early (another one in each run)',
    ),
    default: 1,
  }),
  /** The rules of the gate (`['failed', 'error', 'not-evaluated']`). */
  failOn: setting(texts('failed'), configured, {
    value: 'RULES',
    help: message(
      'what closes the gate (failed,error,not-evaluated); also none, pass-rate<0.9, pass-rate-low<0.8, METRIC<0.7, METRIC.pass-rate<0.7, METRIC>0.3',
    ),
  }),
  /** Additional metrics, each as a name or as `name=threshold`. */
  metric: setting(texts('final_response_match_v2=0.8'), typed, {
    value: 'NAME[=N],…',
    help: message('metrics on top of those that the run has, with their thresholds: final_response_match_v2=0.8'),
  }),
  /** Thresholds by metric name, which replace those of the config for this run. */
  thresholds: setting(numbersByName('rouge_l=0.7'), asked, {
    name: 'threshold',
    value: 'METRIC=N,…',
    help: message('other thresholds than those of the config, for this run: rouge_l=0.7,response_match_score=0.5'),
  }),
  /** A file with the error rates of judges, as a validation or as rates by metric, by which pass rates are corrected. */
  judgeErrors: setting(path(), configured, {
    value: 'FILE',
    help: message('correct pass rates by the error rates of judges: a validation in JSON, or rates by metric'),
  }),
  /** A run file, written by `shinsa export`, that this run is compared with. */
  baseline: setting(path(), configured, {
    value: 'FILE',
    help: message('hold the run against this one (shinsa export RUN --format baseline); a clear loss closes the gate'),
  }),
  /** The gate's decision when there are too few cases to show a loss against the baseline (`pass`). */
  whenUnsure: setting(oneOfWords(['pass', 'fail']), configured, {
    value: 'pass|fail',
    help: message('what the gate does when too few cases could have shown a loss against the baseline (pass)'),
  }),
  /** Writes a job summary and annotations in GitHub Actions (true). */
  github: setting(toggle(), ['config', 'command line'], {
    name: 'no-github',
    help: message('in GitHub Actions write no job summary and no annotations'),
    says: false,
    default: true,
  }),
  /** Evaluates cases in random order (by `seed`) and stops when the gate is decided (false). */
  stopEarly: setting(toggle(), configured, {
    help: message('play in random order and stop when the gate is decided, as the whole run would in 95 of 100'),
    default: false,
  }),
  /** The model that judges; `embedded`, the default, needs none. */
  judge: setting(text(), asked, {
    value: 'MODEL',
    help: message(
      'who judges: gemini-…, gpt-…, claude-…, provider/model, ollama/…; `embedded` needs no model and is the default',
    ),
  }),
  /** Mixes known-bad answers into a judge's questions; a judge that passes one loses all its verdicts (false). */
  canaries: setting(toggle(), configured, {
    help: message("mix known-bad answers into what judges are asked; one that passes voids the judge's verdicts"),
    default: false,
  }),
  /**
   * Which passes of a judge are confirmed by a decoy, a copy of the material that was changed so that it must fail: those on
   * material that others could have written to influence the judge, `all` or none (auto, but `off` with `adkCompat`).
   */
  decoys: setting(oneOfWords(['all', 'auto', 'off']), configured, {
    value: 'all|auto|off',
    help: message('which passes of a judge have to fail on a changed twin of the same material to count (auto)'),
  }),
  /**
   * Asks a judge again without passages that address it; if the answer differs, there is no verdict (true, but not with
   * `adkCompat`). Passes that a decoy confirms are not asked again. Such passages are reported in any case.
   */
  secondLook: setting(toggle(), ['config', 'library']),
  /** How long one reply of a judge's model may take, in milliseconds (60,000). */
  judgeTimeoutMs: setting(wholeNumberKind(1, aDay * 1000), ['config', 'library']),
  /** How long an overloaded judge (500, 503, 429, 529) is retried before its score is an error, in seconds (60). */
  judgeRetrySeconds: setting(wholeNumberKind(0, aDay), configured, {
    value: 'SECONDS',
    help: message('for how long an overloaded judge is asked again before its score is an error (60)'),
    default: 60,
  }),
  /** How old a cached answer of a judge may be to be used again, in days (30). */
  judgeCacheDays: setting(positiveNumber(), ['config', 'library'], { default: 30 }),
  /** The language of instructions to judges, simulated users and simulated tools (en). */
  judgeLanguage: setting(oneOfWords(['en', 'ja']), ['config', 'library']),
  /** The model that plays the user in scenarios (`gemini-2.5-flash`, unless the dataset's config names one). */
  userModel: setting(text(), configured, { value: 'MODEL', help: message('who plays the user in scenarios') }),
  /** A JSON file with `app_name`, `user_id` and `state`, for cases without a session of their own. */
  sessionInput: setting(path(), configured, {
    value: 'FILE',
    help: message('app_name, user_id and state as JSON, for cases that bring no session of their own'),
  }),
  /** A JSON file in ADK's format (`tool_simulation_configs`, …) that configures the answers of simulated tools. */
  environment: setting(path(), configured, {
    value: 'FILE',
    short: 'e',
    help: message("who answers the agent's tools: ADK's tool_simulation_configs as JSON"),
  }),
  /** A file into which every tool call and its result are written. */
  recordTools: setting(path(), configured, {
    value: 'FILE',
    help: message('write every call of a tool and its answer into FILE'),
    insteadOf: 'replayTools',
  }),
  /** A file written by `recordTools`, from which every tool call is answered. */
  replayTools: setting(path(), configured, {
    value: 'FILE',
    help: message('answer every call of a tool from FILE, offline'),
    insteadOf: 'recordTools',
  }),
  /** Waits for the spans of every answer (true) or receives none (false); by default only for agents that have sent some. */
  traces: setting(toggle(), configured, {
    help: message('wait for the spans of every answer, also before the agent has sent any'),
    negated: message('receive no spans, and tell the agent nothing of it'),
  }),
  /** How long scoring waits for the spans of an answer, in milliseconds (6,000). */
  tracesWaitMs: setting(wholeNumberKind(0, 600_000), configured, {
    name: 'traces-wait',
    value: 'SECONDS',
    help: message('how long scoring waits for the spans of an answer (6)'),
    unit: { kind: wholeNumberKind(0, 600), times: 1000 },
    default: 6000,
  }),
  /** The port on this machine that receives spans (4318 for agents behind an address, else a free one). */
  tracesPort: setting(wholeNumberKind(1, 65_535), configured, {
    value: 'PORT',
    help: message('where spans are received (4318 for agents behind an address, else a free one)'),
  }),
  /** Reuses judges' cached answers and keeps new ones (true). */
  cache: setting(toggle(), typed, {
    name: 'no-cache',
    help: message('ask judges everything anew'),
    says: false,
    default: true,
  }),
  /** The cost limit in US dollars for judges, simulated users and simulated tools together. */
  maxCost: setting(dollars(), asked, {
    value: 'DOLLARS',
    help: message('stop cleanly when the models that Shinsa asks have cost this much'),
  }),
  /** Reproduces ADK's verdicts exactly: its pairing of turns, and its masking of metrics that could not be evaluated (false). */
  adkCompat: setting(toggle(), configured, {
    help: message("ADK's exact verdicts instead of the strict rules (docs/adk-differences.md lists them)"),
    default: false,
  }),
  /** The result file of a review or runbook run. */
  resultFile: setting(text(), typed, {
    value: 'FILE',
    help: message('where questions about runbooks leave their results (logs/judge_eval_TIMESTAMP.json)'),
  }),
} as const

export type ConfigValues = ValuesIn<typeof runSettings, 'config'>

/** The values that a command line, code or the page may set. */
export type RequestValues = Values<typeof runSettings>

/** The values of a run after request, config and defaults are merged. */
export type RunValues = SettledValues<typeof runSettings>
