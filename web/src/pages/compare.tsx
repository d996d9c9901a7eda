import './compare.css'
import { useSearchParams } from 'wouter'
import {
  comparisonOutcome,
  comparisonVerdict,
  lessEvaluatedSentence,
  metricSentences,
  quantitySentences,
  settingSentences,
  testSentences,
} from '../../../src/reporters/comparison/comparison-verdict.ts'
import type { Message } from '../../../src/core/basics/message.ts'
import { notEvaluatedSentence } from '../../../src/reporters/result-counts.ts'
import type { Comparison, RunRow } from '../../../src/server/api.ts'
import { Card } from '../components/card.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { ErrorState } from '../components/error-state.tsx'
import { Interval } from '../components/interval.tsx'
import { Loading } from '../components/loading.tsx'
import { PageHead } from '../components/page-head.tsx'
import { useRunSource } from '../source/run-source.ts'
import { useAnswer } from '../source/use-answer.ts'
import { fill, useWords } from '../words/language.tsx'
import { ComparedCases } from './compare/compared-cases.tsx'
import { SideBySide } from './compare/side-by-side.tsx'

/** Two runs, case by case, and whether the difference is more than chance. */
export function Compare() {
  const { words } = useWords()
  const source = useRunSource()
  const runs = useAnswer('runs', async (signal) => (await source.runs(signal)).runs)
  const [search] = useSearchParams()
  const [first, second] = [search.get('baseline') ?? search.get('first'), search.get('with') ?? search.get('second')]
  if (runs.status === 'loading') return <Loading />
  if (runs.status === 'failed') return <ErrorState error={runs.error} retry={runs.reload} />
  return (
    <div className="stack">
      <PageHead title={words.compare.title} />
      <Choice runs={runs.value} first={first} second={second} />
      {first === null || second === null ? (
        <EmptyState title={words.compare.empty} next={words.compare.emptyNext} />
      ) : (
        <OfRuns key={`${first} ${second}`} first={first} second={second} />
      )}
    </div>
  )
}

type Chosen = { readonly runs: readonly RunRow[]; readonly first: string | null; readonly second: string | null }

function Choice({ runs, first, second }: Chosen) {
  const { words } = useWords()
  const [, setSearch] = useSearchParams()
  const choose = (chosen: Readonly<Record<string, string | null>>) =>
    setSearch(
      Object.entries(chosen).flatMap(([name, value]) => (value === null || value === '' ? [] : [[name, value]])),
    )
  return (
    <div className="row compare-choice">
      <RunSelect
        label={words.compare.first}
        runs={runs}
        chosen={first}
        choose={(run) => choose({ first: run, second })}
      />
      <button
        type="button"
        className="button"
        disabled={first === null || second === null}
        onClick={() => choose({ first: second, second: first })}
      >
        <span aria-hidden="true">⇄</span> {words.compare.swap}
      </button>
      <RunSelect
        label={words.compare.second}
        runs={runs}
        chosen={second}
        choose={(run) => choose({ first, second: run })}
      />
    </div>
  )
}

type Select = {
  readonly label: string
  readonly runs: readonly RunRow[]
  readonly chosen: string | null
  readonly choose: (runId: string) => void
}

function RunSelect({ label, runs, chosen, choose }: Select) {
  const { words } = useWords()
  return (
    <label className="stack compare-select">
      <span className="small soft">{label}</span>
      <select value={chosen ?? ''} onChange={({ target }) => choose(target.value)}>
        <option value="">{words.compare.choose}</option>
        {chosen !== null && !runs.some(({ runId }) => runId === chosen) && <option value={chosen}>{chosen}</option>}
        {runs.map(({ runId, dataset, target, name }) => (
          <option key={runId} value={runId}>
            {[runId, ...(name === undefined ? [] : [name]), dataset, target].join(' · ')}
          </option>
        ))}
      </select>
    </label>
  )
}

function OfRuns({ first, second }: { readonly first: string; readonly second: string }) {
  const source = useRunSource()
  const comparison = useAnswer(`${first} ${second}`, (signal) => source.compare(first, second, signal))
  const [search] = useSearchParams()
  if (comparison.status === 'loading') return <Loading />
  if (comparison.status === 'failed') return <ErrorState error={comparison.error} retry={comparison.reload} />
  const chosen = comparison.value.cases.find(({ caseId }) => caseId === search.get('case'))
  return (
    <>
      <Outcome comparison={comparison.value} />
      <ComparedCases cases={comparison.value.cases} />
      {chosen !== undefined && <SideBySide key={chosen.caseId} first={first} second={second} compared={chosen} />}
    </>
  )
}

function Outcome({ comparison }: { readonly comparison: Comparison }) {
  const { words, say } = useWords()
  const { first, second, better, worse, same, onlyInOne } = comparison
  const less = lessEvaluatedSentence(comparison)
  return (
    <Card>
      <p className="compare-verdict" data-of={comparisonOutcome(comparison)}>
        {say(comparisonVerdict(comparison))}
      </p>
      {less !== undefined && <p className="compare-warning">{say(less)}</p>}
      <Sentences of={settingSentences(comparison)} label={words.compare.settings} warning />
      <p>{fill(words.compare.counts, { better, worse, same, onlyInOne })}</p>
      <Sentences of={testSentences(comparison)} label={words.compare.test} />
      <dl className="compare-rates">
        {([first, second] as const).map(({ runId, passRate, results }, index) => (
          <div key={runId}>
            <dt className="small soft">
              {fill(words.compare.passRateOf, { run: index === 0 ? words.compare.first : words.compare.second })}
            </dt>
            <dd>
              <Interval estimate={passRate} as="share" />
              {results !== undefined && results.notEvaluated > 0 && (
                <b className="small compare-warning">{say(notEvaluatedSentence(results.notEvaluated))}</b>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <Sentences of={metricSentences(comparison)} label={words.compare.metrics} titled />
      <Sentences of={quantitySentences(comparison)} label={words.compare.quantities} titled />
    </Card>
  )
}

type Said = {
  readonly of: readonly Message[]
  readonly label: string
  readonly warning?: boolean
  readonly titled?: boolean
}

function Sentences({ of, label, warning = false, titled = false }: Said) {
  const { say } = useWords()
  if (of.length === 0) return null
  return (
    <>
      {titled && <h3>{label}</h3>}
      <ul className={warning ? 'compare-warning' : 'soft'} aria-label={label}>
        {of.map(say).map((sentence) => (
          <li key={sentence} className="foreign">
            {sentence}
          </li>
        ))}
      </ul>
    </>
  )
}
