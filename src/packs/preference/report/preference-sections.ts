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

/** What came of judging runs in pairs: win rates, standings, and what order and length had to do with it. */
export function preferenceSections({ summary }: Run): readonly ReportSection[] {
  const preference = PreferenceSummary.parse(summary?.sets?.['preference'])
  const standing = preference.ranking === undefined ? [] : rankingBlocks(preference, preference.ranking)
  return [
    {
      title: message('Preference'),
      isWhole: true,
      blocks: [
        { kind: 'list', sentences: pairSentences(preference) },
        ...standing,
        { kind: 'figures', rows: biasRows(preference) },
        ...warningBlocks(preference),
      ],
    },
  ]
}

type Ranking = NonNullable<PreferenceSummary['ranking']>

function nameIn({ runs }: PreferenceSummary, index: number): string {
  return runs[index]?.name ?? String(index + 1)
}

function pairSentences(preference: PreferenceSummary): ReportSentence[] {
  return preference.pairs.map(({ first, second, wins, ties, losses, notEvaluated, cases, rate: measured }) => {
    const values = { first: nameIn(preference, first), second: nameIn(preference, second), cases }
    const counts = { wins, ties, losses, silent: notEvaluated }
    if (measured.status !== 'measured') {
      return message('{first} and {second}: no pair of {silent} could be judged', { ...values, silent: notEvaluated })
    }
    return message(
      '{first} is preferred to {second} in {rate} ({interval}), ties counted half: {wins} won, {ties} tied, {losses} lost of {cases} {cases|case|cases}; {silent} not evaluated',
      { ...values, ...counts, rate: rate(measured), interval: rateInterval(measured) },
    )
  })
}

function rankingBlocks(preference: PreferenceSummary, ranking: Ranking): readonly ReportBlock[] {
  const { standings, unbounded, inseparable } = ranking
  const groups = new Set(standings.map(({ group }) => group))
  const name = (index: number) => nameIn(preference, index)
  const rows = standings.map(({ player, strength }) => [
    name(player),
    strength === null ? '–' : `${rate(strength)} (${rateInterval(strength)})`,
  ])
  const members = (group: number) =>
    standings.flatMap((one) => (one.group === group ? name(one.player) : [])).join(', ')
  return [
    { kind: 'table', head: [message('run'), message('preferred to an average one of them (Bradley–Terry)')], rows },
    {
      kind: 'list',
      sentences: [
        ...(groups.size === 1
          ? []
          : [
              message('cannot be ranked against each other, since they never met: {groups}', {
                groups: [...groups].map(members).join(' | '),
              }),
            ]),
        ...unbounded.map(({ winner, loser }) =>
          message('{winner} took everything from {loser}: how much stronger it is, nobody can tell', {
            winner: name(winner),
            loser: name(loser),
          }),
        ),
        ...inseparable.map(([one, other]) =>
          message('{one} and {other} cannot be told apart', { one: name(one), other: name(other) }),
        ),
      ],
    },
  ]
}

function biasRows({
  order,
  longerPreferred,
  same,
  unanswered,
}: PreferenceSummary): { name: Message; number: string; meaning: Message[] }[] {
  return [
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
    ...(same + unanswered === 0
      ? []
      : [
          {
            name: message('settled without a judge'),
            number: String(same + unanswered),
            meaning: [message('{same} the same, {unanswered} with one answer only', { same, unanswered })],
          },
        ]),
  ]
}

function numberOf(measured: Measurement): string {
  return measured.status === 'measured' ? `${rate(measured)} (${rateInterval(measured)})` : '–'
}

function meaningOf(measured: Measurement, meaning: Message): Message {
  return measured.status === 'measured' ? meaning : measured.reason
}

/** An order that decides most verdicts makes a judge of little use, whatever the win rate says. */
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
