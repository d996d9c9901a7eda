import { type Estimate, message } from '../../core/index.ts'
import type { AtlasMode, FailureAtlas } from '../../failures/failure-atlas.ts'
import { truncate } from '../display-width.ts'
import { rateWithInterval } from '../number-format.ts'
import { type Style, createStyle, linesText, type StyleOptions } from '../style.ts'
import { oneLine } from '../visible-text.ts'
import { compact } from '../../core/basics/compact.ts'

/** Below this probability of a new failure mode, reading more failures brings little. */
const littleNew = 0.05

/** Shows the failure modes of one run or two: share, signs, cases, change, and whether to read on. */
export function toAtlasReport(atlas: FailureAtlas, options: StyleOptions): string {
  const style = createStyle(options)
  const [evaluated, failures] = [atlas.evaluated.join(' / '), atlas.failures.join(' / ')]
  const lines = [
    style.say(message('{failures} failures of {evaluated} evaluated results', { failures, evaluated })),
    ...unknownLines(atlas, style),
    ...atlas.modes.flatMap((mode) => ['', ...modeLines(mode, style)]),
    ...ungroupedLines(atlas, style),
    '',
    ...readingLines(atlas, style),
    ...modelLines(atlas, style),
    ...peopleLines(atlas, style),
  ]
  return linesText(lines.map((line) => truncate(line, style.columns)))
}

function unknownLines({ unknown }: FailureAtlas, style: Style): readonly string[] {
  if (unknown.every((count) => count === 0)) return []
  const counts = unknown.join(' / ')
  return [style.say(message('not evaluated, so nobody knows whether they failed: {counts}', { counts }))]
}

function modeLines(mode: AtlasMode, style: Style): readonly string[] {
  const { name, known, definition, failures, shares, corrected, examples, change, watchedBy } = mode
  const cases = examples.map((example) => example.case).join(', ')
  const values = { name: oneLine(name, 60), failures, share: sharesText(shares) }
  const head = known
    ? message('{name}: {failures} failures, {share} of evaluated results', values)
    : message('{name} (new): {failures} failures, {share} of evaluated results', values)
  return compact([
    style.paint.bold(style.say(head)),
    definition !== '' && `  ${oneLine(definition, 200)}`,
    `  ${style.say(message('such as {cases}', { cases }))}`,
    watchedBy.length !== 0 && `  ${style.say(message('watched by {metrics}', { metrics: watchedBy.join(', ') }))}`,
    corrected.some((one) => one !== null) &&
      `  ${style.say(message('as people would have it: {share}', { share: sharesText(corrected) }))}`,
    change !== undefined && `  ${style.say(changeSentence(change))}`,
  ])
}

function sharesText(estimates: readonly (Estimate | null)[]): string {
  return estimates.map(rateWithInterval).join(' → ')
}

function changeSentence({ onlyFirst, onlySecond, adjustedP }: NonNullable<AtlasMode['change']>) {
  const values = { gone: onlyFirst, come: onlySecond, p: adjustedP.toPrecision(2) }
  if (adjustedP >= 0.05) return message('gone from {gone} cases, new in {come}: cannot tell (p {p}, Holm)', values)
  return onlyFirst > onlySecond
    ? message('gone from {gone} cases, new in {come}: rarer (p {p}, Holm)', values)
    : message('gone from {gone} cases, new in {come}: more frequent (p {p}, Holm)', values)
}

function ungroupedLines({ ungrouped }: FailureAtlas, style: Style): readonly string[] {
  if (ungrouped.length === 0) return []
  const cases = `${ungrouped.slice(0, 8).join(', ')}${ungrouped.length > 8 ? ', …' : ''}`
  return ['', style.say(message('in no group, to be read one by one: {cases}', { cases }))]
}

function modelLines({ model }: FailureAtlas, style: Style): readonly string[] {
  if (model === undefined) return []
  const { kappa, unsettled, ...answers } = model
  const said = message(
    'read by {judge}: {asked} questions, {unreadable} answers that could not be read, {wrongIds} failures named that there are not',
    answers,
  )
  const counted = compact([
    style.say(said),
    unsettled !== 0 &&
      style.say(message('{unsettled} failures were read as three kinds, and have none', { unsettled })),
  ])
  if (kappa.status === 'undefined') return counted
  const { value, low, high, n } = kappa
  const agreement = message('it codes as people do: kappa {value} ({low}–{high}) on {n} failures', {
    value: value.toFixed(2),
    low: low.toFixed(2),
    high: high.toFixed(2),
    n,
  })
  return [...counted, style.say(agreement)]
}

function peopleLines({ reading }: FailureAtlas, style: Style): readonly string[] {
  if (reading === undefined) return []
  const { found, newMode } = reading
  const read = message('people read {read} failures of {found} kinds', { read: found.length, found: found.at(-1) ?? 0 })
  return [style.say(read), ...(newMode === null ? [] : [style.say(chanceSentence(newMode))])]
}

function readingLines(
  { stability, newMode, failures, ungrouped, model }: FailureAtlas,
  style: Style,
): readonly string[] {
  if (failures.every((count) => count === 0)) return [style.say(message('no evaluated result failed'))]
  const coarse = message(
    'Groups are by evidence alone (metrics, calls, errors): coarse. Read the examples before you name a kind.',
  )
  if (newMode === null) {
    return [
      style.say(
        message(
          'No groups: the failures are too few, or have too little in common for groups that would come out again.',
        ),
      ),
    ]
  }
  const { high } = newMode
  const advice =
    high < littleNew
      ? message('Reading more failures brings little that is new.')
      : message('Read on: below 5 % at the upper end, more failures bring little that is new.')
  return [
    style.say(chanceSentence(newMode)),
    style.say(advice),
    ...(model !== undefined || (stability === null && ungrouped.length === 0) ? [] : [style.say(coarse)]),
  ]
}

function chanceSentence({ value, low, high, bound }: NonNullable<FailureAtlas['newMode']>) {
  return message('the next failure is of a kind not seen yet: {chance} ({interval}; at most {bound})', {
    chance: percent(value),
    interval: `${percent(low)}–${percent(high)}`,
    bound: percent(bound),
  })
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}
