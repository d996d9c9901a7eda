import './command-line.css'
import { useId, useRef } from 'react'
import { useCopy } from './toast.tsx'
import { Button } from './button.tsx'
import { sayFirst as say } from '../words/say.ts'

/** A command to copy into a terminal. */
export function CommandLine({ label, text }: { readonly label: string; readonly text: string }) {
  const copy = useCopy()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)

  return (
    <div className="command-line">
      <label className="small soft" htmlFor={id}>
        {label}
      </label>
      <div className="command-line-row">
        <input id={id} ref={field} readOnly value={text} spellCheck={false} dir="ltr" />
        <Button
          onClick={() => {
            // Where the browser allows no copying, it is selected for Ctrl-C.
            field.current?.select()
            copy(text)
          }}
        >
          {say('Copy')}
        </Button>
      </div>
    </div>
  )
}
