import { EmptyState } from '../components/empty-state.tsx'
import { PageHead } from '../components/page-head.tsx'
import { useWords } from '../words/language.tsx'

export function Runbook() {
  const { words } = useWords()
  return (
    <>
      <PageHead title={words.runbook.title} />
      <EmptyState title={words.runbook.empty} next={words.runbook.emptyNext} />
    </>
  )
}
