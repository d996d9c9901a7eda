import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import type { CaseRow } from '../../../../../src/server/api/runs.ts'
import { Badge } from '../../../components/badge.tsx'
import { AnswerState, Loading } from '../../../components/state.tsx'
import { useReadAhead, useCaseDetail } from '../../../source/use-case-detail.ts'
import { verdictKeys } from '../../../keys-ahead.ts'
import { CaseActions, CaseReport } from '../../case/case-report.tsx'
import { hasFailed } from '../../case/score-report.tsx'
import { Reason } from './case-columns.tsx'
import type { CaseSteps } from './case-steps.ts'
import { resultKey } from '../../../source/result-key.ts'
import { StepButtons } from './step-buttons.tsx'
import { Button } from '../../../components/button.tsx'
import { ChoiceButtons } from '../../../components/form/choice-buttons.tsx'
import { sayFirst as say } from '../../../words/say.ts'

type CasePanelProps = {
  readonly runId: string
  readonly place: Pick<CaseRow, 'position' | 'repeat'>
  readonly steps: CaseSteps
  readonly counted: boolean
  readonly goTo: (row: CaseRow) => void
  readonly close: () => void
  readonly address: string
  /** Whether it takes the focus; not while somebody moves through the table. */
  readonly focused: boolean
}

/** A case beside its table. */
export function CasePanel({ runId, place, steps, counted, goTo, close, address, focused }: CasePanelProps) {
  const { next, entry } = steps
  const detail = useCaseDetail(runId, place.position, place.repeat)
  useReadAhead(runId, next)
  const at = resultKey(place)
  const name = detail.value?.evalCase.id ?? entry?.row.caseId ?? at
  const shownRow = entry?.repeats.find(({ repeat }) => repeat === place.repeat)
  return (
    <section className="workbench-panel" aria-label={say('Case {case}', { case: name })}>
      <header className="stack workbench-panel-head">
        <div className="row workbench-panel-line">
          <StepButtons steps={steps} counted={counted} goTo={goTo} />
          <div className="row">
            <Link className="button" href={address}>
              {say('Open as a page')}
            </Link>
            <Button aria-keyshortcuts="Escape" aria-label={say('Close')} onClick={close}>
              <span aria-hidden="true">✕</span>
            </Button>
          </div>
        </div>
        <div className="row">
          <Title key={at} name={name} focused={focused} />
          {detail.status === 'ready' && <CaseActions runId={runId} detail={detail.value} />}
        </div>
        {shownRow?.verdict !== undefined && shownRow.verdict !== 'passed' && !saysWhy(detail) && (
          <p className="workbench-cause" data-of={shownRow.verdict}>
            <Reason row={shownRow} />
          </p>
        )}
        {entry !== undefined && entry.repeats.length > 1 && (
          <ChoiceButtons
            label={say('Repeats')}
            choices={entry.repeats.map(({ repeat, verdict }) => [
              repeat,
              <>
                {repeat + 1} <Badge of={verdict ?? 'running'} short />
              </>,
            ])}
            chosen={place.repeat}
            choose={(repeat) => goTo({ ...entry.row, repeat })}
          />
        )}
      </header>
      <AnswerState of={detail} meanwhile={<Loading keys={verdictKeys} />}>
        {(value) => <CaseReport runId={runId} detail={value} labelled={() => next && goTo(next)} />}
      </AnswerState>
    </section>
  )
}

/** Whether the report itself begins with the reasons. */
function saysWhy({ value }: ReturnType<typeof useCaseDetail>): boolean {
  return value?.result?.transcript.failure !== undefined || value?.scores.some(hasFailed) === true
}

/** Scrolls to the top for every case. */
function Title({ name, focused }: { readonly name: string; readonly focused: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.closest('.workbench-panel')?.scrollTo({ top: 0 })
    if (focused) heading.current?.focus({ preventScroll: true })
  }, [focused])
  return (
    <h2 ref={heading} tabIndex={-1} className="foreign">
      {name}
    </h2>
  )
}
