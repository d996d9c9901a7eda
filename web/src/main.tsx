import './design/tokens.css'
import './design/base.css'
import './design/print.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { pageRoutes } from './live-routes.ts'
import type { RunSource } from './source/run-source.ts'
import { liveNews } from './source/live-news.ts'
import { callApi } from './source/call-api.ts'
import { applyTheme, readTheme } from './theme.ts'
import { beginSpeaking, wantedLanguage } from './words/spoken.ts'

/** Reads runs from the server. */
const liveRunSource: RunSource = {
  live: true,
  offers: { compare: true, calibration: true },
  ask: callApi,
  watch: liveNews.watch,
  watchList: liveNews.watchList,
}

applyTheme(readTheme())
liveNews.start()
const place = document.getElementById('app')
if (place === null) throw new Error('the page has no place for the app')
// The module does not await the words: their file imports from the chunk of this one.
void beginSpeaking(wantedLanguage()).then(() => {
  createRoot(place).render(
    <StrictMode>
      <App source={liveRunSource} routes={pageRoutes} />
    </StrictMode>,
  )
})
