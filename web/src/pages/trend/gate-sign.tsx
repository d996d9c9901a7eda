import type { GateState } from './point-words.ts'

/** The gate of a run as a shape: a disc for passed, a square on its corner for failed, a ring where there was none. */
export function GateSign({ gate }: { readonly gate: GateState }) {
  if (gate === 'failed') return <rect className="sign" x="-5" y="-5" width="10" height="10" transform="rotate(45)" />
  return <circle className="sign" r={gate === 'passed' ? 6 : 5} />
}
