import { EmptyState } from '../components/empty-state.tsx'
import { PageHead } from '../components/page-head.tsx'
import { useWords } from '../words/language.tsx'

export function NewRun() {
  const { words } = useWords()
  return (
    <>
      <PageHead title={words.newRun.title} />
      <EmptyState title={words.newRun.empty} next={words.newRun.emptyNext} />
    </>
  )
}
