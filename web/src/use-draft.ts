import { useState } from 'react'
import { rememberedText } from './remembered.ts'

/** Stands before a stored draft, so that an emptied one is not taken for none. */
const mark = '='

/** A text whose draft survives a reload. */
export function useDraft(name: string, earlier = '') {
  const kept = rememberedText(name, 'sessionStorage')
  const [text, setText] = useState(() => (kept.read() === '' ? earlier : kept.read().slice(mark.length)))
  return {
    text,
    isOther: text !== earlier,
    write(after: string): void {
      setText(after)
      kept.write(after === earlier ? '' : mark + after)
    },
    forget: () => kept.write(''),
    reset: () => setText(earlier),
  }
}
