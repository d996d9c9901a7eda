import {
  type Message,
  type RunSummary,
  type ScoredCase,
  type SetMetric,
  message,
  parseJson,
  stringifyJson,
} from '../core/index.ts'

/** Computes the summaries of set metrics. One that throws loses only its own summary, with a note. */
export function setSummaries(metrics: readonly SetMetric[]) {
  const sets = metrics.map(carefulSet)
  return {
    add(scored: ScoredCase): void {
      for (const set of sets) set.add(scored)
    },
    summary(): Pick<RunSummary, 'sets' | 'notes'> {
      const outcomes = sets.map((set) => set.summary())
      const summaries = outcomes.flatMap(({ name, summary }) =>
        summary === undefined ? [] : [[name, summary] as const],
      )
      const notes = outcomes.flatMap(({ problem }) => problem ?? [])
      return {
        ...(summaries.length > 0 && { sets: Object.fromEntries(summaries) }),
        ...(notes.length > 0 && { notes }),
      }
    },
  }
}

type SetSummariesOutcome = { readonly name: string; readonly summary?: unknown; readonly problem?: Message }

function carefulSet(metric: SetMetric) {
  const { name } = metric
  let problem: Message | undefined
  const running = unlessBroken(() => metric.start())

  function unlessBroken<Result>(work: () => Result): Result | undefined {
    if (problem !== undefined) return undefined
    try {
      return work()
    } catch (error) {
      problem = problemOf(name, error instanceof Error ? error.message : String(error))
      return undefined
    }
  }

  return {
    add(scored: ScoredCase): void {
      unlessBroken(() => running?.add(scored))
    },
    summary(): SetSummariesOutcome {
      const summary = unlessBroken(() => {
        const said = running?.summary()
        if (said === undefined) return undefined
        const { error, data } = metric.schema.safeParse(said)
        if (error !== undefined) throw new Error(issueOf(error))
        // Converted as the store does, so that it reads the same later.
        return parseJson(stringifyJson(data))
      })
      return problem === undefined ? { name, summary } : { name, problem }
    },
  }
}

/** The schema may belong to another copy of zod, so the error is recognised by its shape. */
function issueOf({
  issues,
}: {
  readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]
}): string {
  return issues.map(({ path, message: issue }) => [...path.map(String), issue].join(': ')).join('; ')
}

function problemOf(name: string, problem: string): Message {
  return message('the set metric {name} says nothing: {problem}', { name, problem })
}
