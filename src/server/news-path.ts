/** Where a run's news come from, as server-sent events; each one's data is a `RunNews`. */
export const newsPath = (runId: string) => `/api/runs/${encodeURIComponent(runId)}/news`
