import { EmptyState } from '../components/empty-state.tsx'
import { PageHead } from '../components/page-head.tsx'
import { useWords } from '../words/language.tsx'

export function Compare() {
  const { words } = useWords()
  return (
    <>
      <PageHead title={words.compare.title} />
      <EmptyState title={words.compare.empty} next={words.compare.emptyNext} />
    </>
  )
}
