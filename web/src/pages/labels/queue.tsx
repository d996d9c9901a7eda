import type { EvalCase } from '../../../../src/core/eval-case.ts'
import { Card } from '../../components/card.tsx'
import { KeyList } from '../../components/key-list.tsx'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useSearchParams } from 'wouter'
import type { LabelAnswer, LabelQueue, LabelSubject } from '../../../../src/server/api/labels.ts'
import { AnswerState, EmptyState } from '../../components/state.tsx'
import { LoadingSubject } from './loading-subject.tsx'
import { useToast } from '../../components/toast.tsx'
import { callApi } from '../../source/call-api.ts'
import { useApi } from '../../source/use-answer.ts'
import { type Said, AnswerForm } from './answer-form.tsx'
import { BlindResult } from './blind-result.tsx'
import { KeyCap } from './key-cap.tsx'
import { resultKey } from '../../source/result-key.ts'
import { QueueSteps, type QueueStepsProps, useQueueFocus } from './queue-steps.tsx'
import { sameRating } from './labelled-subject.ts'
import { Revealed } from './revealed.tsx'
import { useKeys } from './use-keys.ts'
import { Button } from '../../components/button.tsx'
import { say } from '../../words/say.ts'

type QueuePlace = LabelQueue['places'][number]

type ShownLabelling = {
  readonly runId: string
  readonly subject: LabelSubject
  readonly author: string
  /** Whether somebody picked the shown cases. */
  readonly picked: boolean
  /** Grades in place of a score, worst first. */
  readonly scale: readonly string[] | undefined
  readonly onAnswer: () => void
}

export type QueueProps = ShownLabelling & { readonly places: readonly QueuePlace[] }

/** Shows one result after another, blind until it is answered; the address says which one. */
export function Queue({ places: listed, onAnswer, ...labelling }: QueueProps) {
  const [help, setHelp] = useState(false)
  const { places, place, goTo, goOn, goBack, markAnswered } = useQueuePlace(listed)
  useKeys({ s: goOn, n: goOn, u: () => goBack?.(), '?': () => setHelp(true) })

  if (places.length === 0)
    return (
      <EmptyState
        title={say('Nothing can be labelled yet')}
        next={say('A result can be labelled as soon as its case has ended.')}
      />
    )
  return (
    <div className="stack">
      <QueueProgress places={places} help={() => setHelp(true)} />
      {place === undefined ? (
        <EmptyState
          title={say('All of them are labelled')}
          next={say('Download the labels and ask any judge the same: shinsa judge validate FILE --judge MODEL.')}
        >
          <Button onClick={() => goTo(0)}>{say('Review them again')}</Button>
        </EmptyState>
      ) : (
        <OneResult
          key={resultKey(place)}
          {...labelling}
          place={place}
          goOn={goOn}
          goBack={goBack}
          onAnswer={() => {
            markAnswered(place)
            onAnswer()
          }}
        />
      )}
      <KeyList open={help} close={() => setHelp(false)} keys={keysOf()} />
    </div>
  )
}

/** The result in the address or the first one without an answer, and the ways to others. */
function useQueuePlace(listed: readonly QueuePlace[]) {
  const tell = useToast()
  const [search, setSearch] = useSearchParams()
  const [given, setGiven] = useState<ReadonlySet<string>>(new Set())
  const places = listed.map((place) => ({ ...place, answered: place.answered || given.has(resultKey(place)) }))
  const chosen = places.findIndex((place) => resultKey(place) === search.get('at'))
  const at = chosen < 0 ? places.findIndex((one) => !one.answered) : chosen
  const place = places[at]

  function setPlace(next: QueuePlace | undefined, keepsOther = false): void {
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        if (next === undefined) after.delete('at')
        else if (!keepsOther || !after.has('at')) after.set('at', resultKey(next))
        return after
      },
      { replace: true },
    )
  }

  const goTo = (index: number | undefined) => setPlace(index === undefined ? undefined : places[index])

  /** The next result without an answer; skipped ones come last. */
  function goOn(): void {
    const waiting = places.flatMap(({ answered }, index) => (answered || index === at ? [] : [index]))
    const next = waiting.find((index) => index > at) ?? waiting[0]
    if (next === undefined && place?.answered === false) tell(say('This is the last one without a label.'))
    else goTo(next)
  }

  /** An answered result stays on the screen; whoever has moved on is not called back. */
  function markAnswered(one: QueuePlace): void {
    setGiven((before) => new Set([...before, resultKey(one)]))
    setPlace(one, true)
  }

  return { places, place, goTo, goOn, goBack: at > 0 ? () => goTo(at - 1) : undefined, markAnswered }
}

function QueueProgress({ places, help }: { readonly places: readonly QueuePlace[]; readonly help: () => void }) {
  const all = places.length
  const done = places.filter(({ answered }) => answered).length
  return (
    <div className="row labels-progress">
      <progress max={all} value={done} aria-label={say('Labelled')} />
      <span>{say('{done} of {all} labelled, {left} left', { done, all, left: all - done })}</span>
      <Button aria-keyshortcuts="?" onClick={help}>
        {say('Keys')} <KeyCap name="?" />
      </Button>
    </div>
  )
}

type OneShown = ShownLabelling & Pick<QueueStepsProps, 'goOn' | 'goBack'> & { readonly place: QueuePlace }

function OneResult({ runId, subject, author, picked, scale, place, goOn, goBack, onAnswer }: OneShown) {
  const { position, repeat, caseId } = place
  const by = author === '' ? undefined : author
  const blind = useApi('blindCase', { params: { runId, position, repeat }, query: { ...subject, by } })
  const [given, setGiven] = useState<LabelAnswer>()
  const shown = blind.status === 'ready'
  const { heading, next } = useQueueFocus({ shown, given })
  const answer = given ?? blind.value?.answer
  useKeys({ Enter: () => answer !== undefined && goOn() })
  if (blind.status !== 'ready') return <AnswerState of={blind} meanwhile={<LoadingSubject />} />

  async function give(said: Said): Promise<void> {
    const before = answer?.label
    const stillBlind = before === undefined || (before.blind && sameRating(before, said))
    const wish = { ...subject, ...said, by, blind: stillBlind, ...(picked && { picked }) }
    const stored = await callApi('label', { body: { runId, position, repeat, ...wish } })
    // Keys that were pressed meanwhile find it answered.
    flushSync(() => setGiven(stored))
    onAnswer()
  }

  return (
    <div className="labels-columns">
      <section className="card" aria-labelledby="labels-result">
        <h2 ref={heading} id="labels-result" className="foreign" tabIndex={-1}>
          {caseId}
        </h2>
        <BlindResult
          runId={runId}
          result={blind.value}
          link={answer === undefined ? undefined : `/runs/${runId}/cases/${position}/${repeat}`}
        />
      </section>
      <div className="stack labels-answer">
        <RubricCard evalCase={blind.value.evalCase} />
        <Card title={say('Your answer')}>
          <AnswerForm
            name={[runId, resultKey(place), subject.metric, subject.aspect].join(' ')}
            earlier={answer?.label}
            keys
            scale={scale}
            give={give}
          />
          <QueueSteps goOn={goOn} goBack={goBack} answered={answer !== undefined} next={next} />
        </Card>
        <div aria-live="polite">
          {answer !== undefined && (
            <Card title={say('What the judge said')}>
              <Revealed answer={answer} />
            </Card>
          )}
        </div>
      </div>
    </div>
  )
}

function keysOf() {
  return [
    [['p'], say('passed')],
    [['f'], say('failed')],
    [['0', '…', '9'], say('a score from 0 to 100; Enter saves it')],
    [['c'], say('write a comment; Escape leaves the field')],
    [['s'], say('skip; it comes again at the end')],
    [['n', 'Enter'], say('on to the next one')],
    [['u'], say('back to the previous one, to answer it anew')],
    [['?'], say('shows these keys')],
  ] as const
}

/** The criteria of a result: the case's rubrics, and the check of a review. */
function RubricCard({ evalCase: { rubrics = [], review } }: { readonly evalCase: EvalCase }) {
  if (rubrics.length === 0 && review === undefined) return null
  return (
    <Card title={say('Rubrics')}>
      <ul className="labels-rubrics">
        {review !== undefined && (
          <li>
            <b className="foreign">{review.checkName}</b>
            <p className="foreign">{review.checkDescription}</p>
          </li>
        )}
        {rubrics.map(({ id, property, description }) => (
          <li key={id}>
            <p className="foreign">{property}</p>
            {description !== undefined && <p className="soft small foreign">{description}</p>}
          </li>
        ))}
      </ul>
    </Card>
  )
}
