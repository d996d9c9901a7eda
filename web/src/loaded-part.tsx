import { useEffect, useState, type ComponentType } from 'react'
import { EmptyState, Loading } from './components/state.tsx'
import { loadCode } from './source/load-code.ts'
import { sayFirst as say } from './words/say.ts'

type Load<Props> = () => Promise<ComponentType<Props>>
type LoadedPartLoaded = { readonly Part: unknown } | { readonly error: unknown }

const parts = new WeakMap<object, LoadedPartLoaded>()

/** Renders a component once its code is loaded. `React.lazy` would delay it by 300 ms after showing a loading state. */
export function LoadedPart<Props extends object>({
  load,
  props,
  keys,
}: {
  readonly load: Load<Props>
  readonly props: Props
  readonly keys?: readonly string[]
}) {
  const [loaded, setLoaded] = useState(() => parts.get(load))
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
  if (loaded === undefined && isAway)
    return (
      <EmptyState
        isPage
        isError
        title={say('The server does not answer')}
        next={say(
          'This part of the page has not come yet. It is asked for again by itself as soon as the server is back: is `shinsa serve` still running?',
        )}
      />
    )
  if (loaded === undefined) return <Loading keys={keys} />
  // The error boundary around the pages shows it.
  if ('error' in loaded) throw loaded.error
  // Cast: the loaded component belongs to this loading function.
  const Part = loaded.Part as ComponentType<Props>
  return <Part {...props} />
}
