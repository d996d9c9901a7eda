import './labels.css'
import { useEffect, useEffectEvent } from 'react'
import type { LabelQueue, LabelSubject } from '../../../src/server/api/labels.ts'
import { LoadingSubject } from './labels/loading-subject.tsx'
import { useChosen } from '../chosen.ts'
import { RunChosen } from '../components/run-chosen.tsx'
import { fileAddress, callApi } from '../source/call-api.ts'
import { AgreementCard } from './labels/agreement-card.tsx'
import { AssignButton, assignedTo, parseAssignment } from './labels/assignment.tsx'
import { AuthorField, useAuthor } from './labels/author-field.tsx'
import { CorrectedCard } from './labels/corrected-card.tsx'
import { JudgesCard } from './labels/judges-card.tsx'
import { LabelList } from './labels/label-list.tsx'
import { PlanCard, usePlannedPlaces } from './labels/plan-card.tsx'
import { Queue, type QueueProps } from './labels/queue.tsx'
import { ScaleField, scaleIn } from './labels/scale-field.tsx'
import { Settle } from './labels/settle.tsx'
import { SubjectChoice, firstSubject } from './labels/subject-choice.tsx'
import { usePerson } from '../source/use-person.ts'
import { useAnswer, useApi } from '../source/use-answer.ts'
import { AnswerState } from '../components/state.tsx'
import { resultKey } from '../source/result-key.ts'
import { Button } from '../components/button.tsx'
import { ChoiceButtons } from '../components/form/choice-buttons.tsx'
import { say } from '../words/say.ts'

/** Labels results blind and compares them with the judge. */
export function Labels() {
  return <RunChosen title={say('Labels')}>{(runId) => <OfRun key={runId} runId={runId} />}</RunChosen>
}

function OfRun({ runId }: { readonly runId: string }) {
  const { search, put } = useChosen()
  const [author, setAuthor] = useAuthor(search.get('by'))
  const view = search.get('show') ?? 'queue'
  const show = (name: string) =>
    put({ ...elsewhere, run: runId, show: name === 'queue' ? undefined : name }, { replace: false })
  return (
    <div className="stack">
      <div className="row labels-head">
        <AuthorField author={author} choose={setAuthor} />
        <ChoiceButtons
          label={say('View')}
          choices={[
            ['queue', say('Label results')],
            ['differ', say('Settle differences')],
            ['all', say('All labels')],
          ]}
          chosen={view}
          choose={show}
        />
        <AssignButton runId={runId} />
        <a
          className="button"
          href={fileAddress('labels', { runId })}
          download
          title={say('As shinsa labels export writes them; shinsa judge validate reads the file.')}
        >
          {say('Download the labels')}
        </a>
      </div>
      {view === 'all' && <LabelList runId={runId} />}
      {view === 'differ' && <Settle runId={runId} author={author} />}
      {view !== 'all' && view !== 'differ' && <ToLabel runId={runId} author={author} />}
    </div>
  )
}

/** Parameters that apply only to the results shown before. */
const elsewhere = { at: undefined, plan: undefined, q: undefined, sort: undefined }

function ToLabel({ runId, author }: { readonly runId: string; readonly author: string }) {
  const { search, put } = useChosen()
  const subject = subjectIn(search)
  const assignment = parseAssignment(search)
  const isSignedIn = usePerson() !== undefined
  const choose = ({ metric = '', aspect }: LabelSubject, { replace = false } = {}) =>
    put({ ...elsewhere, run: runId, metric, aspect }, { replace })
  // A change of the plan reloads the labels given meanwhile.
  const queryKey = ['labelQueue', runId, subject, author, search.get('plan')]
  const queue = useAnswer({
    queryKey,
    queryFn: async ({ signal }) =>
      callApi('labelQueue', { params: { runId }, query: { ...subject, by: author || undefined }, signal }),
  })
  const plan = usePlannedPlaces(runId, subject)
  useFirstSubject(subject === undefined ? queue.value : undefined, choose)
  if (queue.status !== 'ready') return <AnswerState of={queue} meanwhile={<LoadingSubject />} />
  if (plan.status !== 'ready') return <AnswerState of={plan} meanwhile={<LoadingSubject />} />
  if (subject === undefined) return <LoadingSubject />
  const { metrics, places } = queue.value
  const [planned, picked] = [plan.value ?? undefined, pickedIn(search)]
  const drawn = places.filter((one) => planned?.has(resultKey(one)) !== false && picked?.has(one.position) !== false)
  const own = assignment === undefined ? drawn : assignedTo(author, drawn, assignment)
  return (
    <>
      {assignment !== undefined && (
        <p className="labels-own">
          {assignment.people.includes(author)
            ? say('Assigned to {person}: {count} of {all} results', {
                person: author,
                count: own.length,
                all: places.length,
              })
            : isSignedIn
              ? say('These results are assigned to {people}, and you are signed in as {person}: all are shown.', {
                  people: assignment.people.join(', '),
                  person: author,
                })
              : say('These results are assigned to {people}. Enter one of these names to see a part; all are shown.', {
                  people: assignment.people.join(', '),
                })}
        </p>
      )}
      <div className="row">
        <SubjectChoice metrics={metrics} subject={subject} choose={choose} />
        <ScaleField />
      </div>
      {planned !== undefined && (
        <PartNote of="plan">{say('From the plan: {count} {count|result|results}', { count: own.length })}</PartNote>
      )}
      {picked !== undefined && (
        <PartNote of="cases">
          {say('Cases that were picked: {count} {count|result|results}. Their labels correct no rate of the run.', {
            count: own.length,
          })}
        </PartNote>
      )}
      <ResultsQueued
        key={JSON.stringify([queryKey, search.get('cases')])}
        {...{ runId, subject, author, scale: scaleIn(search) }}
        picked={picked !== undefined}
        places={own}
      />
    </>
  )
}

/** Chooses the most useful subject where the address has none, and writes it there. */
function useFirstSubject(
  unchosen: LabelQueue | undefined,
  choose: (subject: LabelSubject, how: { readonly replace: boolean }) => void,
): void {
  const chooseFirst = useEffectEvent((metrics: LabelQueue['metrics']) =>
    choose(firstSubject(metrics), { replace: true }),
  )
  useEffect(() => {
    if (unchosen !== undefined) chooseFirst(unchosen.metrics)
  }, [unchosen])
}

/** The labelling queue and the agreement so far. */
function ResultsQueued({ runId, subject, ...queued }: Omit<QueueProps, 'onAnswer'>) {
  const agreement = useApi('agreement', { params: { runId } })
  return (
    <>
      <Queue {...queued} runId={runId} subject={subject} onAnswer={agreement.reload} />
      <AnswerState of={agreement} meanwhile={null}>
        {(value) => (
          <>
            <AgreementCard agreement={value.agreement} subject={subject} />
            {subject.aspect === undefined && <CorrectedCard {...value} subject={subject} />}
          </>
        )}
      </AnswerState>
      {subject.aspect === undefined && <PlanCard runId={runId} subject={subject} />}
      <JudgesCard />
    </>
  )
}

/** An empty metric in the address means the whole result; undefined means that nothing was chosen. */
function subjectIn(search: URLSearchParams): LabelSubject | undefined {
  const metric = search.get('metric')
  if (metric === null) return undefined
  const aspect = search.get('aspect')
  return metric === '' ? {} : { metric, ...(aspect !== null && { aspect }) }
}

/** Positions of picked cases in the address. */
function pickedIn(search: URLSearchParams): ReadonlySet<number> | undefined {
  const cases = search.get('cases')
  return cases === null ? undefined : new Set(cases.split(',').map(Number))
}

/** Says that only planned or picked results are shown, with a button to show all. */
function PartNote({ of, children }: { readonly of: 'plan' | 'cases'; readonly children: string }) {
  const { change } = useChosen()
  return (
    <p className="row">
      {children}
      <Button onClick={() => change(of, '')}>{say('Show all results')}</Button>
    </p>
  )
}
