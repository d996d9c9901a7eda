import { useState } from 'react'
import { rememberedText } from './remembered.ts'

/** A text whose draft survives a reload. */
export function useDraft(name: string, earlier = '') {
  const kept = rememberedText(name, 'sessionStorage')
  const [text, setText] = useState(() => kept.read() || earlier)
  return {
    text,
    isOther: text !== earlier,
    write(after: string): void {
      setText(after)
      kept.write(after === earlier ? '' : after)
    },
    forget: () => kept.write(''),
    reset: () => setText(earlier),
  }
}
