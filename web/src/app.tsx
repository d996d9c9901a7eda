import { Route, Switch, useLocation } from 'wouter'
import { EmptyState } from './components/empty-state.tsx'
import { ServerGone } from './components/server-gone.tsx'
import { ErrorBoundary } from './components/error-boundary.tsx'
import { ToastProvider } from './components/toast.tsx'
import type { PageProps, PageRoute } from './page-route.ts'
import { LoadedPart } from './loaded-part.tsx'
import { Shell } from './shell.tsx'
import { type RunSource, RunSourceProvider } from './source/run-source.ts'
import { LanguageProvider, useWords } from './words/language.tsx'
import type { Spoken } from './words/words.ts'

type AppProps = { readonly spoken: Spoken; readonly source: RunSource; readonly routes: readonly PageRoute[] }

export function App({ spoken, source, routes }: AppProps) {
  return (
    <LanguageProvider first={spoken}>
      <RunSourceProvider value={source}>
        <ToastProvider>
          <Shell routes={routes}>
            <ServerGone />
            <Pages routes={routes} live={source.live} />
          </Shell>
        </ToastProvider>
      </RunSourceProvider>
    </LanguageProvider>
  )
}

function Pages({ routes, live }: { readonly routes: readonly PageRoute[]; readonly live: boolean }) {
  const [location] = useLocation()
  const { words } = useWords()
  return (
    <ErrorBoundary key={location}>
      <Switch>
        {routes.map((route) => (
          <Route key={route.path} path={route.path}>
            {(params: PageProps['params']) => <LoadedPart key={route.path} load={route.load} props={{ params }} />}
          </Route>
        ))}
        <Route>
          <EmptyState
            isPage
            title={live ? words.app.notFound : words.app.notHere}
            next={live ? words.app.notFoundNext : words.app.notHereNext}
            link={{ to: '/', text: words.app.toRuns }}
          />
        </Route>
      </Switch>
    </ErrorBoundary>
  )
}
