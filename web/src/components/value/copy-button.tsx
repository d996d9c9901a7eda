import './value.css'
import { useWords } from '../../words/language.tsx'
import { useToast } from '../toast.tsx'

type CopyButtonProps = {
  readonly text: () => string
  readonly label?: string
  /** Whether it looks like an ordinary button. */
  readonly wide?: true
}

/** Copies a text to the clipboard and confirms it. */
export function CopyButton({ text, label, wide }: CopyButtonProps) {
  const { words } = useWords()
  const tell = useToast()
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text())
      tell(words.app.copied)
    } catch {
      // The browser denies access to the clipboard; the text can still be selected.
      tell(words.value.notCopied)
    }
  }
  return (
    <button type="button" className={wide === true ? 'button' : 'value-action'} onClick={() => void copy()}>
      {label ?? words.app.copy}
    </button>
  )
}
