import type { EvalCase, Rubric } from '../core/index.ts'

/** What a dataset's cases say that only some metrics look at. */
export type DatasetTraits = {
  note(evalCase: EvalCase): void
  /** Whether a turn of some case lists tool calls, or that there are none. */
  readonly expectsTools: boolean
  /** Rubrics of cases and turns by their type, and how many there are; '' for those without one. */
  readonly rubricTypes: ReadonlyMap<string, number>
  /** Names of what cases carry beside our words. */
  readonly metadata: ReadonlySet<string>
}

export function datasetTraits(): DatasetTraits {
  const rubricTypes = new Map<string, number>()
  const metadata = new Set<string>()
  let expectsTools = false
  const noteRubrics = (rubrics: readonly Rubric[] = []): void => {
    for (const { type = '' } of rubrics) rubricTypes.set(type, (rubricTypes.get(type) ?? 0) + 1)
  }
  return {
    note({ conversation = [], rubrics, metadata: given = {} }) {
      noteRubrics(rubrics)
      for (const turn of conversation) {
        noteRubrics(turn.rubrics)
        expectsTools ||= turn.steps !== undefined
      }
      for (const name of Object.keys(given)) metadata.add(name)
    },
    get expectsTools() {
      return expectsTools
    },
    rubricTypes,
    metadata,
  }
}
