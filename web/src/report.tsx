import './design/tokens.css'
import './design/base.css'
import './design/print.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import { navigate, useLocationProperty } from 'wouter/use-browser-location'
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

/**
 * Keeps the place in the app in the hash of the address, `#/runs/…?only=failed`, since a file has no other addresses. wouter's own
 * hook puts the query before the hash, where it would stay when another page is opened.
 */
function useHashLocation(): [string, typeof navigate] {
  return [useLocationProperty(path), navigateInHash]
}

useHashLocation.hrefs = (href: string) => `#${href}`
useHashLocation.searchHook = () => useLocationProperty(search)

const navigateInHash: typeof navigate = (to, options) => navigate(`#${to}`, options)

function path(): string {
  return location.hash.replace(/^#?\/?/, '/').replace(/\?.*$/s, '')
}

function search(): string {
  return /\?(.*)$/s.exec(location.hash)?.[1] ?? ''
}
