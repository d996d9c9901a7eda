import './judged-answer.css'
import { useId, useMemo, useState, type KeyboardEvent } from 'react'
import { useChosen } from '../../chosen.ts'
import type { Invocation } from '../../../../src/core/invocation.ts'
import type { Score } from '../../../../src/core/score.ts'
import { Card } from '../../components/card.tsx'
import { Select } from '../../components/form/select.tsx'
import { fill, useAllWords } from '../../words/language.tsx'
import { groundings, judgedTurns, type Grounding, type ShownSentence, type JudgedTurn } from './judged-sentences.ts'

type JudgedAnswerProps = { readonly scores: readonly Score[]; readonly invocations: readonly Invocation[] }

/** Answers with each judged sentence marked and its reason at hand; nothing where no metric judges sentences. */
export function JudgedAnswer({ scores, invocations }: JudgedAnswerProps) {
  const { words } = useAllWords()
  const { search, change } = useChosen()
  const judged = useMemo(
    () =>
      scores.flatMap((score) => {
        const turns = judgedTurns(score, invocations)
        return turns.length === 0 ? [] : [{ metric: score.metric, turns }]
      }),
    [scores, invocations],
  )
  const chosen = judged.find(({ metric }) => metric === search.get('grounding')) ?? judged[0]
  if (chosen === undefined) return null
  return (
    <Card
      title={words.grounding.title}
      aside={
        judged.length === 1 ? (
          <span className="soft small foreign">{chosen.metric}</span>
        ) : (
          <Select
            label={words.run.metric}
            value={chosen.metric}
            choices={judged.map(({ metric }) => [metric, metric])}
            choose={(metric) => change('grounding', metric)}
          />
        )
      }
    >
      <Legend turns={chosen.turns} />
      {chosen.turns.map((turn) => (
        <JudgedText key={`${chosen.metric} ${turn.turn}`} judged={turn} several={invocations.length > 1} />
      ))}
    </Card>
  )
}

/** Signs beside colours, so that nothing depends on colour alone. */
const signs: Readonly<Record<Grounding | 'unjudged', string>> = {
  supported: '✓',
  quoted: '❝',
  unsupported: '?',
  contradictory: '✕',
  disputed: '≠',
  not_applicable: '–',
  unlabelled: '○',
  unjudged: '◌',
}

function Sign({ of }: { readonly of: Grounding | 'unjudged' }) {
  const { words } = useAllWords()
  return (
    <span className="judged-mark" data-of={of}>
      <span aria-hidden="true">{signs[of]}</span> {words.grounding.labels[of]}
    </span>
  )
}

function Legend({ turns }: { readonly turns: readonly JudgedTurn[] }) {
  const { words } = useAllWords()
  const counted = [
    ...turns.flatMap(({ sentences }) => sentences.map(({ grounding }) => grounding)),
    ...turns.flatMap(({ pieces }) => pieces.flatMap(({ is }) => (is === 'unjudged' ? [is] : []))),
  ]
  return (
    <ul className="row small judged-legend" aria-label={words.grounding.legend}>
      {[...groundings, 'unjudged' as const]
        .map((grounding) => ({ grounding, count: counted.filter((one) => one === grounding).length }))
        .filter(({ count }) => count > 0)
        .map(({ grounding, count }) => (
          <li key={grounding}>
            <Sign of={grounding} /> {count}
          </li>
        ))}
    </ul>
  )
}

function JudgedText({ judged, several }: { readonly judged: JudgedTurn; readonly several: boolean }) {
  const { words } = useAllWords()
  const [looked, lookAt] = useState<number>()
  const panel = useId()
  const { pieces, elsewhere, sentences, turn } = judged
  const sentence = looked === undefined ? undefined : sentences[looked]
  const name = several ? fill(words.case.turn, { turn: turn + 1 }) : words.grounding.answer
  return (
    <div className="stack judged-turn" role="group" aria-label={name}>
      {several && <h3 className="soft">{name}</h3>}
      <p className="foreign judged-text">
        {pieces.map(({ text, is }, index) => {
          const of = is === undefined || is === 'unjudged' ? is : sentences[is]?.grounding
          if (of === undefined) return text
          if (is === undefined || is === 'unjudged') {
            return (
              <span key={index} className="judged-mark" data-of={of}>
                <SignedText text={text} of={of} />
              </span>
            )
          }
          return (
            <Sentence
              key={index}
              text={text}
              grounding={of}
              panel={panel}
              isLookedAt={is === looked}
              look={(now) => lookAt(now ? is : undefined)}
            />
          )
        })}
      </p>
      <div
        id={panel}
        className="judged-why"
        data-of={sentence?.grounding}
        role="region"
        aria-label={several ? `${words.run.reason}: ${name}` : words.run.reason}
        aria-live="polite"
        // Long reasons scroll, which must be possible by keyboard.
        tabIndex={0}
      >
        {sentence === undefined ? (
          <p className="soft small">{words.grounding.choose}</p>
        ) : (
          <Verdict sentence={sentence} />
        )}
      </div>
      {elsewhere.length > 0 && (
        <details>
          <summary>{fill(words.grounding.elsewhere, { count: elsewhere.length })}</summary>
          <ul className="stack">
            {elsewhere.flatMap((index) => {
              const one = sentences[index]
              return one === undefined
                ? []
                : [
                    <li key={index}>
                      <p className="foreign">{one.text}</p>
                      <Verdict sentence={one} />
                    </li>,
                  ]
            })}
          </ul>
        </details>
      )}
    </div>
  )
}

type MarkedSentence = {
  readonly text: string
  readonly grounding: Grounding | 'unjudged'
  readonly panel: string
  readonly isLookedAt: boolean
  readonly look: (now: boolean) => void
}

/** A button within flowing text, which the `button` element cannot be. */
function Sentence({ text, grounding, panel, isLookedAt, look }: MarkedSentence) {
  function onKey(event: KeyboardEvent): void {
    if (event.key === 'Escape') look(false)
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    look(true)
  }
  return (
    <span
      role="button"
      tabIndex={0}
      className="judged-mark judged-sentence"
      data-of={grounding}
      aria-pressed={isLookedAt}
      aria-controls={panel}
      onClick={() => look(true)}
      onFocus={() => look(true)}
      onKeyDown={onKey}
    >
      <SignedText text={text} of={grounding} />
    </span>
  )
}

function SignedText({ text, of }: { readonly text: string; readonly of: Grounding | 'unjudged' }) {
  const { words } = useAllWords()
  return (
    <>
      <span className="judged-sign" aria-hidden="true">
        {signs[of]}
      </span>
      {text}
      <span className="hidden-words"> ({words.grounding.labels[of]})</span>
    </>
  )
}

function Verdict({ sentence: { grounding, reason, quote } }: { readonly sentence: ShownSentence }) {
  const { words } = useAllWords()
  const isAgainst = grounding === 'contradictory' || grounding === 'disputed'
  return (
    <>
      <p>
        <b>
          <Sign of={grounding} />
        </b>{' '}
        <span className="foreign">{reason ?? words.grounding.explained[grounding]}</span>
      </p>
      {quote !== undefined && (
        <figure>
          <figcaption className="soft small">{isAgainst ? words.grounding.against : words.grounding.from}</figcaption>
          <blockquote className="foreign">{quote}</blockquote>
        </figure>
      )}
    </>
  )
}
