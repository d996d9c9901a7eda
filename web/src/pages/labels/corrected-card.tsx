import type { CorrectedRate, CorrectedSlice, Estimate } from '../../../../src/core/run/estimate.ts'
import { message } from '../../../../src/core/basics/message.ts'
import { correctedSentences, sliceSentences } from '../../../../src/reporters/corrected-sentences.ts'
import { count, decimal } from '../../../../src/reporters/number-format.ts'
import type { LabelSubject } from '../../../../src/server/api/labels.ts'
import type { ApiAnswer } from '../../source/call-api.ts'
import { Card } from '../../components/card.tsx'
import { fill, useAllWords } from '../../words/language.tsx'
import { RateAxis } from './rate-axis.tsx'

type CorrectedCardProps = Pick<ApiAnswer<'agreement'>, 'corrected' | 'own'> & { readonly subject: LabelSubject }

/** The pass rate corrected by people's labels, beside the judge's rate and the labels' own. */
export function CorrectedCard({ corrected, own, subject: { metric } }: CorrectedCardProps) {
  const { words, say } = useAllWords()
  const texts = words.labels.corrected
  const rate = metric === undefined ? corrected?.passRate : corrected?.metrics.find((one) => one.metric === metric)
  const ofJudge =
    metric === undefined ? own.passRate : (own.metrics.find((one) => one.metric === metric)?.passRate ?? null)
  const judgeName = metric === undefined ? texts.verdicts : texts.judge
  return (
    <Card title={texts.title}>
      {rate === undefined ? (
        <p className="soft">{texts.none}</p>
      ) : (
        <div className="stack">
          <RateAxis
            caption={texts.axis}
            rows={[
              ...(ofJudge === null ? [] : [{ of: 'judge', name: judgeName, estimate: ofJudge } as const]),
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
          <Weight {...rate} />
          {ofJudge !== null && !isWithin(ofJudge.value, rate.estimate) && <p>{texts.off}</p>}
        </div>
      )}
      {corrected !== undefined && <Slices slices={corrected.slices ?? []} metric={metric} />}
      {(corrected?.means ?? [])
        .filter((one) => one.metric === metric)
        .flatMap((mean) => correctedSentences({ metrics: [], means: [mean] }))
        .map((sentence) => (
          <p key={sentence.text}>{say(sentence)}</p>
        ))}
    </Card>
  )
}

/** Corrected rates by category or tag; says which have too few labels. */
function Slices({
  slices,
  metric,
}: {
  readonly slices: readonly CorrectedSlice[]
  readonly metric: string | undefined
}) {
  const { words, say } = useAllWords()
  const about = slices.filter((one) => one.of === 'pass-rate' && one.metric === metric)
  const told = about.flatMap(({ by, name, corrected }) =>
    corrected === undefined
      ? []
      : [{ of: 'corrected', name: by === 'tag' ? `#${name}` : name, estimate: corrected.estimate } as const],
  )
  const few = about.filter(({ corrected }) => corrected === undefined)
  return (
    <>
      {told.length > 0 && <RateAxis caption={words.labels.corrected.slices} rows={told} />}
      {sliceSentences(few, { of: 'pass-rate', ...(metric !== undefined && { metric }) }, () => '').map((sentence) => (
        <p key={sentence.text} className="soft">
          {say(sentence)}
        </p>
      ))}
    </>
  )
}

/** Explains λ. */
function Weight({ weight }: Pick<CorrectedRate, 'weight'>) {
  const texts = useAllWords().words.labels.corrected
  if (weight === undefined) return <p className="soft">{texts.weighed}</p>
  const said = texts[weight < 0.1 ? 'useless' : weight < 0.7 ? 'partly' : 'fully']
  return <p className="soft">{fill(said, { weight: decimal(weight, 2) })}</p>
}

function isWithin(value: number, { low, high }: Pick<Estimate, 'low' | 'high'>): boolean {
  return low <= value && value <= high
}
