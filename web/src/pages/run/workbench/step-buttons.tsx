import { stepKeys, type StepsAround } from './case-steps.ts'
import { Button } from '../../../components/button.tsx'
import { say } from '../../../words/say.ts'

type StepButtonsProps<Place> = {
  readonly steps: StepsAround<Place>
  /** Whether all rows are loaded. */
  readonly counted: boolean
  readonly goTo: (place: Place) => void
}

/** Buttons to the previous and next case, with the position. */
export function StepButtons<Place>({ steps, counted, goTo }: StepButtonsProps<Place>) {
  const { at, all } = steps
  const { j: on, k: back } = stepKeys(steps, goTo)
  return (
    <nav
      className="row workbench-steps"
      aria-label={say('Cases')}
      title={say('Keys: j and k go to the next and the previous case.')}
    >
      <Button aria-keyshortcuts="k" disabled={back === undefined} onClick={back}>
        <span aria-hidden="true">↑</span> {say('Previous case')}
      </Button>
      <output className="soft small">
        {counted && (at === undefined ? say('not among the {all} shown', { all }) : say('{at} of {all}', { at, all }))}
      </output>
      <Button aria-keyshortcuts="j" disabled={on === undefined} onClick={on}>
        {say('Next case')} <span aria-hidden="true">↓</span>
      </Button>
    </nav>
  )
}
