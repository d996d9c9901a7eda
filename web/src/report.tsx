import './design/tokens.css'
import './design/base.css'
import './design/print.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import { App } from './app.tsx'
import { runRoutes } from './routes.ts'
import { embeddedRunSource } from './source/embedded-run-source.ts'
import { useHashLocation } from './source/hash-location.ts'
import { applyTheme, readTheme } from './theme.ts'
import { loadSpoken, wantedLanguage } from './words/spoken.ts'

applyTheme(readTheme())
const place = document.getElementById('app')
if (place === null) throw new Error('the page has no place for the app')
const root = createRoot(place)
void loadSpoken(wantedLanguage()).then((spoken) =>
  root.render(
    <StrictMode>
      <Router hook={useHashLocation}>
        <App spoken={spoken} source={embeddedRunSource()} routes={Object.values(runRoutes)} />
      </Router>
    </StrictMode>,
  ),
)
