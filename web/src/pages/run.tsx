import { EmptyState } from '../components/empty-state.tsx'
import { PageHead } from '../components/page-head.tsx'
import { useWords } from '../words/language.tsx'
export function RunPage() {
  const { words } = useWords()
  return (
    <>
      <PageHead title={words.run.title} />
      <EmptyState title="" next="" />
    </>
  )
}
