import { type ArmsComparison, type Message, message } from '../../core/index.ts'
import type { ArmsPair } from '../../core/run/arms-comparison.ts'
import type { Language } from '../../i18n/index.ts'
import { displayWidth, padEnd, wrap } from '../display-width.ts'
import { proseText, tableRow } from '../markdown-text.ts'
import { count, decimal, percent, points, pointsBounds, rate } from '../number-format.ts'
import { createStyle, type Style, type StyleOptions, linesText } from '../style.ts'
import { oneLine } from '../visible-text.ts'

export function toTerminalArms({ arms, pairs }: ArmsComparison, options: StyleOptions): string {
  const style = createStyle(options)
  const names = arms.map(({ name }) => oneLine(name, 40))
  const width = Math.max(...names.map(displayWidth))
  const lines = [
    '',
    style.paint.bold(style.say(message('Arms, compared in pairs on the same cases'))),
    ...arms.map(
      ({ passRate }, index) => `  ${padEnd(names[index] ?? '', width)}  ${passRate === null ? '–' : rate(passRate)}`,
    ),
    ...pairs.flatMap((pair) => wrap(pairText(pair, style), style.columns)),
  ]
  return linesText(lines)
}

export function toMarkdownArms({ arms, pairs }: ArmsComparison, options: { readonly language: Language }): string {
  const style = createStyle({ ...options, color: false, columns: 100 })
  const heads = [message('arm'), message('pass rate')].map(style.say)
  return [
    `### ${style.say(message('Arms, compared in pairs on the same cases'))}`,
    '',
    tableRow(heads),
    tableRow(heads.map(() => '---')),
    ...arms.map(({ name, passRate }) => tableRow([proseText(name, 80), passRate === null ? '–' : rate(passRate)])),
    '',
    ...pairs.map((pair) => `- ${proseText(pairText(pair, style))}`),
    '',
  ].join('\n')
}

function pairText(pair: ArmsPair, style: Pick<Style, 'say'>): string {
  const { second, early } = pair
  if (early === undefined) return style.say(pairSentence(pair))
  return style.say(
    message(
      '{second} is {reason}; decided early, after {after} of {of} results; whole runs say otherwise at most {risk} times in 100',
      {
        second: oneLine(second, 60),
        reason: oneLine(style.say(early.reason), 200),
        after: count(early.after),
        of: count(early.of),
        risk: count(Math.round(100 * early.risk)),
      },
    ),
  )
}

function pairSentence({
  first,
  second,
  stopped,
  outcome,
  name,
  difference,
  adjustedP,
  casesNeeded,
}: ArmsPair): Message {
  const names = { first: oneLine(first, 60), second: oneLine(second, 60) }
  if (stopped === true) {
    return message('{second} and {first} are not compared: one of them was stopped early', names)
  }
  if (outcome === undefined || difference === undefined || adjustedP === undefined) {
    return message('{second} and {first}: no case was evaluated in both', names)
  }
  const values = {
    ...names,
    difference: points(difference.value),
    level: percent(difference.level),
    ...pointsBounds(difference),
    test: name ?? '',
    p: adjustedP < 0.001 ? '< 0.001' : decimal(adjustedP),
    needed: casesNeeded === undefined ? '?' : count(casesNeeded),
  }
  return { ...outcomeWords[outcome], values }
}

const outcomeWords: Readonly<Record<NonNullable<ArmsPair['outcome']>, Message>> = {
  better: message(
    '{second} is better than {first}: {difference} points ({level} interval {low} to {high}); {test} with Holm’s correction: p {p}',
  ),
  worse: message(
    '{second} is worse than {first}: {difference} points ({level} interval {low} to {high}); {test} with Holm’s correction: p {p}',
  ),
  same: message(
    'no difference found between {second} and {first}: {difference} points ({level} interval {low} to {high}); {test} with Holm’s correction: p {p}',
  ),
  unsure: message(
    'cannot tell {second} from {first} yet: {difference} points ({level} interval {low} to {high}); {test} with Holm’s correction: p {p}; it would take about {needed} cases to see 5 points',
  ),
}
