import type { CorrectedRate, CorrectedSummary, Estimate } from '../../../../src/core/run/estimate.ts'
import { message } from '../../../../src/core/basics/message.ts'
import { count, decimal } from '../../../../src/reporters/number-format.ts'
import type { LabelSubject } from '../../../../src/server/api.ts'
import { Card } from '../../components/card.tsx'
import { fill, useAllWords } from '../../words/language.tsx'
import { RateAxis } from './rate-axis.tsx'

type Own = {
  readonly passRate: Estimate | null
  readonly metrics: readonly { readonly metric: string; readonly passRate: Estimate | null }[]
}

type Shown = {
  readonly corrected?: CorrectedSummary | undefined
  readonly own: Own
  readonly subject: LabelSubject
}

/** What people would have passed of all results, beside what the judge passed and what the labels say alone. */
export function CorrectedCard({ corrected, own, subject: { metric } }: Shown) {
  const { words, say } = useAllWords()
  const texts = words.labels.corrected
  const rate = metric === undefined ? corrected?.passRate : corrected?.metrics.find((one) => one.metric === metric)
  const ofJudge =
    metric === undefined ? own.passRate : (own.metrics.find((one) => one.metric === metric)?.passRate ?? null)
  return (
    <Card title={texts.title}>
      {rate === undefined ? (
        <p className="soft">{texts.none}</p>
      ) : (
        <div className="stack">
          <RateAxis
            caption={texts.axis}
            rows={[
              ...(ofJudge === null
                ? []
                : [
                    {
                      of: 'judge',
                      name: metric === undefined ? texts.verdicts : texts.judge,
                      estimate: ofJudge,
                    } as const,
                  ]),
              { of: 'corrected', name: texts.corrected, estimate: rate.estimate },
              { of: 'labels', name: texts.alone, estimate: rate.labelsAlone },
            ]}
          />
          <p>
            {say(
              message('{labels} labels and {results} verdicts are worth {worth} labels', {
                labels: count(rate.labels),
                results: count(rate.results),
                worth: count(Math.round(rate.effectiveLabels)),
              }),
            )}
          </p>
          <p className="soft">
            <Weight {...rate} />
          </p>
          {ofJudge !== null && !isWithin(ofJudge.value, rate.estimate) && <p>{texts.off}</p>}
        </div>
      )}
    </Card>
  )
}

/** What λ means. */
function Weight({ weight }: Pick<CorrectedRate, 'weight'>) {
  const texts = useAllWords().words.labels.corrected
  if (weight === undefined) return texts.weighed
  const values = { weight: decimal(weight, 2) }
  if (weight < 0.1) return fill(texts.useless, values)
  return fill(weight < 0.7 ? texts.partly : texts.fully, values)
}

function isWithin(value: number, { low, high }: Pick<Estimate, 'low' | 'high'>): boolean {
  return low <= value && value <= high
}
