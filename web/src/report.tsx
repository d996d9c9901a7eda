import './design/tokens.css'
import './design/base.css'
import './design/print.css'
import { StrictMode, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import { App } from './app.tsx'
import { runRoutes } from './routes.ts'
import { embeddedRunSource } from './source/embedded-run-source.ts'
import { applyTheme, readTheme } from './theme.ts'
import { beginSpeaking, wantedLanguage } from './words/spoken.ts'

applyTheme(readTheme())
const place = document.getElementById('app')
if (place === null) throw new Error('the page has no place for the app')
const root = createRoot(place)
void beginSpeaking(wantedLanguage()).then(() =>
  root.render(
    <StrictMode>
      <Router hook={useHashLocation}>
        <App source={embeddedRunSource()} routes={Object.values(runRoutes)} />
      </Router>
    </StrictMode>,
  ),
)

type Navigate = (to: string, options?: { readonly replace?: boolean; readonly state?: unknown }) => void

/**
 * Keeps the place in the app in the hash of the address, `#/runs/…?only=failed`, since a file has no other addresses. wouter's own
 * hook puts the query before the hash, where it would stay when another page is opened.
 */
function useHashLocation(): [string, Navigate] {
  return [useSyncExternalStore(subscribe, path), navigate]
}

useHashLocation.hrefs = (href: string) => `#${href}`
useHashLocation.searchHook = () => useSyncExternalStore(subscribe, search)

const navigate: Navigate = (to, { replace = false, state = null } = {}) => {
  history[replace ? 'replaceState' : 'pushState'](state, '', `#${to}`)
}

// wouter reports changes of the history by events of these names.
const events = ['popstate', 'hashchange', 'pushState', 'replaceState']

function subscribe(changed: () => void): () => void {
  for (const name of events) addEventListener(name, changed)
  return () => {
    for (const name of events) removeEventListener(name, changed)
  }
}

function path(): string {
  return `/${parts().path.replace(/^\//, '')}`
}

function search(): string {
  return parts().search
}

function parts(): { readonly path: string; readonly search: string } {
  const hash = location.hash.slice(1)
  const at = hash.indexOf('?')
  return at === -1 ? { path: hash, search: '' } : { path: hash.slice(0, at), search: hash.slice(at + 1) }
}
