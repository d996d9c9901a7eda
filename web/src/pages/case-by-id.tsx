import { Redirect, useSearchParams } from 'wouter'
import { AnswerState } from '../components/state.tsx'
import type { PageProps } from '../page-route.ts'
import { useApi } from '../source/use-answer.ts'

/** Redirects to a case by its id, which does not change when cases are inserted: `/runs/RUN/case/ID`, or `…/case?id=ID`. */
export function CaseById({ params: { runId = '', caseId } }: PageProps) {
  const [search] = useSearchParams()
  const id = search.get('id') ?? decoded(caseId ?? '')
  const place = useApi('casePlace', { params: { runId }, query: { caseId: id } })
  if (place.status !== 'ready') return <AnswerState of={place} isPage />
  const kept = new URLSearchParams(search)
  for (const name of ['id', 'repeat']) kept.delete(name)
  const repeat = Number(search.get('repeat') ?? 1) - 1
  const path = `/runs/${runId}/cases/${place.value.position}/${Number.isInteger(repeat) && repeat > 0 ? repeat : 0}`
  return <Redirect replace to={kept.size === 0 ? path : `${path}?${kept}`} />
}

/** The address of a case by id. Repeats count from 1. */
export function caseLink(runId: string, caseId: string, repeat: number): string {
  const query = new URLSearchParams({ id: caseId, ...(repeat > 0 && { repeat: String(repeat + 1) }) })
  return `/runs/${runId}/case?${query}`
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A percent sign that encodes nothing.
    return text
  }
}
