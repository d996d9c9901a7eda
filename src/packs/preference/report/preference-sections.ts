import {
  type Measurement,
  type Message,
  type ReportBlock,
  type ReportSection,
  type ReportSentence,
  type Run,
  message,
} from '../../../core/index.ts'
import { percent, rate, rateInterval } from '../../../reporters/number-format.ts'
import { PreferenceSummary } from '../preference-summary.ts'
import { compact } from '../../../core/basics/compact.ts'

/** Shows the win rate of a comparison in pairs, and the influence of order and length on it. */
export function preferenceSections({ summary }: Run): readonly ReportSection[] {
  const preference = PreferenceSummary.parse(summary?.sets?.['preference'])
  return [
    {
      title: message('Preference'),
      isWhole: true,
      blocks: [
        { kind: 'list', sentences: [rateSentence(preference)] },
        { kind: 'figures', rows: biasRows(preference) },
        ...warningBlocks(preference),
      ],
    },
  ]
}

function rateSentence({ runs, cases, overall }: PreferenceSummary): ReportSentence {
  const { wins, ties, losses, notEvaluated: silent, rate: measured } = overall
  const [first = '', second = ''] = runs.map(({ name }) => name)
  if (measured.status !== 'measured') {
    return message('{first} and {second}: no pair of {silent} could be judged', { first, second, silent })
  }
  return message(
    '{first} is preferred to {second} in {rate} ({interval}), ties counted half: {wins} won, {ties} tied, {losses} lost of {cases} {cases|case|cases}; {silent} not evaluated',
    { first, second, cases, wins, ties, losses, silent, rate: rate(measured), interval: rateInterval(measured) },
  )
}

function biasRows({
  order,
  longerPreferred,
  same,
  unanswered,
}: PreferenceSummary): { name: Message; number: string; meaning: Message[] }[] {
  return compact([
    {
      name: message('changed with the order'),
      number: order.asked === 0 ? '–' : percent((order.turned + order.halfTurned) / order.asked),
      meaning: [
        message('{turned} turned round, {half} by half, of {asked} asked in both orders; all count as ties', {
          turned: order.turned,
          half: order.halfTurned,
          asked: order.asked,
        }),
      ],
    },
    {
      name: message('shown first, preferred'),
      number: numberOf(order.shownFirst),
      meaning: [meaningOf(order.shownFirst, message('50 % for a judge that does not look at the place'))],
    },
    {
      name: message('longer one preferred'),
      number: numberOf(longerPreferred),
      meaning: [
        meaningOf(longerPreferred, message('of pairs with a winner; far from 50 % may be length and may be merit')),
      ],
    },
    same + unanswered !== 0 && {
      name: message('settled without a judge'),
      number: String(same + unanswered),
      meaning: [message('{same} the same, {unanswered} with one answer only', { same, unanswered })],
    },
  ])
}

function numberOf(measured: Measurement): string {
  return measured.status === 'measured' ? `${rate(measured)} (${rateInterval(measured)})` : '–'
}

function meaningOf(measured: Measurement, meaning: Message): Message {
  return measured.status === 'measured' ? meaning : measured.reason
}

/** A judge whose verdicts follow the order is of little use, whatever the win rate says. */
function warningBlocks({ order, silences }: PreferenceSummary): readonly ReportBlock[] {
  const share = order.asked === 0 ? 0 : (order.turned + order.halfTurned) / order.asked
  const silent = silences.map(({ reason, count }) => ({
    ...message('{count} not evaluated: {reason}'),
    values: { count, reason: [reason] },
  }))
  const sentences = [...silent, ...(share > 0.3 ? [orderSentence(share)] : [])]
  return sentences.length === 0 ? [] : [{ kind: 'warnings', sentences }]
}

function orderSentence(share: number): Message {
  return message('The order decides {share} of this judge’s verdicts: it can hardly tell these answers apart', {
    share: percent(share),
  })
}
