import './value.css'
import { useCopy } from '../toast.tsx'
import { sayFirst as say } from '../../words/say.ts'

type CopyButtonProps = {
  readonly text: () => string
  readonly label?: string
  /** Whether it looks like an ordinary button. */
  readonly wide?: true
}

/** A button that copies a text. */
export function CopyButton({ text, label, wide }: CopyButtonProps) {
  const copy = useCopy()
  return (
    <button type="button" className={wide === true ? 'button' : 'value-action'} onClick={() => copy(text())}>
      {label ?? say('Copy')}
    </button>
  )
}
