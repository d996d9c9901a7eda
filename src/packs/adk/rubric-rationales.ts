import type { EvalCase, Evidence, InvocationScore, RunPlan, Score } from '../../core/index.ts'
import { isObject } from '../../core/basics/is-object.ts'

/** The judge's reasons by the id of a rubric, for one turn or for the whole case; null without one. */
export type Rationales = {
  readonly inTurn: (index: number, rubricId: string) => string | null
  readonly inCase: (rubricId: string) => string | null
}

/** Collects the judge's reasons. Scores hold them by the text of a rubric, which is mapped back to the rubric's id. */
export function rationalesOf(score: Score, evalCase: EvalCase, plan: RunPlan): Rationales {
  const properties = propertiesById(score.metric, evalCase, plan)
  const turns = 'invocations' in score ? (score.invocations ?? []) : []
  const whole = reasonsIn('evidence' in score ? score.evidence : undefined)
  const reasonFor = (reasons: ReadonlyMap<string, string>, id: string) =>
    (properties.get(id) ?? [id]).flatMap((property) => reasons.get(property) ?? [])[0] ?? reasons.get(id) ?? null
  const inTurn = (index: number, id: string) => reasonFor(reasonsOfTurn(turns[index]), id)
  return {
    inTurn,
    inCase(id) {
      const own = reasonFor(whole, id)
      if (own !== null) return own
      const reasons = turns.flatMap((_, index) => {
        const reason = inTurn(index, id)
        return reason === null ? [] : turns.length === 1 ? reason : `[${index + 1}] ${reason}`
      })
      return reasons.length === 0 ? null : reasons.join('\n')
    },
  }
}

function propertiesById(metric: string, evalCase: EvalCase, { metrics }: RunPlan): ReadonlyMap<string, string[]> {
  const own = [...(evalCase.rubrics ?? []), ...(evalCase.conversation ?? []).flatMap(({ rubrics }) => rubrics ?? [])]
  const found = new Map<string, string[]>()
  const note = (id: string, property: string) => void found.set(id, [...(found.get(id) ?? []), property])
  for (const { id, property } of own) note(id, property)
  const criterion = metrics.find(({ name }) => name === metric)?.options?.['rubrics']
  for (const rubric of Array.isArray(criterion) ? (criterion as unknown[]) : []) {
    if (!isObject(rubric)) continue
    const content = rubric['rubric_content'] ?? rubric['rubricContent']
    const property = isObject(content) ? (content['text_property'] ?? content['textProperty']) : undefined
    if (typeof property === 'string') note(String(rubric['rubric_id'] ?? rubric['rubricId']), property)
  }
  return found
}

function reasonsOfTurn(turn: InvocationScore | undefined): ReadonlyMap<string, string> {
  return reasonsIn(turn === undefined || turn.status === 'measured' ? undefined : turn.evidence)
}

function reasonsIn(evidence: readonly Evidence[] = []): ReadonlyMap<string, string> {
  const rows = evidence.flatMap((piece) => (piece.kind === 'verdicts' ? piece.rows : []))
  return new Map(rows.flatMap(({ subject, reason }) => (reason === undefined ? [] : [[subject, reason] as const])))
}
