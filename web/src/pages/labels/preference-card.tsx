import type { PreferenceByPeople } from '../../../../src/server/api/labels.ts'
import type { Measurement } from '../../../../src/core/run/estimate.ts'
import { message } from '../../../../src/core/basics/message.ts'
import { count } from '../../../../src/reporters/number-format.ts'
import { Card } from '../../components/card.tsx'
import { MeasuredNumber } from '../../components/measured-number.tsx'
import { fill, useAllWords } from '../../words/language.tsx'
import { type RateRow, RateAxis } from './rate-axis.tsx'

/** How often the first of two runs is preferred: by the judge, by people, and by people as far as all pairs can be told. */
export function PreferenceCard({ of: { runs, pairs, agreement } }: { readonly of: PreferenceByPeople }) {
  const { words, say } = useAllWords()
  const texts = words.labels.pairs
  return (
    <Card title={texts.title}>
      <div className="stack">
        {pairs.map((pair) => {
          const names = { first: runs[pair.first] ?? '', second: runs[pair.second] ?? '' }
          const rows = [
            ...row('judge', words.labels.corrected.judge, pair.judge),
            ...(pair.corrected === undefined
              ? []
              : [{ of: 'corrected', name: words.labels.corrected.corrected, estimate: pair.corrected } as const]),
            ...row('labels', texts.people, pair.people),
          ]
          return (
            <section key={`${pair.first}/${pair.second}`} className="stack" aria-label={fill(texts.versus, names)}>
              <h3 className="foreign">{fill(texts.versus, names)}</h3>
              {rows.length === 0 ? (
                <p className="soft">{texts.nothing}</p>
              ) : (
                <RateAxis caption={fill(texts.versus, names)} rows={rows} />
              )}
              {pair.effectiveLabels !== undefined && (
                <p className="soft small">
                  {say(
                    message('{labels} labels and {results} verdicts are worth {worth} labels', {
                      labels: count(pair.labels),
                      results: count(pair.results),
                      worth: count(Math.round(pair.effectiveLabels)),
                    }),
                  )}
                </p>
              )}
            </section>
          )
        })}
        <p>
          {texts.agreement} <MeasuredNumber of={agreement} as="share" />
        </p>
        <p className="soft small">{texts.ties}</p>
      </div>
    </Card>
  )
}

function row(of: RateRow['of'], name: string, measured: Measurement): RateRow[] {
  return measured.status === 'measured' ? [{ of, name, estimate: measured }] : []
}
