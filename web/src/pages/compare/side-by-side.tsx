import './side-by-side.css'
import { useRef } from 'react'
import { Link } from 'wouter'
import { Badge } from '../../components/badge.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { AnswerState } from '../../components/state.tsx'
import { useRunSource } from '../../source/run-source.ts'
import { useAnswer } from '../../source/use-answer.ts'
import type { CaseInRuns, RunsCompared } from './comparison-of.ts'
import { ComparedTurns, type Side } from './compared-turns.tsx'
import type { Score } from '../../../../src/core/score.ts'
import { decimal } from '../../../../src/reporters/number-format.ts'
import { badgeOf } from '../case/score-report.tsx'
import { stepKeys, type StepsAround } from '../run/workbench/case-steps.ts'
import { StepButtons } from '../run/workbench/step-buttons.tsx'
import { type PlainRow, PlainTable } from '../../components/table/plain-table.tsx'
import { formatted, say } from '../../words/say.ts'

type SideBySideProps = {
  readonly comparison: RunsCompared
  readonly compared: CaseInRuns
  /** Its neighbours among the shown cases; undefined when it is not among them. */
  readonly steps: StepsAround<CaseInRuns> | undefined
  readonly goTo: (compared: CaseInRuns) => void
  readonly close: () => void
}

/** The runs' answers, calls and scores in one case. */
export function SideBySide({ comparison, compared, steps, goTo, close }: SideBySideProps) {
  const card = useRef<HTMLDivElement>(null)
  const title = say('{case}, side by side', { case: compared.caseId })
  const keys: Readonly<Record<string, () => void>> = stepKeys(steps, goTo)
  return (
    <Dialog open wide close={close} title={title} first={card}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of its buttons, for whoever has the focus anywhere in it */}
      <div
        ref={card}
        tabIndex={-1}
        className="stack side-card"
        role="group"
        aria-label={title}
        onKeyDown={({ key, ctrlKey, metaKey, altKey }) => !(ctrlKey || metaKey || altKey) && keys[key]?.()}
      >
        {steps !== undefined && <StepButtons steps={steps} counted goTo={goTo} />}
        <Sides key={compared.caseId} comparison={comparison} compared={compared} />
      </div>
    </Dialog>
  )
}

function Sides({ comparison: { baseline, others }, compared }: Pick<SideBySideProps, 'comparison' | 'compared'>) {
  const source = useRunSource()
  const runs = [
    { ...baseline, position: compared.baseline.position },
    ...others.map((run, index) => ({ ...run, position: compared.sides[index]?.of?.positions.second })),
  ]
  const details = useAnswer({
    queryKey: ['beside', runs.map(({ runId, position }) => [runId, position])],
    queryFn: async ({ signal }) =>
      Promise.all(
        runs.map(async ({ runId, position }) =>
          position === undefined
            ? undefined
            : source.ask('caseDetail', { params: { runId, position, repeat: 0 }, signal }),
        ),
      ),
  })
  if (details.status !== 'ready') return <AnswerState of={details} />
  const sides: readonly Side[] = runs.map((run, index) => ({ ...run, detail: details.value[index] }))
  return (
    <>
      <div className="scrolls" role="region" tabIndex={0} aria-label={say('Answers and scores')}>
        {/* The cast: a style may have properties of our own, and its type knows none. */}
        <div className="side-by-side" style={{ '--runs': sides.length } as React.CSSProperties}>
          {sides.map((side, index) => (
            <SideHead key={side.runId} side={side} isBaseline={index === 0} />
          ))}
          <ComparedTurns sides={sides} />
        </div>
      </div>
      <ComparedScores sides={sides} />
    </>
  )
}

function SideHead({ side, isBaseline }: { readonly side: Side; readonly isBaseline: boolean }) {
  const { runId, name, isRepeated, position, detail } = side
  const result = detail?.result
  const tokens = (result?.cost.inputTokens ?? 0) + (result?.cost.outputTokens ?? 0)
  return (
    <section className="stack side-head" aria-label={name}>
      <h3>
        <span className="small soft compare-role">{isBaseline ? say('Baseline') : say('Compared')}</span>
        <span className="foreign">{name}</span>
      </h3>
      {position === undefined ? (
        <p className="soft">{say('This run has no result of the case')}</p>
      ) : (
        <p className="row small">
          <Badge of={result?.verdict ?? 'none'} />
          {isRepeated && <span className="soft">{say('Repeat {repeat}', { repeat: 1 })}</span>}
          <span className="soft">{formatted.seconds(result?.cost.agentSeconds)}</span>
          {tokens > 0 && <span className="soft">{say('{count} {count|token|tokens}', { count: tokens })}</span>}
          <Link href={`/runs/${runId}/cases/${position}/0`}>{say('Open')}</Link>
        </p>
      )}
    </section>
  )
}

/** The runs' scores in one table; changed ones are marked with their reasons. */
function ComparedScores({ sides }: { readonly sides: readonly Side[] }) {
  const names = [...new Set(sides.flatMap(({ detail }) => detail?.scores.map(({ metric }) => metric) ?? []))]
  if (names.length === 0) return null
  const rows = names.map((metric): PlainRow => {
    const scores = sides.map(({ detail }) => detail?.scores.find((score) => score.metric === metric))
    // Durations and call counts nearly always differ, so only judged scores are marked.
    const isJudged = scores.some((score) => score?.status === 'scored')
    const moved = isJudged && new Set(scores.map((score) => score && valueOf(score))).size > 1
    const head = moved ? (
      <>
        <span aria-hidden="true">◆ </span>
        <span className="hidden-words">{say('moved:')} </span>
        {metric}
      </>
    ) : (
      metric
    )
    const cells = scores.map((score, index) => (score === undefined ? '–' : <OneScore key={index} score={score} />))
    return { key: metric, data: { 'data-moved': moved }, cells: [head, ...cells] }
  })
  const heads = [say('Measured##what'), ...sides.map(({ runId, name }) => <bdi key={runId}>{name}</bdi>)]
  return <PlainTable foreign title={say('Metrics')} className="compare-table side-scores" heads={heads} rows={rows} />
}

function OneScore({ score }: { readonly score: Score }) {
  const value = valueOf(score)
  return (
    <>
      <span className="row">
        <Badge of={badgeOf(score)} short />
        {value !== undefined && <b>{decimal(value)}</b>}
      </span>
      {'reason' in score && score.reason !== undefined && (
        <span className="small soft foreign">{say(score.reason)}</span>
      )}
    </>
  )
}

function valueOf(score: Score): number | undefined {
  return 'value' in score ? score.value : undefined
}
