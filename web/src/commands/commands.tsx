import { useEffect, useState } from 'react'
import { LoadedPart } from '../loaded-part.tsx'
import type { PageRoute } from '../page-route.ts'
import { useWords } from '../words/language.tsx'
import { useTypedAhead } from './use-typed-ahead.ts'

const loadList = async () => (await import('./command-list.tsx')).CommandList

/** The way to everything by its name, with Ctrl-K or a click. */
export function Commands({ routes }: { readonly routes: readonly PageRoute[] }) {
  const { words } = useWords()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const query = useTypedAhead(open, close)
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      if (event.key.toLowerCase() !== 'k' || event.shiftKey || event.altKey || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setOpen(true)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <button type="button" className="button shell-keys" aria-keyshortcuts="Control+K" onClick={() => setOpen(true)}>
        {words.commands.open} <kbd aria-hidden="true">Ctrl K</kbd>
      </button>
      {open && <LoadedPart quiet load={loadList} props={{ routes, close, query }} />}
    </>
  )
}
