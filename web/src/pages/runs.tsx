import { EmptyState } from '../components/empty-state.tsx'
import { PageHead } from '../components/page-head.tsx'
import { useWords } from '../words/language.tsx'
export function Runs() {
  const { words } = useWords()
  return (
    <>
      <PageHead title={words.runs.title} />
      <EmptyState title="" next="" />
    </>
  )
}
