import './badge.css'
import { useWords } from '../words/language.tsx'

/** Kinds of badges. Each has a sign of its own, so that nothing depends on colour alone. */
export type Badged =
  | 'passed'
  | 'failed'
  | 'error'
  | 'broken'
  | 'not-evaluated'
  | 'not-applicable'
  | 'not-gated'
  | 'measured'
  | 'running'
  | 'interrupted'
  | 'stopped'
  | 'finished'
  | 'none'

export const badgeSigns: Readonly<Record<Badged, string>> = {
  passed: '✓',
  failed: '✕',
  error: '!',
  broken: '!',
  'not-evaluated': '?',
  'not-applicable': '–',
  'not-gated': '○',
  measured: '#',
  running: '…',
  interrupted: '‖',
  stopped: '■',
  finished: '✓',
  none: '·',
}

/** A verdict or the state of a run. */
export function Badge({ of, short = false }: { readonly of: Badged; readonly short?: boolean }) {
  const { words } = useWords()
  return (
    <span className="badge" data-of={of} title={short ? words.verdict[of] : undefined}>
      <span aria-hidden="true">{badgeSigns[of]}</span>
      <span className={short ? 'hidden-words' : undefined}>{words.verdict[of]}</span>
    </span>
  )
}
