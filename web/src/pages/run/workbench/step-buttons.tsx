import { fill, useAllWords } from '../../../words/language.tsx'
import type { CaseSteps } from './case-steps.ts'
import { Button } from '../../../components/button.tsx'

type StepButtonsProps = {
  readonly steps: Pick<CaseSteps, 'at' | 'all'>
  /** Whether all rows are loaded. */
  readonly counted: boolean
  readonly back: (() => void) | undefined
  readonly on: (() => void) | undefined
}

/** Buttons to the previous and next case, with the position. */
export function StepButtons({ steps: { at, all }, counted, back, on }: StepButtonsProps) {
  const { words } = useAllWords()
  const texts = words.workbench
  return (
    <nav className="row workbench-steps" aria-label={words.run.cases} title={words.case.keys}>
      <Button aria-keyshortcuts="k" disabled={back === undefined} onClick={back}>
        <span aria-hidden="true">↑</span> {words.case.previous}
      </Button>
      <output className="soft small">
        {counted && (at === undefined ? fill(texts.notAmong, { all }) : fill(texts.place, { at, all }))}
      </output>
      <Button aria-keyshortcuts="j" disabled={on === undefined} onClick={on}>
        {words.case.next} <span aria-hidden="true">↓</span>
      </Button>
    </nav>
  )
}
