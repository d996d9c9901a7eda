import { JudgeDrift, JudgeRace, z } from '../../source/shapes.ts'
import { parsedJson } from '../../../../src/core/basics/json.ts'
import { judgeDriftSentences } from '../../../../src/reporters/judges/judge-drift-sentences.ts'
import { Sentences } from '../../components/sentences.tsx'
import { useState } from 'react'
import { quantity } from '../../../../src/reporters/number-format.ts'
import { Card } from '../../components/card.tsx'
import { CommandLine } from '../../components/command-line.tsx'
import { readAs } from '../../source/read-as.ts'
import { RateAxis } from './rate-axis.tsx'
import { formatted, say } from '../../words/say.ts'

type JudgesCardReading =
  | { readonly race: JudgeRace }
  | { readonly drifts: readonly { readonly metric: string; readonly drift: JudgeDrift }[] }
  | { readonly unreadable: string }

/** Compares judges on the labels, from a file of the command line that is kept in this browser. */
export function JudgesCard() {
  const [read, setRead] = useState<JudgesCardReading>()
  return (
    <Card title={say('Judges held against the labels')}>
      <div className="stack">
        <p className="soft">
          {say(
            'Download the labels and ask any judges the same; the files that these commands write are shown here, and stay in this browser.',
          )}
        </p>
        <CommandLine
          label={say('Several judges')}
          text="shinsa judge race labels.jsonl --judge embedded --judge MODEL --output race.json"
        />
        <CommandLine
          label={say('One judge, now and earlier')}
          text="shinsa judge validate labels.jsonl --against earlier.json --output drift.json"
        />
        <label className="row">
          {say('Show a result')}
          <input
            type="file"
            accept=".json,application/json"
            onChange={({ target }) => {
              const file = target.files?.[0]
              if (file !== undefined) void readFile(file).then(setRead)
            }}
          />
        </label>
        <div aria-live="polite">
          {read !== undefined && 'race' in read && <Race {...read.race} />}
          {read !== undefined && 'drifts' in read && <Drifts drifts={read.drifts} />}
          {read !== undefined && 'unreadable' in read && (
            <p className="foreign">
              {say('{name} is no result of judge race, and none of judge validate --against.', {
                name: read.unreadable,
              })}
            </p>
          )}
        </div>
      </div>
    </Card>
  )
}

async function readFile(file: File): Promise<JudgesCardReading> {
  const value = parsedJson(await file.text())
  const race = readAs(JudgeRace, value)
  if (race.success) return { race: race.data }
  const drifts = readAs(Validation, value).data?.metrics.flatMap(({ metric, drift }) =>
    drift === undefined ? [] : [{ metric, drift }],
  )
  return drifts === undefined || drifts.length === 0 ? { unreadable: file.name } : { drifts }
}

function Race({ results, judges, differences, best }: JudgeRace) {
  const caption = say(
    'Agreement with people on {results} labelled results; the best, and those that cannot be told from it, in colour',
    { results },
  )
  return (
    <div className="stack">
      <RateAxis
        caption={caption}
        rows={judges.map(({ name, agreement }) => ({
          of: best.includes(name) ? 'corrected' : 'judge',
          name,
          estimate: agreement,
        }))}
      />
      <p className="soft small">{caption}</p>
      <ul className="foreign">
        {judges.map(({ name, dollars, seconds }) => (
          <li key={name}>
            {say('{name}: {dollars} and {seconds} s for each result', {
              name,
              dollars: formatted.dollars(dollars) ?? '–',
              seconds: seconds === undefined ? '–' : quantity(seconds),
            })}
          </li>
        ))}
        {differences.map(
          ({ first, second, apart }) =>
            !apart && (
              <li key={`${first} ${second}`}>{say('{first} and {second} cannot be told apart', { first, second })}</li>
            ),
        )}
      </ul>
    </div>
  )
}

type Drifted = Extract<JudgesCardReading, { readonly drifts: unknown }>

function Drifts({ drifts }: Drifted) {
  return (
    <ul className="foreign">
      {drifts.map(({ metric, drift }) => {
        const [outcome, ...others] = judgeDriftSentences(metric, drift)
        return (
          <li key={metric}>
            {outcome !== undefined && <b>{say(outcome)}</b>}
            <Sentences of={others} className="soft small" />
          </li>
        )
      })}
    </ul>
  )
}

/** The part of a `shinsa judge validate --against` file that the page shows. */
const Validation = z.object({
  metrics: z.array(z.object({ metric: z.string(), drift: JudgeDrift.optional() })),
})
