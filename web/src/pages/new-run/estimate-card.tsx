import { count, quantity } from '../../../../src/reporters/number-format.ts'
import type { RunEstimate } from '../../../../src/server/api/new-run.ts'
import { type Fact, Facts } from '../../components/facts.tsx'
import { Card } from '../../components/card.tsx'
import { Sentences } from '../../components/sentences.tsx'
import { say } from '../../words/say.ts'

/** The run's estimated calls, cost and time. */
export function EstimateCard({ estimate }: { readonly estimate: RunEstimate }) {
  const { cases, repeat, target, metrics, judges, calls, notes } = estimate
  const facts: readonly Fact[] = [
    [say('Size'), sizeText(cases, repeat)],
    [say('Target'), target],
    [say('Metrics'), metrics.join(', ')],
    [say('Judge'), judges.join(', ')],
    [say('Cost'), estimatedCost(estimate)],
  ]
  return (
    <Card title={say('Estimate')}>
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
      <Sentences of={notes} label={say('Before you start')} className="new-run-notes" />
    </Card>
  )
}

const roles = {
  agent: 'The agent’s models',
  user: 'Simulated users',
  environment: 'Simulated tools',
  judge: 'Judge',
} as const

function Calls({ call }: { readonly call: RunEstimate['calls'][number] }) {
  const { role, models, calls, most, tokens, dollars } = call
  const said = [
    most === undefined
      ? say('about {calls} calls', { calls: count(calls) })
      : say('at most {most} calls, usually {calls}', { calls: count(calls), most: count(most) }),
    say('about {tokens} tokens', { tokens: count(tokens) }),
    estimatedCost({ costsMoney: true, dollars }),
  ]
  return (
    <>
      <strong>{`${say(roles[role])}: ${models.join(', ')}`}</strong>
      {`\n${said.join(' · ')}`}
    </>
  )
}

/** How many cases are played how often. */
export function sizeText(cases: number, repeat: number): string {
  const values = { cases: count(cases), repeat, total: count(cases * repeat) }
  return say('{cases} {cases|case|cases} × {repeat} = {total} {total|result|results}', values)
}

/** The estimated cost in words. */
export function estimatedCost({ costsMoney, dollars }: Pick<RunEstimate, 'costsMoney' | 'dollars'>): string {
  if (!costsMoney) return say('No paid models')
  return dollars === undefined ? say('price unknown') : say('about ${dollars}', { dollars: quantity(dollars) })
}
