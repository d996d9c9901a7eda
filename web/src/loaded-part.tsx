import { useEffect, useState, type ComponentType } from 'react'
import { EmptyState } from './components/empty-state.tsx'
import { Loading } from './components/loading.tsx'
import { loadCode } from './source/load-code.ts'
import { useWords } from './words/language.tsx'

type Load<Props> = () => Promise<ComponentType<Props>>
type LoadedPartLoaded = { readonly Part: unknown } | { readonly error: unknown }

const parts = new WeakMap<object, LoadedPartLoaded>()

/** A part of the page as soon as its code is there. `React.lazy` would hold it back for 300 ms once it has shown that it loads. */
export function LoadedPart<Props extends object>({
  load,
  props,
  keys,
  quiet = false,
}: {
  readonly load: Load<Props>
  readonly props: Props
  readonly keys?: readonly string[]
  /** Nothing stands in its place until it is there. */
  readonly quiet?: boolean
}) {
  const [loaded, setLoaded] = useState(() => parts.get(load))
  const { words } = useWords()
  // It is looked for.
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    if (loaded !== undefined) return undefined
    const leaving = new AbortController()
    const { signal } = leaving
    loadCode(load, { signal, onAway: () => signal.aborted || setAway(true) }).then(
      (Part) => {
        parts.set(load, { Part })
        if (!signal.aborted) setLoaded({ Part })
      },
      (error: unknown) => signal.aborted || setLoaded({ error }),
    )
    return () => leaving.abort()
  }, [load, loaded])
  if (loaded === undefined && quiet) return null
  if (loaded === undefined && isAway)
    return <EmptyState isPage isError title={words.app.notYetHere} next={words.app.notYetHereNext} />
  if (loaded === undefined) return <Loading keys={keys} />
  // The boundary around the pages says it.
  if ('error' in loaded) throw loaded.error
  // The cast: under a function to load stands what it loaded.
  const Part = loaded.Part as ComponentType<Props>
  return <Part {...props} />
}
