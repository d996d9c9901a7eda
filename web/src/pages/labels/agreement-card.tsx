import type { Agreement, JudgeAgreement } from '../../../../src/core/judge-agreement.ts'
import { message } from '../../../../src/core/basics/message.ts'
import { agreementMeaning } from '../../../../src/reporters/judges/agreement-meaning.ts'
import { points, pointsBounds } from '../../../../src/reporters/number-format.ts'
import type { LabelAgreement, LabelSubject } from '../../../../src/server/api/labels.ts'
import { type Fact, Facts } from '../../components/facts.tsx'
import { PlainTable } from '../../components/table/plain-table.tsx'
import { Card } from '../../components/card.tsx'
import { MeasuredNumber } from '../../components/measured-number.tsx'
import { say } from '../../words/say.ts'

type AgreementCardProps = { readonly agreement: readonly LabelAgreement[]; readonly subject: LabelSubject }

/** Agreement of people with the run so far, as in `shinsa judge validate`. */
export function AgreementCard({ agreement, subject }: AgreementCardProps) {
  const found = agreement.find(({ metric }) => metric === subject.metric)
  const row = found?.rows.find(({ aspect }) => aspect === subject.aspect)
  return (
    <Card title={say('Agreement so far')}>
      {row === undefined ? <p className="soft">{say('Nothing labelled yet')}</p> : <Row row={row} />}
      {found !== undefined && found.notEvaluated > 0 && (
        <p className="soft small">
          {say('{count} labelled {count|result|results} without a score of the judge', { count: found.notEvaluated })}
        </p>
      )}
    </Card>
  )
}

function Row({ row }: { readonly row: JudgeAgreement['rows'][number] }) {
  const { judge, people, alpha, tied, unsaid } = row
  return (
    <div className="stack">
      <Numbers of={judge} />
      {judge.verdicts > 0 && <Matrix matrix={judge.matrix} />}
      {agreementMeaning(row).map((sentence) => (
        <p key={sentence.text}>{say(sentence)}</p>
      ))}
      {tied > 0 && <p className="soft small">{say(message('{count} left out: people are tied', { count: tied }))}</p>}
      {unsaid > 0 && (
        <p className="soft small">{say(message('{count} without a word of the judge on this', { count: unsaid }))}</p>
      )}
      {people !== undefined && (
        <details>
          <summary>{say('Agreement between people')}</summary>
          <Numbers of={people} />
          {alpha !== undefined && <Alpha {...alpha} />}
        </details>
      )}
    </div>
  )
}

function Numbers({ of }: { readonly of: Agreement }) {
  const { verdicts, scores, raw, kappa, ac1, weightedKappa, meanShift } = of
  const measured = [
    [message('same verdict'), verdicts, raw, 'share'],
    [message("Cohen's kappa"), verdicts, kappa, 'mean'],
    [message("Gwet's AC1"), verdicts, ac1, 'mean'],
    [message('weighted kappa of scores'), scores, weightedKappa, 'mean'],
  ] as const
  const facts = measured.map(([name, known, number, as]): Fact => [
    say(name),
    known > 0 && <MeasuredNumber key={name.text} of={number} as={as} />,
  ])
  const shift: Fact = [say(message('mean shift, 0–100')), scores > 0 && <Shift key="shift" of={meanShift} />]
  return <Facts facts={[...facts, shift]} least={12} />
}

/** Agreement among all people; the numbers above are of pairs. */
function Alpha({ people, verdicts, scores }: NonNullable<JudgeAgreement['rows'][number]['alpha']>) {
  const facts = [
    [message("Krippendorff's alpha of {people} people", { people }), verdicts] as const,
    [message("Krippendorff's alpha of {people} people, scores", { people }), scores] as const,
  ].map(([name, of]): Fact => [say(name), of && <MeasuredNumber key={name.text} of={of} as="mean" />])
  return <Facts facts={facts} least={12} />
}

function Shift({ of }: { readonly of: Agreement['meanShift'] }) {
  if (of.status === 'undefined') return <span className="soft">{say(of.reason)}</span>
  const { low, high } = pointsBounds(of)
  return (
    <span>
      <b>{points(of.value)}</b> <span className="soft small">{`(${low} … ${high})`}</span>
    </span>
  )
}

/** People's verdicts against the judge's. */
function Matrix({ matrix: [failed, passed] }: Pick<Agreement, 'matrix'>) {
  return (
    <PlainTable
      title={say('People and judge')}
      className="labels-matrix"
      heads={[say('Verdict'), say('Judge: passed'), say('Judge: failed')]}
      rows={[
        { key: 'passed', cells: [say('People: passed'), ...passed.toReversed()] },
        { key: 'failed', cells: [say('People: failed'), ...failed.toReversed()] },
      ]}
    />
  )
}
