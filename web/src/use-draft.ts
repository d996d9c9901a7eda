import { useState } from 'react'
import { rememberedText } from './remembered.ts'

/** Stands before a stored draft, so that an emptied one is not taken for none. */
const mark = '='

/** A text whose draft survives a reload; where nothing was written it is the earlier one, also when that changes. */
export function useDraft(name: string, earlier = '') {
  const kept = rememberedText(name, 'sessionStorage')
  const [draft, setDraft] = useState(() => kept.read())
  const text = draft === '' ? earlier : draft.slice(mark.length)
  function keep(after: string): void {
    setDraft(after)
    kept.write(after)
  }
  return {
    text,
    isOther: text !== earlier,
    write: (after: string) => keep(after === earlier ? '' : mark + after),
    forget: () => keep(''),
  }
}
