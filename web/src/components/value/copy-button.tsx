import './value.css'
import { useWords } from '../../words/language.tsx'
import { useToast } from '../toast.tsx'

type CopyButtonProps = {
  readonly text: () => string
  readonly label?: string
  /** A button like others, and none beside a text. */
  readonly wide?: true
}

/** Puts something onto the clipboard, and says so. */
export function CopyButton({ text, label, wide }: CopyButtonProps) {
  const { words } = useWords()
  const tell = useToast()
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text())
      tell(words.app.copied)
    } catch {
      // The browser does not let the page; whoever sees the text can mark it.
      tell(words.value.notCopied)
    }
  }
  return (
    <button type="button" className={wide === true ? 'button' : 'value-action'} onClick={() => void copy()}>
      {label ?? words.app.copy}
    </button>
  )
}
