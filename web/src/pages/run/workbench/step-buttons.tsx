import { fill, useAllWords } from '../../../words/language.tsx'
import type { CaseSteps } from './case-steps.ts'

type StepButtonsProps = {
  readonly steps: CaseSteps
  /** Whether all rows are there. */
  readonly counted: boolean
  readonly back: (() => void) | undefined
  readonly on: (() => void) | undefined
}

/** To the case before and the case behind, and how far one has come. */
export function StepButtons({ steps: { at, all }, counted, back, on }: StepButtonsProps) {
  const { words } = useAllWords()
  const texts = words.workbench
  return (
    <nav className="row workbench-steps" aria-label={words.run.cases} title={words.case.keys}>
      <button type="button" className="button" aria-keyshortcuts="k" disabled={back === undefined} onClick={back}>
        <span aria-hidden="true">↑</span> {words.case.previous}
      </button>
      <output className="soft small">
        {counted && (at === undefined ? fill(texts.notAmong, { all }) : fill(texts.place, { at, all }))}
      </output>
      <button type="button" className="button" aria-keyshortcuts="j" disabled={on === undefined} onClick={on}>
        {words.case.next} <span aria-hidden="true">↓</span>
      </button>
    </nav>
  )
}
