import { z } from 'zod'
import type { Judge, SetMetric } from '../../core/index.ts'
import type { TableColumns } from '../../formats/index.ts'
import type { RunHooks } from '../../runner/index.ts'
import { isSetMetric, setMetricShape } from '../set-metric-shape.ts'
import { asType, kindShape, type TargetSetting } from './kind-config.ts'

const columnWords = {
  id: z.string(),
  prompt: z.string(),
  expected: z.string(),
  expectedSeparator: z.string().min(1),
  expectedTools: z.string(),
}

/** Settings of the project rather than of a single run; their type and their check derive from this shape. */
export const projectShape = {
  /** Dataset files for `shinsa run` without arguments. */
  datasets: z.array(z.string()).readonly().optional(),
  /** The agent of ordinary datasets; `review` and `runbooks` name those of reviews and of questions about runbooks. */
  target: kindShape.target,
  /** Further targets by name, for `--target NAME`. */
  targets: asType<Readonly<Record<string, TargetSetting>>>(z.record(z.string(), z.unknown())).optional(),
  /** Criteria of ordinary datasets. */
  criteria: kindShape.criteria,
  /** Folders whose `test_config.json` may run code. Defaults to none, since anybody may write a dataset. */
  trust: z.array(z.string().min(1)).readonly().optional(),
  /** Environment variables that are no secrets and may be shown, such as `BASE_URL`. */
  public: z.array(z.string()).readonly().optional(),
  /** Further metrics of ordinary datasets, as objects. */
  metrics: kindShape.metrics,
  /** Metrics over all results of a run, such as the cost of a success; they apply to every run. */
  setMetrics: asType<readonly SetMetric[]>(z.array(z.custom<unknown>(isSetMetric, setMetricShape))).optional(),
  /** Maps the columns of a CSV or JSONL table to their meaning. */
  columns: asType<TableColumns>(z.strictObject(columnWords).partial()).optional(),
  /**
   * The judge: a model's name (`gemini-2.5-flash`, `gpt-4o`, `ollama/llama3.1`, …), a judge object, or `embedded`.
   * Defaults to `embedded`, which works offline without a model, within limits that the report names.
   */
  judge: asType<string | Judge>(
    z.union([z.string(), z.custom<unknown>((value) => typeof value === 'object' && value !== null && 'ask' in value)]),
  ).optional(),
  /** Store of runs and judges' answers: a SQLite file (`.shinsa/runs.db`) or `postgres://USER@HOST/DATABASE`. */
  store: z.string().min(1).optional(),
  /** Files and folders, besides its code, that affect the agent's answers; `shinsa watch` watches them. */
  watch: z.array(z.string().min(1)).readonly().optional(),
  /** The agent for Harbor's tasks: commands for the shell of their containers, and their environment. */
  harbor: z
    .strictObject({
      /** Reads the instruction from its standard input, for example `claude -p`. */
      agent: z.string().min(1).optional(),
      /** Prepares the container, as root. */
      setup: z.string().min(1).optional(),
      /** Environment variables passed to the agent, and to tasks that ask for them. */
      env: z.array(z.string()).readonly().optional(),
      /** The least reward of a passed task; defaults to 1. */
      threshold: z.number().min(0).max(1).optional(),
    })
    .optional(),
  hooks: asType<RunHooks>(
    z.strictObject({
      setup: z.function().optional(),
      reset: z.function().optional(),
      teardown: z.function().optional(),
    }),
  ).optional(),
}

export type ValuesOf<Shape extends Readonly<Record<string, z.ZodType>>> = {
  readonly [Name in keyof Shape]?: z.infer<Shape[Name]>
}
