import './judged-answer.css'
import { useId, useMemo, useState, type KeyboardEvent } from 'react'
import { useChosen } from '../../chosen.ts'
import type { Invocation } from '../../../../src/core/invocation.ts'
import type { Score } from '../../../../src/core/score.ts'
import { Card } from '../../components/card.tsx'
import { Select } from '../../components/form/field.tsx'
import { groundings, judgedTurns, type Grounding, type ShownSentence, type JudgedTurn } from './judged-sentences.ts'
import { say } from '../../words/say.ts'

type JudgedAnswerProps = { readonly scores: readonly Score[]; readonly invocations: readonly Invocation[] }

/** Answers with each judged sentence marked and its reason at hand; nothing where no metric judges sentences. */
export function JudgedAnswer({ scores, invocations }: JudgedAnswerProps) {
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
      title={say('Sentence by sentence')}
      aside={
        judged.length === 1 ? (
          <span className="soft small foreign">{chosen.metric}</span>
        ) : (
          <Select
            label={say('Metric')}
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
const marks = {
  supported: { sign: '✓', name: 'Supported' },
  quoted: { sign: '❝', name: 'Quoted' },
  unsupported: { sign: '?', name: 'Unsupported' },
  contradictory: { sign: '✕', name: 'Contradicted' },
  disputed: { sign: '≠', name: 'Disputed' },
  not_applicable: { sign: '–', name: 'No claim' },
  unlabelled: { sign: '○', name: 'No verdict' },
  unjudged: { sign: '◌', name: 'Not judged' },
} as const

const explained = {
  supported: 'The evidence bears it out.',
  quoted: 'Its quotes stand in the documents, word by word.',
  unsupported: 'Nothing in the evidence bears it out.',
  contradictory: 'The evidence says otherwise.',
  disputed: 'Some of the evidence bears it out, some says otherwise.',
  not_applicable: 'It claims nothing that evidence could bear out.',
  unlabelled: 'The judge was asked and gave no verdict.',
} as const

function Sign({ of }: { readonly of: Grounding | 'unjudged' }) {
  return (
    <span className="judged-mark" data-of={of}>
      <span aria-hidden="true">{marks[of].sign}</span> {say(marks[of].name)}
    </span>
  )
}

function Legend({ turns }: { readonly turns: readonly JudgedTurn[] }) {
  const counted = [
    ...turns.flatMap(({ sentences }) => sentences.map(({ grounding }) => grounding)),
    ...turns.flatMap(({ pieces }) => pieces.flatMap(({ is }) => (is === 'unjudged' ? [is] : []))),
  ]
  return (
    <ul className="row small judged-legend" aria-label={say('What the marks mean')}>
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
  const [looked, lookAt] = useState<number>()
  const panel = useId()
  const { pieces, elsewhere, sentences, turn } = judged
  const sentence = looked === undefined ? undefined : sentences[looked]
  const name = several ? say('Turn {turn}', { turn: turn + 1 }) : say('The answer')
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
        aria-label={several ? `${say('Why')}: ${name}` : say('Why')}
        aria-live="polite"
        // Long reasons scroll, which must be possible by keyboard.
        tabIndex={0}
      >
        {sentence === undefined ? (
          <p className="soft small">{say('Choose a sentence to see what was made of it, and from what.')}</p>
        ) : (
          <Verdict sentence={sentence} />
        )}
      </div>
      {elsewhere.length > 0 && (
        <details>
          <summary>
            {say('{count} judged {count|sentence|sentences} that the answer does not have in these words', {
              count: elsewhere.length,
            })}
          </summary>
          <ul className="stack">
            {elsewhere
              .flatMap((index) => sentences[index] ?? [])
              .map((one, index) => (
                <li key={index}>
                  <p className="foreign">{one.text}</p>
                  <Verdict sentence={one} />
                </li>
              ))}
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
  return (
    <>
      <span className="judged-sign" aria-hidden="true">
        {marks[of].sign}
      </span>
      {text}
      <span className="hidden-words"> ({say(marks[of].name)})</span>
    </>
  )
}

function Verdict({ sentence: { grounding, reason, quote } }: { readonly sentence: ShownSentence }) {
  const isAgainst = grounding === 'contradictory' || grounding === 'disputed'
  return (
    <>
      <p>
        <b>
          <Sign of={grounding} />
        </b>{' '}
        <span className="foreign">{reason ?? say(explained[grounding])}</span>
      </p>
      {quote !== undefined && (
        <figure>
          <figcaption className="soft small">
            {isAgainst ? say('The evidence says otherwise') : say('In the evidence')}
          </figcaption>
          <blockquote className="foreign">{quote}</blockquote>
        </figure>
      )}
    </>
  )
}
