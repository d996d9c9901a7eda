import type { CorrectedRate, CorrectedSlice } from '../../../../src/core/run/estimate.ts'
import { message } from '../../../../src/core/basics/message.ts'
import { correctedSentences, sliceSentences } from '../../../../src/reporters/corrected-sentences.ts'
import { count, decimal } from '../../../../src/reporters/number-format.ts'
import type { LabelSubject } from '../../../../src/server/api/labels.ts'
import type { ApiAnswer } from '../../source/call-api.ts'
import { Card } from '../../components/card.tsx'
import { RateAxis } from './rate-axis.tsx'
import { say } from '../../words/say.ts'

type CorrectedCardProps = Pick<ApiAnswer<'agreement'>, 'corrected' | 'own'> & { readonly subject: LabelSubject }

/** The pass rate corrected by people's labels, beside the judge's rate and the labels' own. */
export function CorrectedCard({ corrected, own, subject: { metric } }: CorrectedCardProps) {
  const rate = metric === undefined ? corrected?.passRate : corrected?.metrics.find((one) => one.metric === metric)
  const ofJudge =
    metric === undefined ? own.passRate : (own.metrics.find((one) => one.metric === metric)?.passRate ?? null)
  const judgeName = metric === undefined ? say('The run’s verdicts') : say('The judge')
  return (
    <Card title={say('As people would have it')}>
      {rate === undefined ? (
        <p className="soft">
          {say('With five labels or more this says what people would have passed of all results.')}
        </p>
      ) : (
        <div className="stack">
          <RateAxis
            caption={say(
              'Share of all results that passes, by the judge, corrected by labels, and by the labels alone',
            )}
            rows={[
              ...(ofJudge === null ? [] : [{ of: 'judge', name: judgeName, estimate: ofJudge } as const]),
              { of: 'corrected', name: say('Corrected by labels'), estimate: rate.estimate },
              { of: 'labels', name: say('Labels alone'), estimate: rate.labelsAlone },
            ]}
          />
          <p>
            {say(
              message(
                '{labels} {labels|label|labels} and {results} {results|verdict|verdicts} are worth {worth} {worth|label|labels}',
                {
                  labels: count(rate.labels),
                  results: count(rate.results),
                  worth: count(Math.round(rate.effectiveLabels)),
                },
              ),
            )}
          </p>
          <Weight {...rate} />
          {ofJudge !== null && (ofJudge.value < rate.estimate.low || ofJudge.value > rate.estimate.high) && (
            <p>{say('The rate of the verdicts lies outside the corrected interval: they are off.')}</p>
          )}
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
  const about = slices.filter((one) => one.of === 'pass-rate' && one.metric === metric)
  const told = about.flatMap(({ by, name, corrected }) =>
    corrected === undefined
      ? []
      : [{ of: 'corrected', name: by === 'tag' ? `#${name}` : name, estimate: corrected.estimate } as const],
  )
  const few = about.filter(({ corrected }) => corrected === undefined)
  return (
    <>
      {told.length > 0 && <RateAxis caption={say('Corrected by labels, by category and tag')} rows={told} />}
      {sliceSentences(few, { of: 'pass-rate', ...(metric !== undefined && { metric }) }, () => '').map((sentence) => (
        <p key={sentence.text} className="soft">
          {say(sentence)}
        </p>
      ))}
    </>
  )
}

const fully = 'Verdicts agree well with people, so they count nearly in full (λ = {weight}).'
const partly = 'Verdicts tell a part of what people say, so they count in part (λ = {weight}).'
const useless = 'Verdicts hardly tell what people say, so the labels decide alone (λ = {weight}).'

/** Explains λ. */
function Weight({ weight }: Pick<CorrectedRate, 'weight'>) {
  if (weight === undefined)
    return (
      <p className="soft">
        {say('The labels are no random draw, so each kind of verdict is weighed by how many results have it.')}
      </p>
    )
  const said = weight < 0.1 ? useless : weight < 0.7 ? partly : fully
  return <p className="soft">{say(said, { weight: decimal(weight, 2) })}</p>
}
