import { callApi } from './call-api.ts'
import { liveNews } from './live-news.ts'
import { type RunSource, type ExchangePlace, tracePage } from './run-source.ts'

/** The first page is small, so that rows stand there at once; the others are few. */
const firstPage = 200
const laterPage = 2000

/** Reads runs from the server that brought the page. */
export const liveRunSource: RunSource = {
  live: true,
  offers: { compare: true, calibration: true },

  async runs(signal) {
    return callApi('runs', { signal })
  },

  run: async (runId, signal) => callApi('run', { params: { runId }, signal }),

  worstCases: async (runId, signal) =>
    callApi('cases', { params: { runId }, query: { order: 'worst-first', limit: firstPage }, signal }),

  cases: async (runId, from, signal) =>
    callApi('cases', { params: { runId }, query: { from, limit: laterPage }, signal }),

  rowsAt: async (runId, positions) =>
    (await callApi('cases', { params: { runId }, query: { positions: positions.join(',') } })).rows,

  caseDetail: async (runId, position, repeat, signal) =>
    callApi('caseDetail', { params: paramsOf({ runId, position, repeat }), signal }),

  trace: async ({ turn, ...place }, from, signal) =>
    callApi('trace', { params: paramsOf(place), query: { turn, from, limit: tracePage }, signal }),

  traceFound: async ({ turn, ...place }, text, signal) =>
    (await callApi('traceFound', { params: paramsOf(place), query: { turn, text }, signal })).rows,

  traceRow: async ({ turn, ...place }, row, signal) =>
    callApi('traceRow', { params: paramsOf(place), query: { turn, row }, signal }),

  casePlace: async (runId, caseId, signal) => callApi('casePlace', { params: { runId }, query: { caseId }, signal }),

  calibration: async (runId, signal) => callApi('calibration', { params: { runId }, signal }),

  compare: async (first, second, signal) => callApi('compare', { query: { first, second }, signal }),

  watch: liveNews.watch,
  watchList: liveNews.watchList,
}

function paramsOf({ runId, position, repeat }: Omit<ExchangePlace, 'turn'>) {
  return { runId, position: String(position), repeat: String(repeat) }
}
