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
export function useCopy(): (text: string) => void {
  const tell = useToast()
  async function copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      tell(say('Copied'))
    } catch {
      // The browser denies it, or offers a clipboard only on this machine's own address or https; the text can still be selected.
      tell(say('The browser does not allow copying here.'))
    }
  }
  return (text) => void copy(text)
}

export function CopyButton({ text, label, wide }: CopyButtonProps) {
  const copy = useCopy()
  return (
    <button type="button" className={wide === true ? 'button' : 'value-action'} onClick={() => copy(text())}>
      {label ?? say('Copy')}
    </button>
  )
}
