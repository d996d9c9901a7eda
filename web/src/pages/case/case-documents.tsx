import type { CaseDetail } from '../../../../src/server/api.ts'
import { Card } from '../../components/card.tsx'
import { DocumentViewer } from '../../components/document-viewer.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { Loading } from '../../components/loading.tsx'
import { callApi, fileAddress } from '../../source/call-api.ts'
import { useAnswer } from '../../source/use-answer.ts'
import { useAllWords } from '../../words/language.tsx'

type CaseDocumentsProps = { readonly runId: string; readonly detail: Pick<CaseDetail, 'position' | 'repeat'> }

/** The documents that a review was about, with what it quotes from them. */
export function ReviewedDocuments({ runId, detail: { position, repeat } }: CaseDocumentsProps) {
  const { words } = useAllWords()
  const params = { runId, position: String(position), repeat: String(repeat) }
  const answer = useAnswer(`${runId}/${position}/${repeat}`, async (signal) =>
    callApi('caseDocuments', { params, signal }),
  )
  const addressOf = (documentId: string) => fileAddress('caseDocument', { ...params, documentId })
  return (
    <Card title={words.case.documents}>
      {answer.status === 'loading' && <Loading />}
      {answer.status === 'failed' && <ErrorState error={answer.error} retry={answer.reload} />}
      {answer.status === 'ready' && <DocumentViewer {...answer.value} addressOf={addressOf} />}
    </Card>
  )
}
