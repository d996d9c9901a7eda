import { EmptyState } from '../components/empty-state.tsx'
import { PageHead } from '../components/page-head.tsx'
import { useWords } from '../words/language.tsx'
export function CasePage() {
  const { words } = useWords()
  return (
    <>
      <PageHead title={words.case.title} />
      <EmptyState title="" next="" />
    </>
  )
}
