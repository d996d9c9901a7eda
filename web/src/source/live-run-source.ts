import { callApi } from './call-api.ts'
import { liveNews } from './live-news.ts'
import type { RunSource } from './run-source.ts'

/** Reads runs from the server that brought the page. */
export const liveRunSource: RunSource = {
  live: true,
  offers: { compare: true, calibration: true },
  ask: callApi,
  watch: liveNews.watch,
  watchList: liveNews.watchList,
}
