import './labels.css'
import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'wouter'
import type { LabelQueue, LabelSubject } from '../../../src/server/api/labels.ts'
import { EmptyState } from '../components/empty-state.tsx'
import { ErrorState } from '../components/error-state.tsx'
import { Loading } from '../components/loading.tsx'
import { LoadingSubject } from './labels/loading-subject.tsx'
import { PageHead } from '../components/page-head.tsx'
import { RunChoice } from '../components/run-choice.tsx'
import { callApi, fileAddress } from '../source/call-api.ts'
import { useRunSource } from '../source/run-source.ts'
import { useAnswer } from '../source/use-answer.ts'
import { fill, useAllWords } from '../words/language.tsx'
import { AgreementCard } from './labels/agreement-card.tsx'
import { AssignDialog } from './labels/assign-dialog.tsx'
import { type LabelAssignment, assignedTo, parseAssignment, printAssignment } from './labels/assignment.ts'
import { AuthorField, useAuthor } from './labels/author-field.tsx'
import { CorrectedCard } from './labels/corrected-card.tsx'
import { JudgesCard } from './labels/judges-card.tsx'
import { LabelList } from './labels/label-list.tsx'
import type { ShownLabelling, QueuePlace } from './labels/one-shown.ts'
import { PlanCard } from './labels/plan-card.tsx'
import { PlanNote } from './labels/plan-note.tsx'
import { placeName, usePlannedPlaces } from './labels/planned-places.ts'
import { PreferenceCard } from './labels/preference-card.tsx'
import { Queue } from './labels/queue.tsx'
import { Settle } from './labels/settle.tsx'
import { SubjectChoice, firstSubject } from './labels/subject-choice.tsx'

/** People's verdicts on results: given blind, and held against the judge's. */
export function Labels() {
  const { words } = useAllWords()
  const source = useRunSource()
  const runs = useAnswer('runs', async (signal) => (await source.runs(signal)).runs)
  const [search] = useSearchParams()
  if (runs.status === 'loading') return <Loading />
  if (runs.status === 'failed') return <ErrorState error={runs.error} retry={runs.reload} />
  const runId = search.get('run') ?? runs.value[0]?.runId
  return (
    <>
      <PageHead title={words.titles.labels}>
        {runId !== undefined && <RunChoice runs={runs.value} chosen={runId} />}
      </PageHead>
      {runId === undefined ? (
        <EmptyState title={words.labels.empty} next={words.labels.emptyNext} />
      ) : (
        <OfRun key={runId} runId={runId} />
      )}
    </>
  )
}

function OfRun({ runId }: { readonly runId: string }) {
  const { words } = useAllWords()
  const [search, setSearch] = useSearchParams()
  const [author, setAuthor] = useAuthor(search.get('by'))
  const [assigning, setAssigning] = useState(false)
  const view = search.get('show') ?? ''
  const show = (change: Readonly<Record<string, string | undefined>>) =>
    setSearch(
      Object.entries({
        run: runId,
        metric: search.get('metric') ?? undefined,
        aspect: search.get('aspect') ?? undefined,
        ...change,
      })
        .flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
        .concat(printed(parseAssignment(search))),
    )
  return (
    <div className="stack">
      <div className="row labels-head">
        <AuthorField author={author} choose={setAuthor} />
        <div className="row" role="group" aria-label={words.labels.show}>
          {views.map((name) => (
            <button
              key={name}
              type="button"
              className="button"
              aria-pressed={view === (name === 'queue' ? '' : name)}
              onClick={() => show(name === 'queue' ? {} : { show: name })}
            >
              {name === 'differ' ? words.labels.settle.title : words.labels[name]}
            </button>
          ))}
        </div>
        <button type="button" className="button" onClick={() => setAssigning(true)}>
          {words.labels.assign.button}
        </button>
        <a className="button" href={fileAddress('labels', { runId })} download title={words.labels.exportHint}>
          {words.labels.export}
        </a>
      </div>
      <AssignDialog
        open={assigning}
        close={() => setAssigning(false)}
        assignment={parseAssignment(search)}
        address={addressOf(runId, subjectIn(search))}
      />
      {view === 'all' && <LabelList runId={runId} />}
      {view === 'differ' && <Settle runId={runId} subject={subjectIn(search) ?? {}} author={author} />}
      {view !== 'all' && view !== 'differ' && <ToLabel runId={runId} author={author} />}
    </div>
  )
}

const views = ['queue', 'differ', 'all'] as const

/** An assignment stays in the address whatever else is chosen. */
function printed(assignment: LabelAssignment | undefined): string[][] {
  return assignment === undefined ? [] : printAssignment(assignment).map((pair) => [...pair])
}

function addressOf(runId: string, subject: LabelSubject | undefined): URLSearchParams {
  const { metric = '', aspect } = subject ?? {}
  return new URLSearchParams({
    run: runId,
    ...(subject !== undefined && { metric }),
    ...(aspect !== undefined && { aspect }),
  })
}

function ToLabel({ runId, author }: { readonly runId: string; readonly author: string }) {
  const [search, setSearch] = useSearchParams()
  const subject = subjectIn(search)
  const assignment = parseAssignment(search)
  const choose = ({ metric = '', aspect }: LabelSubject, { replace = false } = {}) =>
    setSearch(
      [...addressOf(runId, { metric, aspect }), ...printed(assignment)].map((pair) => [...pair]),
      { replace },
    )
  // Who begins or leaves a plan sees what was labelled meanwhile.
  const name = JSON.stringify([runId, subject, author, search.get('plan')])
  const queue = useAnswer(name, async (signal) =>
    callApi('labelQueue', { params: { runId }, query: { ...subject, by: author || undefined }, signal }),
  )
  const plan = usePlannedPlaces(runId, subject)
  const chooseFirst = useEffectEvent((metrics: LabelQueue['metrics']) =>
    choose(firstSubject(metrics), { replace: true }),
  )
  // Where nothing was chosen, what is most worth it is, and stands in the address like every choice.
  const first = subject === undefined && queue.status === 'ready' ? queue.value : undefined
  useEffect(() => {
    if (first !== undefined) chooseFirst(first.metrics)
  }, [first])
  if (queue.status === 'failed') return <ErrorState error={queue.error} retry={queue.reload} />
  if (plan.status === 'failed') return <ErrorState error={plan.error} retry={plan.reload} />
  if (queue.status === 'loading' || plan.status === 'loading' || subject === undefined) return <LoadingSubject />
  const { metrics, places, pairs = false } = queue.value
  const planned = plan.value
  const drawn = planned === undefined ? places : places.filter((place) => planned.has(placeName(place)))
  const own = assignment === undefined ? drawn : assignedTo(author, drawn, assignment)
  const Queued = pairs ? PairsQueued : ResultsQueued
  return (
    <>
      {assignment !== undefined && (
        <OwnPart assignment={assignment} author={author} count={own.length} all={places.length} />
      )}
      {!pairs && <SubjectChoice metrics={metrics} subject={subject} choose={choose} />}
      {planned !== undefined && <PlanNote count={own.length} />}
      <Queued key={name} runId={runId} subject={subject} author={author} places={own} />
    </>
  )
}

type OwnPartProps = {
  readonly assignment: LabelAssignment
  readonly author: string
  readonly count: number
  readonly all: number
}

/** Which part of the results is this person's. */
function OwnPart({ assignment: { people }, author, count, all }: OwnPartProps) {
  const { words } = useAllWords()
  return (
    <p className="labels-own">
      {people.includes(author)
        ? fill(words.labels.assign.own, { person: author, count, all })
        : fill(words.labels.assign.notAmong, { people: people.join(', ') })}
    </p>
  )
}

type QueuedProps = ShownLabelling & { readonly places: readonly QueuePlace[] }

/** Results one by one, and what their labels come to. */
function ResultsQueued({ runId, subject, ...queued }: QueuedProps) {
  const agreement = useAnswer(runId, async (signal) => callApi('agreement', { params: { runId }, signal }))
  return (
    <>
      <Queue {...queued} runId={runId} subject={subject} pairs={false} onAnswer={agreement.reload} />
      {agreement.status === 'failed' && <ErrorState error={agreement.error} retry={agreement.reload} />}
      {agreement.status === 'ready' && (
        <>
          <AgreementCard agreement={agreement.value.agreement} subject={subject} />
          {subject.aspect === undefined && <CorrectedCard {...agreement.value} subject={subject} />}
        </>
      )}
      {subject.aspect === undefined && <PlanCard runId={runId} subject={subject} />}
      <JudgesCard />
    </>
  )
}

/** The same with two answers each. */
function PairsQueued({ runId, ...queued }: QueuedProps) {
  const people = useAnswer(runId, async (signal) => callApi('preferenceByPeople', { params: { runId }, signal }))
  return (
    <>
      <Queue {...queued} runId={runId} pairs onAnswer={people.reload} />
      {people.status === 'failed' && <ErrorState error={people.error} retry={people.reload} />}
      {people.status === 'ready' && <PreferenceCard of={people.value} />}
    </>
  )
}

/** In the address an empty metric is the result as a whole; without any, nothing was chosen yet. */
function subjectIn(search: URLSearchParams): LabelSubject | undefined {
  const metric = search.get('metric')
  if (metric === null) return undefined
  const aspect = search.get('aspect')
  return metric === '' ? {} : { metric, ...(aspect !== null && { aspect }) }
}
