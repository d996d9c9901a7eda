import { EmptyState } from '../components/empty-state.tsx'
import { PageHead } from '../components/page-head.tsx'
import { useWords } from '../words/language.tsx'

export function Datasets() {
  const { words } = useWords()
  return (
    <>
      <PageHead title={words.datasets.title} />
      <EmptyState title={words.datasets.empty} next={words.datasets.emptyNext} />
    </>
  )
}
