import { count, quantity } from '../../../../src/reporters/number-format.ts'
import type { RunEstimate } from '../../../../src/server/api/new-run.ts'
import { type Fact, Facts } from '../../components/facts.tsx'
import { Card } from '../../components/card.tsx'
import { fill, useAllWords } from '../../words/language.tsx'
import { Sentences } from '../../components/sentences.tsx'

/** The run's estimated calls, cost and time. */
export function EstimateCard({ estimate }: { readonly estimate: RunEstimate }) {
  const { words } = useAllWords()
  const { cases, repeat, target, metrics, judges, calls, notes } = estimate
  const facts: readonly Fact[] = [
    [words.newRun.size, fill(words.newRun.plays, { cases: count(cases), repeat, total: count(cases * repeat) })],
    [words.runs.target, target],
    ...(metrics.length === 0 ? [] : [[words.run.metrics, metrics.join(', ')] as const]),
    ...(judges.length === 0 ? [] : [[words.runs.judge, judges.join(', ')] as const]),
    [words.runs.cost, estimatedCost(estimate, words.newRun)],
  ]
  return (
    <Card title={words.newRun.estimate}>
      <Facts facts={facts} live />
      {calls.length > 0 && (
        <ul className="new-run-calls">
          {calls.map((call) => (
            <li key={call.role} className="foreign">
              <Calls call={call} />
            </li>
          ))}
        </ul>
      )}
      <Sentences of={notes} label={words.newRun.notes} className="new-run-notes" />
    </Card>
  )
}

function Calls({ call }: { readonly call: RunEstimate['calls'][number] }) {
  const { words } = useAllWords()
  const { role, models, calls, most, tokens, dollars } = call
  const said = [
    most === undefined
      ? fill(words.newRun.callsAbout, { calls: count(calls) })
      : fill(words.newRun.callsAtMost, { calls: count(calls), most: count(most) }),
    fill(words.newRun.tokens, { tokens: count(tokens) }),
    dollars === undefined ? words.newRun.noPrice : fill(words.newRun.about, { dollars: quantity(dollars) }),
  ]
  return (
    <>
      <strong>{`${words.newRun[role]}: ${models.join(', ')}`}</strong>
      {`\n${said.join(' · ')}`}
    </>
  )
}

/** The estimated cost in words. */
export function estimatedCost(
  { costsMoney, dollars }: RunEstimate,
  words: { free: string; noPrice: string; about: string },
): string {
  if (!costsMoney) return words.free
  return dollars === undefined ? words.noPrice : fill(words.about, { dollars: quantity(dollars) })
}
