import { Estimate, z } from '../../source/shapes.ts'
import { useState } from 'react'
import { decimal, percent, points, pointsBounds, quantity } from '../../../../src/reporters/number-format.ts'
import { Card } from '../../components/card.tsx'
import { CommandLine } from '../../components/command-line.tsx'
import { readAs } from '../../source/read-as.ts'
import { fill, useAllWords } from '../../words/language.tsx'
import { RateAxis } from './rate-axis.tsx'

type JudgesCardReading =
  | { readonly race: JudgeRaceFile }
  | { readonly drifts: readonly { readonly metric: string; readonly drift: JudgeDriftFile }[] }
  | { readonly unreadable: string }

/** Compares judges on the labels, from a file of the command line that is kept in this browser. */
export function JudgesCard() {
  const { words } = useAllWords()
  const texts = words.labels.judges
  const [read, setRead] = useState<JudgesCardReading>()
  return (
    <Card title={texts.title}>
      <div className="stack">
        <p className="soft">{texts.about}</p>
        <CommandLine
          label={texts.race}
          text="shinsa judge race labels.jsonl --judge embedded --judge MODEL --output race.json"
        />
        <CommandLine
          label={texts.drift}
          text="shinsa judge validate labels.jsonl --against earlier.json --output drift.json"
        />
        <label className="row">
          {texts.open}
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
            <p className="foreign">{fill(texts.unreadable, { name: read.unreadable })}</p>
          )}
        </div>
      </div>
    </Card>
  )
}

async function readFile(file: File): Promise<JudgesCardReading> {
  const value = jsonIn(await file.text())
  const race = readAs(JudgeRaceFile, value)
  if (race.success) return { race: race.data }
  const drifts = readAs(Validation, value).data?.metrics.flatMap(({ metric, drift }) =>
    drift === undefined ? [] : [{ metric, drift }],
  )
  return drifts === undefined || drifts.length === 0 ? { unreadable: file.name } : { drifts }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function Race({ results, judges, differences, best }: JudgeRaceFile) {
  const texts = useAllWords().words.labels.judges
  const even = differences.filter(({ apart }) => !apart)
  return (
    <div className="stack">
      <RateAxis
        caption={fill(texts.agreement, { results })}
        rows={judges.map(({ name, agreement }) => ({
          of: best.includes(name) ? 'corrected' : 'judge',
          name,
          estimate: agreement,
        }))}
      />
      <p className="soft small">{fill(texts.agreement, { results })}</p>
      <ul className="foreign">
        {judges.map(({ name, dollars, seconds }) => (
          <li key={name}>
            {fill(texts.each, {
              name,
              dollars: dollars === undefined ? '–' : `$${quantity(dollars)}`,
              seconds: seconds === undefined ? '–' : quantity(seconds),
            })}
          </li>
        ))}
        {even.map(({ first, second }) => (
          <li key={`${first} ${second}`}>{fill(texts.even, { first, second })}</li>
        ))}
      </ul>
    </div>
  )
}

type Drifted = Extract<JudgesCardReading, { readonly drifts: unknown }>

function Drifts({ drifts }: Drifted) {
  const texts = useAllWords().words.labels.judges
  return (
    <ul className="foreign">
      {drifts.map(({ metric, drift: { outcome, judges, flipped, answered, passes, relevant } }) => (
        <li key={metric}>
          <b>
            {metric}: {fill(texts[outcome], { limit: percent(relevant) })}
          </b>{' '}
          <span>
            {fill(texts.flipped, { ...judges, flipped, answered })}
            {passes !== undefined &&
              ` ${fill(texts.passes, { ...pointsBounds(passes.difference), points: points(passes.difference.value), p: decimal(passes.p) })}`}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The part of a `shinsa judge race` file that the page shows. */
const JudgeRaceFile = z.object({
  results: z.number(),
  judges: z
    .array(
      z.object({
        name: z.string(),
        agreement: Estimate,
        dollars: z.number().optional(),
        seconds: z.number().optional(),
      }),
    )
    .min(2),
  differences: z.array(z.object({ first: z.string(), second: z.string(), apart: z.boolean() })),
  best: z.array(z.string()),
})
type JudgeRaceFile = z.infer<typeof JudgeRaceFile>

const JudgeDriftFile = z.object({
  outcome: z.enum(['changed', 'not-changed', 'cannot-tell']),
  answered: z.number(),
  flipped: z.number(),
  passes: z.object({ p: z.number(), difference: Estimate }).optional(),
  relevant: z.number(),
  judges: z.object({ first: z.string(), second: z.string() }),
})
type JudgeDriftFile = z.infer<typeof JudgeDriftFile>

/** The part of a `shinsa judge validate --against` file that the page shows. */
const Validation = z.object({
  metrics: z.array(z.object({ metric: z.string(), drift: JudgeDriftFile.optional() })),
})
