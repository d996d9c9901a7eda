import './labels.css'
import { useEffect, useEffectEvent, useState } from 'react'
import type { LabelQueue, LabelSubject } from '../../../src/server/api/labels.ts'
import { LoadingSubject } from './labels/loading-subject.tsx'
import { useChosen } from '../chosen.ts'
import { RunChosen } from '../components/run-chosen.tsx'
import { type ApiAnswer, fileAddress, callApi } from '../source/call-api.ts'
import { AgreementCard } from './labels/agreement-card.tsx'
import { type LabelAssignment, assignedTo, parseAssignment, printAssignment } from './labels/assignment.ts'
import { AuthorField, useAuthor } from './labels/author-field.tsx'
import { CorrectedCard } from './labels/corrected-card.tsx'
import { JudgesCard } from './labels/judges-card.tsx'
import { LabelList } from './labels/label-list.tsx'
import type { ShownLabelling, QueuePlace } from './labels/one-shown.ts'
import { usePlannedPlaces, plannedWidth } from './labels/planned-places.ts'
import { Queue } from './labels/queue.tsx'
import { ScaleField, scaleIn } from './labels/scale-field.tsx'
import { Settle } from './labels/settle.tsx'
import { SubjectChoice, firstSubject } from './labels/subject-choice.tsx'
import { Dialog } from '../components/dialog.tsx'
import { CommandLine } from '../components/command-line.tsx'
import { decimal } from '../../../src/reporters/number-format.ts'
import { Card } from '../components/card.tsx'
import { useAnswer, useApi } from '../source/use-answer.ts'
import { AnswerState } from '../components/answer-state.tsx'
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
  const [assigning, setAssigning] = useState(false)
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
        <Button onClick={() => setAssigning(true)}>{say('Assign …')}</Button>
        <a
          className="button"
          href={fileAddress('labels', { runId })}
          download
          title={say('As shinsa labels export writes them; shinsa judge validate reads the file.')}
        >
          {say('Download the labels')}
        </a>
      </div>
      <AssignDialog open={assigning} close={() => setAssigning(false)} runId={runId} />
      {view === 'all' && <LabelList runId={runId} />}
      {view === 'differ' && <Settle runId={runId} subject={subjectIn(search) ?? {}} author={author} />}
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

type QueuedProps = ShownLabelling & { readonly places: readonly QueuePlace[] }

/** The labelling queue and the agreement so far. */
function ResultsQueued({ runId, subject, ...queued }: QueuedProps) {
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

type AssignDialogProps = { readonly open: boolean; readonly close: () => void; readonly runId: string }

/** Assigns results to people: an address for each, which contains their name and their part. */
function AssignDialog({ open, close, runId }: AssignDialogProps) {
  const { search } = useChosen()
  const assignment = parseAssignment(search)
  const [names, setNames] = useState(assignment?.people.join('\n') ?? '')
  const [shared, setShared] = useState(String(Math.round((assignment?.shared ?? 0.2) * 100)))
  const people = [...new Set(names.split('\n').map((name) => name.trim()))].filter((name) => name !== '')
  const percent = Math.min(100, Math.max(0, Number(shared)))
  return (
    <Dialog
      open={open}
      close={close}
      title={say('Assign results to people')}
      about={say(
        'Each person gets an address of their own. Some results go to everybody, so that agreement can be measured; each other one goes to one person.',
      )}
    >
      <label className="stack labels-assign">
        {say('Names, one on each line')}
        <textarea rows={4} value={names} onChange={({ target }) => setNames(target.value)} />
      </label>
      <label className="row">
        {say('For everybody, in per cent')}
        <input
          type="number"
          min={0}
          max={100}
          value={shared}
          onChange={({ target }) => setShared(target.value)}
          className="answer-form-score"
        />
      </label>
      {people.length < 2 ? (
        <p className="soft">{say('Two people or more.')}</p>
      ) : (
        people.map((name) => (
          <CommandLine
            key={name}
            label={name}
            text={linkFor(name, { people, shared: percent / 100 }, [['run', runId], ...search])}
          />
        ))
      )}
    </Dialog>
  )
}

/** The address keeps the subject and gets another labeller. */
function linkFor(name: string, assignment: LabelAssignment, search: readonly (readonly [string, string])[]): string {
  const what = search.filter(([part]) => ['run', 'metric', 'aspect', 'cases', 'scale'].includes(part))
  const pairs = [...new Map(what), ...printAssignment(assignment), ['by', name]]
  return `${location.origin}/labels?${new URLSearchParams(pairs.map((pair) => [...pair]))}`
}

type PlanCardProps = { readonly runId: string; readonly subject: LabelSubject }

/** How many labels an interval of a given width needs, with a link to label these. */
function PlanCard({ runId, subject: { metric } }: PlanCardProps) {
  const { search, put } = useChosen()
  const [points, setPoints] = useState(() => String(Math.round(100 * (plannedWidth(search) ?? 0.1))))
  const width = Math.min(0.9, Math.max(0.01, Number(points) / 100 || 0.1))
  const plan = useApi('labelPlan', { params: { runId }, query: { metric, width } })
  const start = () => put({ plan: String(width), at: undefined }, { replace: false })
  return (
    <Card title={say('How many labels does it take?')}>
      <div className="stack">
        <label className="row">
          {say('Width of the interval, in points')}
          <input
            className="answer-form-score"
            type="number"
            min={1}
            max={90}
            value={points}
            onChange={({ target }) => setPoints(target.value)}
          />
        </label>
        <AnswerState of={plan} meanwhile={null}>
          {(value) => <Planned plan={value} start={start} />}
        </AnswerState>
      </div>
    </Card>
  )
}

function Planned({ plan, start }: { readonly plan: ApiAnswer<'labelPlan'>; readonly start: () => void }) {
  const { needed, there, worth, results } = plan
  return (
    <>
      <p>
        {say('{needed} labels in all; {there} are there, {left} to go.', { needed, there, left: results.length })}
        {worth > 1.05 && ` ${say('Beside the verdicts each counts for {worth}.', { worth: decimal(worth, 1) })}`}
      </p>
      <p className="soft small">
        {say('They are drawn by chance, with some of each verdict, so that they tell the rate of all results.')}
      </p>
      {results.length > 0 && (
        <div>
          <Button onClick={start}>{say('Label these {count}', { count: results.length })}</Button>
        </div>
      )}
    </>
  )
}
