import './value.css'
import { useWords } from '../../words/language.tsx'
import { useToast } from '../toast.tsx'

/** Puts something onto the clipboard, and says so. */
export function CopyButton({ text, label }: { readonly text: () => string; readonly label?: string }) {
  const { words } = useWords()
  const tell = useToast()
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text())
      tell(words.value.copied)
    } catch {
      // The browser does not let the page; whoever sees the text can mark it.
      tell(words.value.notCopied)
    }
  }
  return (
    <button type="button" className="value-action" onClick={() => void copy()}>
      {label ?? words.value.copy}
    </button>
  )
}
