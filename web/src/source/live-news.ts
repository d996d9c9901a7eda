import { parseJson } from '../../../src/core/basics/json.ts'
import type { RunNews, ServerNews } from '../../../src/server/api/runs.ts'
import { newsAddress } from './call-api.ts'
import { serverStatus } from './server-status.ts'

type Watched = { readonly runId: string; readonly listener: (news: RunNews) => void }

/** The server beats more often than once a second. */
const silentMs = 1700
const lookMs = 200
const againMs = 500
const askMs = 2000

/**
 * The one stream of news of this tab. It is opened anew when another run is watched, when the server has been away, and when
 * the tab comes into sight; a tab that finds too many others listening asks every other second instead.
 */
function openLiveNews() {
  const watched = new Set<Watched>()
  const listListeners = new Set<() => void>()
  let leaving = new AbortController()
  let planned: ReturnType<typeof setTimeout> | undefined
  let openFor: string | undefined

  const wanted = () => [...watched].at(-1)?.runId

  /** Another run may be watched now; several changes at once are one. */
  function renew(): void {
    setTimeout(() => wanted() === openFor || void open())
  }

  function openIn(ms: number): void {
    clearTimeout(planned)
    planned = setTimeout(() => void open(), ms)
  }

  async function open(): Promise<void> {
    leaving.abort()
    leaving = new AbortController()
    const { signal } = leaving
    const runId = wanted()
    // Who was away is told everything.
    const everything = runId !== undefined && runId === openFor ? 'yes' : undefined
    openFor = runId
    const isSlotMine = await holdSlot(signal)
    if (signal.aborted) return
    if (isSlotMine) listen(newsAddress({ run: runId, everything }), signal)
    else void ask(newsAddress({ run: runId, once: 'yes' }), signal)
  }

  function listen(address: string, signal: AbortSignal): void {
    const events = new EventSource(address)
    let heardAt = Date.now()
    const away = () => {
      if (signal.aborted) return
      leaving.abort()
      serverStatus.gone(heardAt)
      openIn(againMs)
    }
    const looking = setInterval(() => Date.now() - heardAt > silentMs && away(), lookMs)
    signal.addEventListener('abort', () => {
      clearInterval(looking)
      events.close()
    })
    events.addEventListener('error', away)
    events.addEventListener('message', ({ data }: MessageEvent<string>) => {
      heardAt = Date.now()
      // Nobody has told of what happened meanwhile.
      if (serverStatus.isGone()) hear({ type: 'runs' })
      serverStatus.here()
      hear(parseJson(data) as ServerNews)
    })
  }

  async function ask(address: string, signal: AbortSignal): Promise<void> {
    // Nobody looks, and nothing goes on that somebody waits for.
    if (document.visibilityState === 'hidden' && watched.size + listListeners.size === 0) return
    const askedAt = Date.now()
    try {
      const told = await newsOnce(address, AbortSignal.any([signal, AbortSignal.timeout(askMs)]))
      serverStatus.here()
      for (const news of told) hear(news)
    } catch {
      if (!signal.aborted) serverStatus.gone(askedAt)
    }
    if (!signal.aborted) openIn(askMs)
  }

  function hear(news: ServerNews): void {
    if (news.type === 'beat') return
    if (news.type === 'runs') for (const listener of listListeners) listener()
    else for (const { listener } of watched) listener(news)
  }

  return {
    /** Begins to listen, for as long as the page is there. */
    start(): void {
      openIn(0)
      document.addEventListener('visibilitychange', () => openIn(0))
    },

    watch(runId: string, listener: (news: RunNews) => void): () => void {
      const one = { runId, listener }
      watched.add(one)
      renew()
      return () => {
        watched.delete(one)
        renew()
      }
    },

    watchList(listener: () => void): () => void {
      listListeners.add(listener)
      return () => void listListeners.delete(listener)
    },
  }
}

async function newsOnce(address: string, signal: AbortSignal): Promise<readonly ServerNews[]> {
  const response = await fetch(address, { signal })
  const text = await response.text()
  return [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => parseJson(data) as ServerNews)
}

export const liveNews = openLiveNews()

/**
 * A browser opens six connections to a server, over all of its tabs, and a stream of news holds one for good: the seventh
 * tab would wait for ever. So a few tabs listen, most of them those in sight, and the others ask from time to time.
 */
const slots = { visible: 4, hidden: 2 } as const

/** Takes one of the places for tabs that listen, until the signal. @returns whether there was one */
async function holdSlot(signal: AbortSignal): Promise<boolean> {
  // Only this machine's own address, and https, have locks; elsewhere those in sight listen.
  if (navigator.locks === undefined) return document.visibilityState === 'visible'
  for (let slot = 0; slot < slots[document.visibilityState]; slot += 1) {
    if (await isTaken(`shinsa.news.${slot}`, signal)) return true
  }
  return false
}

async function isTaken(name: string, signal: AbortSignal): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  const held = navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    resolve(lock !== null)
    if (lock !== null && !signal.aborted)
      await new Promise<void>((release) => signal.addEventListener('abort', () => release(), { once: true }))
  })
  held.catch(reject)
  return promise
}
