import { EmptyState } from '../components/empty-state.tsx'
import { PageHead } from '../components/page-head.tsx'
import { useWords } from '../words/language.tsx'

export function Calibration() {
  const { words } = useWords()
  return (
    <>
      <PageHead title={words.calibration.title} />
      <EmptyState title={words.calibration.empty} next={words.calibration.emptyNext} />
    </>
  )
}
