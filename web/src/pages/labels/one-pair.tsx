import './one-pair.css'
import { useRef, useState, type RefObject } from 'react'
import type { BlindPair, PairAnswer } from '../../../../src/server/api/labels.ts'
import { Card } from '../../components/card.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { forget, useHeldKeys } from '../../keys-ahead.ts'
import { callApi } from '../../source/call-api.ts'
import { useAnswer } from '../../source/use-answer.ts'
import { fill, useAllWords } from '../../words/language.tsx'
import { ScoreReport } from '../case/score-report.tsx'
import { KeyCap } from './key-cap.tsx'
import { LoadingSubject, pairKeys } from './loading-subject.tsx'
import type { OneShown } from './one-shown.ts'
import { QueueSteps, useQueueFocus } from './queue-steps.tsx'
import { useKeys } from './use-keys.ts'

type OnePairChoice = PairAnswer['chosen']

/** Two answers side by side, whose they are unsaid until one is chosen. */
export function OnePair({ runId, author, place, goOn, goBack, onAnswer }: OneShown) {
  const { words } = useAllWords()
  const texts = words.labels.pairs
  const { position, repeat } = place
  const by = author === '' ? undefined : author
  const pair = useAnswer(JSON.stringify([runId, position, repeat, author]), async (signal) =>
    callApi('blindPair', {
      params: { runId, position: String(position), repeat: String(repeat) },
      query: { by },
      signal,
    }),
  )
  const [given, setGiven] = useState<PairAnswer>()
  const [trouble, setTrouble] = useState<unknown>()
  const giving = useRef(false)
  const { hold, release } = useHeldKeys()
  const shown = pair.status === 'ready'
  const { heading, next } = useQueueFocus({ shown, given })
  const answer = given ?? (pair.status === 'ready' ? pair.value.answer : undefined)

  async function choose(chosen: OnePairChoice): Promise<void> {
    if (!shown || giving.current || answer?.chosen === chosen) return
    giving.current = true
    hold()
    try {
      const body = { runId, position, repeat, chosen, by, blind: answer === undefined }
      setGiven(await callApi('pairLabel', { body }))
      setTrouble(undefined)
      onAnswer()
    } catch (error) {
      forget()
      setTrouble(error)
    } finally {
      giving.current = false
      release()
    }
  }

  useKeys(shown ? { '1': () => void choose('one'), '2': () => void choose('two'), t: () => void choose('tie') } : {})
  if (pair.status === 'loading') return <LoadingSubject keys={pairKeys} />
  if (pair.status === 'failed') return <ErrorState error={pair.error} retry={pair.reload} />
  const choices = [
    ['one', '1', texts.one],
    ['two', '2', texts.two],
    ['tie', 't', texts.tie],
  ] as const
  return (
    <div className="stack">
      <Compared pair={pair.value} names={answer?.names} heading={heading} />
      <Card title={texts.better}>
        <div className="stack">
          <div className="row">
            {choices.map(([chosen, key, name]) => (
              <button
                key={chosen}
                type="button"
                className="button"
                aria-pressed={answer?.chosen === chosen}
                aria-keyshortcuts={key}
                onClick={() => void choose(chosen)}
              >
                {name} <KeyCap name={key} />
              </button>
            ))}
          </div>
          {trouble !== undefined && <ErrorState error={trouble} />}
          <QueueSteps goOn={goOn} goBack={goBack} answered={answer !== undefined} next={next} />
        </div>
      </Card>
      <div aria-live="polite">{answer !== undefined && <PairRevealed answer={answer} />}</div>
    </div>
  )
}

function Text({ name, text }: { readonly name: string; readonly text: string }) {
  if (text === '') return null
  return (
    <div>
      <h3 className="soft small">{name}</h3>
      <p className="foreign one-pair-text">{text}</p>
    </div>
  )
}

type ComparedProps = {
  readonly pair: BlindPair
  /** Whose answers they are, once that may be said. */
  readonly names: PairAnswer['names'] | undefined
  readonly heading: RefObject<HTMLHeadingElement | null>
}

function Compared({ pair: { caseId, question, reference, criteria, answers }, names, heading }: ComparedProps) {
  const texts = useAllWords().words.labels.pairs
  return (
    <>
      <section className="card stack" aria-labelledby="labels-result">
        <h2 ref={heading} id="labels-result" className="foreign" tabIndex={-1}>
          {caseId}
        </h2>
        <Text name={texts.question} text={question} />
        <Text name={texts.reference} text={reference} />
        <Text name={texts.criteria} text={criteria ?? ''} />
      </section>
      <div className="one-pair-sides">
        {answers.map((text, index) => (
          <section key={index === 0 ? 'one' : 'two'} className="card" aria-label={fill(texts.answer, { n: index + 1 })}>
            <h3>{fill(texts.answer, { n: index + 1 })}</h3>
            {names !== undefined && <p className="soft foreign">{names[index]}</p>}
            <p className="foreign one-pair-text">{text === '' ? texts.empty : text}</p>
          </section>
        ))}
      </div>
    </>
  )
}

/** What the judge said of the same pair. */
function PairRevealed({ answer: { chosen, judge, scores } }: { readonly answer: PairAnswer }) {
  const { words } = useAllWords()
  const { labels } = words
  const names = { one: labels.pairs.one, two: labels.pairs.two, tie: labels.pairs.tie }
  return (
    <Card title={labels.revealed}>
      {judge === undefined ? (
        <p>{labels.silent}</p>
      ) : (
        <p className="labels-outcome" data-same={judge === chosen}>
          <span aria-hidden="true">{judge === chosen ? '=' : '≠'}</span>{' '}
          {fill(labels.pairs.judgeSaid, { chosen: names[judge] })}
        </p>
      )}
      {scores.map((score) => (
        <ScoreReport key={score.metric} score={score} />
      ))}
    </Card>
  )
}
