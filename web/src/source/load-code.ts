import { newsAddress } from './call-api.ts'

const againMs = 1000

/** Minimum milliseconds between reloads, since an error may persist after one. */
const nextReloadMs = 60_000

/**
 * Loads code of the page, waiting while the server is away, then trying again. `onAway` is called when the server is away. Browsers
 * that cache a failed import (Chromium does) forget it with the page: the page is then reloaded, and the promise never settles.
 */
export async function loadCode<Code>(
  load: () => Promise<Code>,
  { signal, onAway }: { readonly signal: AbortSignal; readonly onAway: () => void },
): Promise<Code> {
  try {
    return await load()
  } catch {
    if (!(await isThere(signal))) onAway()
  }
  while (!(await isThere(signal))) {
    if (signal.aborted) throw signal.reason
    await new Promise((resolve) => setTimeout(resolve, againMs))
  }
  try {
    return await load()
  } catch (error) {
    const { reloadedAt = 0 } = (window.history.state ?? {}) as { readonly reloadedAt?: number }
    if (signal.aborted || Date.now() - reloadedAt < nextReloadMs) throw error
    window.history.replaceState({ ...window.history.state, reloadedAt: Date.now() }, '')
    window.location.reload()
    return new Promise(() => undefined)
  }
}

async function isThere(signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false
  const response = await fetch(newsAddress({ once: 'yes' }), { signal, cache: 'no-store' }).catch(() => undefined)
  return response?.ok === true
}
