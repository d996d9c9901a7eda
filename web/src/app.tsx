import './components/state.css'
import './components/server-gone.css'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Route, Switch, useLocation } from 'wouter'
import { EmptyState } from './components/state.tsx'
import { ToastProvider } from './components/toast.tsx'
import type { PageProps, PageRoute } from './page-route.ts'
import { LoadedPart } from './loaded-part.tsx'
import { Shell } from './shell.tsx'
import { ApiError, callApi } from './source/call-api.ts'
import { queryClient } from './source/query-client.ts'
import { type RunSource, RunSourceProvider } from './source/run-source.ts'
import { Component, type ReactNode } from 'react'
import { messageOf } from '../../src/core/basics/message-of.ts'
import { useServerGone } from './source/server-status.ts'
import { Button } from './components/button.tsx'
import { formatted, sayFirst as say, useLanguage } from './words/say.ts'

type AppProps = { readonly source: RunSource; readonly routes: readonly PageRoute[] }

export function App({ source, routes }: AppProps) {
  // Everything is drawn anew in another language, since it says what it says when it is drawn; what was begun stays.
  useLanguage()
  return (
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
  )
}

function Pages({ routes, live }: { readonly routes: readonly PageRoute[]; readonly live: boolean }) {
  const [location] = useLocation()
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
            title={live ? say('Page not found') : say('Not in this report')}
            next={
              live
                ? say(
                    'The address may be cut off, or belong to another version. Runs, datasets and all other pages are in the menu.',
                  )
                : say('This is a report in one file. Start `shinsa serve` in the project for this page.')
            }
            link={{ to: '/', text: say('All runs') }}
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
  return (
    <EmptyState
      isPage
      isError
      title={say('Something went wrong on this page')}
      next={say('Nothing is lost: what was evaluated is in the store. Reload, and tell us what it says here.')}
    >
      <pre className="foreign">{messageOf(error)}</pre>
      <Button onClick={() => window.location.reload()}>{say('Reload')}</Button>
    </EmptyState>
  )
}

/** Says that the server does not answer, and since when, or why it refuses to, until it answers again. */
function ServerGone() {
  const since = useServerGone()
  const refusal = useRefusal(since)
  return (
    <div role="status" className="server-gone" data-gone={since !== undefined}>
      {since !== undefined && (
        <p>
          <span aria-hidden="true">⚠ </span>
          {refusal === undefined ? (
            <>
              <b>{say('The server has not answered since {time}.', { time: formatted.time(since) })}</b>{' '}
              {say(
                'It is looked for all the time: what is shown is how things stood then. Is `shinsa serve` still running?',
              )}
            </>
          ) : (
            <>
              <b>{say(refusal.sentence)}</b> {refusal.hint !== undefined && say(refusal.hint)}
            </>
          )}
        </p>
      )}
    </div>
  )
}

/** Asks a server without news whether it refuses: the stream of events does not tell. It may ask for a new token. */
function useRefusal(since: number | undefined): ApiError['problem'] {
  const { error } = useQuery({
    queryKey: ['refusal', since],
    queryFn: async ({ signal }) => callApi('about', { signal }),
    enabled: since !== undefined,
    networkMode: 'always',
    retry: false,
    refetchInterval: 2000,
  })
  return error instanceof ApiError ? error.problem : undefined
}
