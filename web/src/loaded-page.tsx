import { useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { Loading } from './components/loading.tsx'
import type { PageProps, PageRoute } from './page-route.ts'

type Loaded = { readonly Page: ComponentType<PageProps> } | { readonly error: unknown }

const loaded = new Map<string, Loaded>()

/** A page as soon as its code is there. `React.lazy` would hold it back for 300 ms once it has shown that it loads. */
export function LoadedPage({ route, params }: PageProps & { readonly route: PageRoute }) {
  const [page, setPage] = useState(() => loaded.get(route.path))
  useEffect(() => {
    if (page !== undefined) return undefined
    let wanted = true
    route.load().then(
      (Page) => {
        loaded.set(route.path, { Page })
        if (wanted) setPage({ Page })
      },
      (error: unknown) => wanted && setPage({ error }),
    )
    return () => {
      wanted = false
    }
  }, [route, page])
  if (page === undefined) return <Loading />
  // The boundary around the pages says it.
  if ('error' in page) throw page.error
  return <page.Page params={params} />
}
