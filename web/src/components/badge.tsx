import './badge.css'
import { sayFirst as say } from '../words/say.ts'

/** What badges say. Each has a sign of its own, so that nothing depends on colour alone. */
export const badges = {
  passed: { sign: '✓', name: 'Passed' },
  failed: { sign: '✕', name: 'Failed' },
  error: { sign: '!', name: 'Agent error' },
  broken: { sign: '!', name: 'Error' },
  'not-evaluated': { sign: '?', name: 'Not evaluated' },
  'not-applicable': { sign: '–', name: 'Not applicable' },
  'not-gated': { sign: '○', name: 'Not gated' },
  measured: { sign: '#', name: 'Measured' },
  running: { sign: '…', name: 'Running' },
  interrupted: { sign: '‖', name: 'Interrupted' },
  stopped: { sign: '■', name: 'Stopped' },
  finished: { sign: '✓', name: 'Finished' },
  none: { sign: '·', name: 'No verdict yet' },
} as const
export type Badged = keyof typeof badges

/** A verdict or the state of a run. */
export function Badge({ of, short = false }: { readonly of: Badged; readonly short?: boolean }) {
  const { sign, name } = badges[of]
  return (
    <span className="badge" data-of={of} title={short ? say(name) : undefined}>
      <span aria-hidden="true">{sign}</span>
      <span className={short ? 'hidden-words' : undefined}>{say(name)}</span>
    </span>
  )
}
