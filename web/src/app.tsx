import { Route, Switch, useLocation } from 'wouter'
import { EmptyState } from './components/empty-state.tsx'
import { ErrorBoundary } from './components/error-boundary.tsx'
import { ToastProvider } from './components/toast.tsx'
import { pageRoutes } from './routes.ts'
import type { PageProps } from './routes.ts'
import { LoadedPage } from './loaded-page.tsx'
import { Shell } from './shell.tsx'
import type { RunSource } from './source/run-source.ts'
import { RunSourceProvider } from './source/run-source.ts'
import { LanguageProvider, useWords } from './words/language.tsx'

export function App({ source }: { readonly source: RunSource }) {
  return (
    <LanguageProvider>
      <RunSourceProvider value={source}>
        <ToastProvider>
          <Shell live={source.live}>
            <Pages live={source.live} />
          </Shell>
        </ToastProvider>
      </RunSourceProvider>
    </LanguageProvider>
  )
}

function Pages({ live }: { readonly live: boolean }) {
  const [location] = useLocation()
  const { words } = useWords()
  return (
    <ErrorBoundary key={location}>
      <Switch>
        {pageRoutes.map((route) => (
          <Route key={route.path} path={route.path}>
            {(params: PageProps['params']) =>
              route.liveOnly === true && !live ? (
                <EmptyState title={words.app.notHere} next={words.app.notHereNext} />
              ) : (
                <LoadedPage key={route.path} route={route} params={params} />
              )
            }
          </Route>
        ))}
        <Route>
          <EmptyState
            title={words.app.notFound}
            next={words.app.notFoundNext}
            link={{ to: '/', text: words.app.toRuns }}
          />
        </Route>
      </Switch>
    </ErrorBoundary>
  )
}
