import { createHash } from 'node:crypto'
import type { Run, RunStore, Score } from '../core/index.ts'
import type { LabelQueue, LabelSubject } from './api/labels.ts'
import { isAbout, labelledRepeat } from './label-subject.ts'

/**
 * Lists the results to label in shuffled order: an order by failure or by disagreement would reveal the verdicts, and agreement
 * over the first results would not be that over all. The shuffle depends on the run alone, so it is the same after a reload and
 * for everybody: people who stop early have labelled the same results and can be compared.
 */
export async function labelQueueOf(
  run: Run,
  { subject, by }: { readonly subject: LabelSubject; readonly by: string | undefined },
  store: RunStore,
): Promise<LabelQueue> {
  const { runId } = run.plan
  const labels = await store.labels(runId)
  const answered = new Set(labels.filter((label) => label.by === by && isAbout(label, subject)).map(labelledRepeat))
  const aspects = new Map<string, Set<string>>()
  const scoring = new Set<string>()
  const places: (LabelQueue['places'][number] & { readonly rank: string })[] = []
  for await (const scored of store.scoredCases(runId)) {
    const { position, repeat, caseId } = scored
    const place = labelledRepeat(scored)
    places.push({ position, repeat, caseId, answered: answered.has(place), rank: rankOf(runId, place) })
    for (const score of scored.scores) {
      if (score.status === 'scored') scoring.add(score.metric)
      noteAspects(score, aspects)
    }
  }
  return {
    // Quantities such as tokens have no verdict that a person could share.
    metrics: run.plan.metrics.flatMap(({ name, judge }) => {
      const [judged, scored] = [judge !== undefined, scoring.has(name)]
      return judged || scored
        ? [{ metric: name, judged, scored, aspects: judged ? [...(aspects.get(name) ?? [])] : [] }]
        : []
    }),
    places: places.toSorted((a, b) => (a.rank < b.rank ? -1 : 1)).map(({ rank: _rank, ...place }) => place),
  }
}

/** Ranks each result by its own hash, so that results added later leave the order of the others as it is. */
function rankOf(runId: string, place: string): string {
  return createHash('sha256').update(`${runId} ${place}`).digest('hex')
}

function noteAspects(score: Score, aspects: Map<string, Set<string>>): void {
  const names = 'parts' in score ? (score.parts ?? []).map(({ name }) => name) : []
  const known = aspects.get(score.metric) ?? new Set()
  for (const name of names) known.add(name)
  aspects.set(score.metric, known)
}
