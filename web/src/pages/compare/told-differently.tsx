import { Link } from 'wouter'
import type { RunsCompared } from './comparison-of.ts'
import './told-differently.css'
import type { SettingDifference } from '../../../../src/core/index.ts'
import { wordDiff } from '../../../../src/reporters/word-diff.ts'
import { Card } from '../../components/card.tsx'
import { type PlainRow, PlainTable } from '../../components/table/plain-table.tsx'
import { Fragment } from 'react'
import { WordMarks } from '../../components/word-marks.tsx'
import { say } from '../../words/say.ts'

/** Settings in which the runs differ, which may explain any difference. */
export function ToldDifferently({ comparison }: { readonly comparison: RunsCompared }) {
  const rows = rowsOf(comparison)
  const isOther = rows.some(({ setting }) => setting === 'dataset')
  return (
    <Card title={say('What differs between the runs')}>
      {isOther && (
        <p className="compare-warning">
          {say(
            'The datasets differ. Only cases of the same content are compared, and no run is called better or worse.',
          )}
        </p>
      )}
      {rows.length === 0 ? (
        <p className="soft">{say('Nothing: dataset, agent, judge, metrics and settings are the same.')}</p>
      ) : (
        <PlainTable
          foreign
          title={say('What differs between the runs')}
          className="compare-table told"
          heads={[say('Setting'), ...runHeads(comparison)]}
          rows={rows.map(toldRow)}
        />
      )}
    </Card>
  )
}

const settingNames = {
  dataset: 'dataset',
  cases: 'selection of cases',
  target: 'target',
  models: 'models of the agent',
  prompt: 'what the agent was told',
  commit: 'commit',
  config: 'config',
  environment: 'what answers tools',
  metrics: 'metrics that only one has',
  threshold: 'threshold',
  options: 'options',
  judge: 'judge',
  instruction: 'instruction of the judge',
  repeat: 'repeats',
  user: 'simulated user',
  'adk-compat': 'counting as ADK does',
  version: 'version of Shinsa',
} as const

type ToldDifferentlyDetails = Pick<SettingDifference, 'setting' | 'metric'> & {
  readonly baseline: string
  /** Undefined where a run has the baseline's setting. */
  readonly others: readonly (string | undefined)[]
}

function toldRow({ setting, metric, baseline, others }: ToldDifferentlyDetails): PlainRow {
  const what = say(settingNames[setting])
  const differing = others.flatMap((text) => text ?? [])
  const only = differing.length === 1 ? differing[0] : undefined
  const diff = only === undefined ? undefined : longDiff(baseline, only)
  const cells = [
    metric === undefined ? what : `${metric}: ${what}`,
    <span key="baseline" className="foreign" data-long={isLong(baseline)}>
      {diff === undefined ? shown(baseline) : <WordMarks pieces={diff.expected} as="del" />}
    </span>,
    ...others.map((text, index) => (
      // The runs keep their order.
      <span key={index} className="foreign" data-long={isLong(text)}>
        <Other baseline={baseline} text={text} />
      </span>
    )),
  ]
  return { key: `${setting} ${metric}`, cells }
}

function Other({ baseline, text }: { readonly baseline: string; readonly text: string | undefined }) {
  if (text === undefined) return <span className="soft">{say('the same')}</span>
  const diff = longDiff(baseline, text)
  return diff === undefined ? shown(text) : <WordMarks pieces={diff.actual} as="ins" />
}

/** Characters; differences of shorter texts need no marks. */
const longText = 40

function longDiff(baseline: string, text: string) {
  return Math.max(baseline.length, text.length) > longText ? wordDiff(baseline, text) : undefined
}

/** Long texts get a wider column. */
function isLong(text = ''): boolean {
  return text.length > 120
}

function shown(text: string): string {
  return text === '' ? '–' : text
}

/** Settings that a comparison does not list are as in the baseline. */
function rowsOf({ comparisons }: RunsCompared): readonly ToldDifferentlyDetails[] {
  const all = new Map(comparisons.flatMap(({ settings }) => settings).map((one) => [keyOf(one), one]))
  return [...all].map(([key, { setting, metric, first }]) => {
    const others = comparisons.map(({ settings }) => settings.find((one) => keyOf(one) === key)?.second)
    return { setting, metric, baseline: first, others }
  })
}

function keyOf({ setting, metric }: SettingDifference): string {
  return JSON.stringify([setting, metric])
}

/** Column heads for the runs, the baseline first. */
function runHeads({ baseline, others }: RunsCompared) {
  return [baseline, ...others].map(({ runId, name }, index) => (
    <Fragment key={runId}>
      <span className="small soft compare-role">{index === 0 ? say('Baseline') : say('Compared')}</span>
      <Link href={`/runs/${runId}`} className="foreign">
        {name}
      </Link>
    </Fragment>
  ))
}
