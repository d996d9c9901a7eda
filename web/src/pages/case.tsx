import { PageHead } from '../components/page-head.tsx'
import type { PageProps } from '../page-route.ts'
import { useCaseDetail } from '../source/use-case-detail.ts'
import { CaseActions, CaseReport } from './case/case-report.tsx'
import { CaseWay } from './run/workbench/case-way.tsx'
import { AnswerState } from '../components/state.tsx'

/** The page of one repeat of a case. */
export function CasePageView({ params: { runId = '', position = '', repeat = '' } }: PageProps) {
  const detail = useCaseDetail(runId, Number(position), Number(repeat))
  if (detail.status !== 'ready') return <AnswerState of={detail} isPage />
  return (
    <>
      <PageHead
        title={detail.value.evalCase.id}
        above={
          <div className="row case-way">
            <CaseWay runId={runId} place={`${Number(position)}/${Number(repeat)}`} />
          </div>
        }
      >
        <CaseActions runId={runId} detail={detail.value} />
      </PageHead>
      <CaseReport runId={runId} detail={detail.value} />
    </>
  )
}
