import './command-line.css'
import { useId, useRef } from 'react'
import { useToast } from './toast.tsx'
import { Button } from './button.tsx'
import { sayFirst as say } from '../words/say.ts'

/** A command to copy into a terminal. */
export function CommandLine({ label, text }: { readonly label: string; readonly text: string }) {
  const tell = useToast()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)

  async function copy(): Promise<void> {
    field.current?.select()
    try {
      await navigator.clipboard.writeText(text)
      tell(say('Copied'))
    } catch {
      // The browser denies it, or offers a clipboard only on this machine's own address or https: the text is selected for Ctrl-C.
      tell(say('The browser does not allow copying here.'))
    }
  }

  return (
    <div className="command-line">
      <label className="small soft" htmlFor={id}>
        {label}
      </label>
      <div className="command-line-row">
        <input id={id} ref={field} readOnly value={text} spellCheck={false} dir="ltr" />
        <Button onClick={() => void copy()}>{say('Copy')}</Button>
      </div>
    </div>
  )
}
