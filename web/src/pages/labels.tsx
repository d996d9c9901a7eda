import { EmptyState } from '../components/empty-state.tsx'
import { PageHead } from '../components/page-head.tsx'
import { useWords } from '../words/language.tsx'

export function Labels() {
  const { words } = useWords()
  return (
    <>
      <PageHead title={words.labels.title} />
      <EmptyState title={words.labels.empty} next={words.labels.emptyNext} />
    </>
  )
}
