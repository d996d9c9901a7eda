import { useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { Loading } from './components/loading.tsx'

type Load<Props> = () => Promise<ComponentType<Props>>
type Loaded = { readonly Part: unknown } | { readonly error: unknown }

const parts = new WeakMap<object, Loaded>()

/** A part of the page as soon as its code is there. `React.lazy` would hold it back for 300 ms once it has shown that it loads. */
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
  useEffect(() => {
    if (loaded !== undefined) return undefined
    let wanted = true
    load().then(
      (Part) => {
        parts.set(load, { Part })
        if (wanted) setLoaded({ Part })
      },
      (error: unknown) => wanted && setLoaded({ error }),
    )
    return () => {
      wanted = false
    }
  }, [load, loaded])
  if (loaded === undefined) return <Loading keys={keys} />
  // The boundary around the pages says it.
  if ('error' in loaded) throw loaded.error
  // The cast: under a function to load stands what it loaded.
  const Part = loaded.Part as ComponentType<Props>
  return <Part {...props} />
}
