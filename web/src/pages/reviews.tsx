import { EmptyState } from '../components/empty-state.tsx'
import { PageHead } from '../components/page-head.tsx'
import { useWords } from '../words/language.tsx'

export function Reviews() {
  const { words } = useWords()
  return (
    <>
      <PageHead title={words.reviews.title} />
      <EmptyState title={words.reviews.empty} next={words.reviews.emptyNext} />
    </>
  )
}
