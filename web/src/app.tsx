import './components/state.css'
import './components/server-gone.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { Route, Switch, useLocation } from 'wouter'
import { EmptyState } from './components/empty-state.tsx'
import { ToastProvider } from './components/toast.tsx'
import type { PageProps, PageRoute } from './page-route.ts'
import { LoadedPart } from './loaded-part.tsx'
import { Shell } from './shell.tsx'
import { queryClient } from './source/query-client.ts'
import { type RunSource, RunSourceProvider } from './source/run-source.ts'
import { LanguageProvider, useWords, fill } from './words/language.tsx'
import type { Spoken } from './words/words.ts'
import { Component, type ReactNode } from 'react'
import { messageOf } from '../../src/core/basics/message-of.ts'
import { useServerGone } from './source/server-status.ts'
import { useFormats } from './words/formats.ts'
import { Button } from './components/button.tsx'

type AppProps = { readonly spoken: Spoken; readonly source: RunSource; readonly routes: readonly PageRoute[] }

export function App({ spoken, source, routes }: AppProps) {
  return (
    <LanguageProvider first={spoken}>
      <QueryClientProvider client={queryClient}>
        <RunSourceProvider value={source}>
          <ToastProvider>
            <Shell routes={routes}>
              <ServerGone />
              <Pages routes={routes} live={source.live} />
            </Shell>
          </ToastProvider>
        </RunSourceProvider>
      </QueryClientProvider>
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

type State = { readonly error: unknown }

/** Keeps a page that threw from taking the others down. React offers error boundaries only as classes. */
class ErrorBoundary extends Component<{ readonly children: ReactNode }, State | object> {
  override state: State | object = {}

  static getDerivedStateFromError(error: unknown): State {
    return { error }
  }

  override render(): ReactNode {
    return 'error' in this.state ? <Broken error={this.state.error} /> : this.props.children
  }
}

function Broken({ error }: { readonly error: unknown }) {
  const { words } = useWords()
  return (
    <EmptyState isPage isError title={words.app.broken} next={words.app.brokenNext}>
      <pre className="foreign">{messageOf(error)}</pre>
      <Button onClick={() => window.location.reload()}>{words.app.reload}</Button>
    </EmptyState>
  )
}

/** Says that the server does not answer, and since when, until it answers again. */
function ServerGone() {
  const { words } = useWords()
  const { time } = useFormats()
  const since = useServerGone()
  return (
    <div role="status" className="server-gone" data-gone={since !== undefined}>
      {since !== undefined && (
        <p>
          <span aria-hidden="true">⚠ </span>
          <b>{fill(words.app.serverGone, { time: time(since) })}</b> {words.app.serverGoneNext}
        </p>
      )}
    </div>
  )
}
