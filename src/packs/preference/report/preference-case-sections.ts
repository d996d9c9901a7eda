import { type CaseResult, type ReportSection, message } from '../../../core/index.ts'
import { pairOf } from '../pair.ts'

/** Shows the other answer of a pair and the judge's verdict in each order. */
export function preferenceCaseSections({ evalCase, scores }: CaseResult): readonly ReportSection[] {
  const pair = pairOf(evalCase)
  if (pair === undefined) return []
  const score = scores.find(({ metric }) => metric === 'preference')
  const rows =
    score?.status === 'scored'
      ? (score.evidence ?? []).flatMap((evidence) => (evidence.kind === 'verdicts' ? evidence.rows : []))
      : []
  const { first, second } = pair
  return [
    {
      title: message('{first} beside {second}', { first: first.name, second: second.name }),
      blocks: [
        {
          kind: 'list',
          sentences: [
            ...second.turns.map(({ agent }) => message('{run} answers: {answer}', { run: second.name, answer: agent })),
            ...rows.map(({ subject, label, reason = '–' }) =>
              message('shown as {order}, the judge prefers {verdict}: {reason}', {
                order: subject,
                verdict: label,
                reason,
              }),
            ),
          ],
        },
      ],
    },
  ]
}
