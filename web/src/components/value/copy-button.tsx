import './value.css'
import { useToast } from '../toast.tsx'
import { sayFirst as say } from '../../words/say.ts'

type CopyButtonProps = {
  readonly text: () => string
  readonly label?: string
  /** Whether it looks like an ordinary button. */
  readonly wide?: true
}

/** Copies a text to the clipboard and confirms it. */
export function CopyButton({ text, label, wide }: CopyButtonProps) {
  const tell = useToast()
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text())
      tell(say('Copied'))
    } catch {
      // The browser denies access to the clipboard; the text can still be selected.
      tell(say('The browser does not allow copying here.'))
    }
  }
  return (
    <button type="button" className={wide === true ? 'button' : 'value-action'} onClick={() => void copy()}>
      {label ?? say('Copy')}
    </button>
  )
}
