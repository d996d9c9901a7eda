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
  const listeners = newsListeners()
  const { hear, wanted } = listeners
  let leaving = new AbortController()
  let planned: ReturnType<typeof setTimeout> | undefined
  let openFor: string | undefined

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
    if (isSlotMine) listen(newsAddress({ run: runId, everything }), { hear, away, signal })
    else void ask(newsAddress({ run: runId, once: 'yes' }), signal)
  }

  function away(heardAt: number): void {
    leaving.abort()
    serverStatus.gone(heardAt)
    openIn(againMs)
  }

  async function ask(address: string, signal: AbortSignal): Promise<void> {
    // Nobody looks, and nothing goes on that somebody waits for.
    if (document.visibilityState === 'hidden' && listeners.isEmpty()) return
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

  return {
    /** Begins to listen, for as long as the page is there. */
    start(): void {
      openIn(0)
      document.addEventListener('visibilitychange', () => openIn(0))
    },

    watch(runId: string, listener: (news: RunNews) => void): () => void {
      const remove = listeners.addRun({ runId, listener })
      renew()
      return () => {
        remove()
        renew()
      }
    },

    watchList: listeners.addList,
  }
}

/** Who hears of single runs, and who of the list of all. */
function newsListeners() {
  const watched = new Set<Watched>()
  const listListeners = new Set<() => void>()
  return {
    isEmpty: () => watched.size + listListeners.size === 0,
    /** The run that was asked for last. */
    wanted: () => [...watched].at(-1)?.runId,
    hear(news: ServerNews): void {
      if (news.type === 'beat') return
      if (news.type === 'runs') for (const listener of listListeners) listener()
      else for (const { listener } of watched) listener(news)
    },
    addRun(one: Watched): () => void {
      watched.add(one)
      return () => void watched.delete(one)
    },
    addList(listener: () => void): () => void {
      listListeners.add(listener)
      return () => void listListeners.delete(listener)
    },
  }
}

type Listening = {
  readonly hear: (news: ServerNews) => void
  /** Hears once that the server says nothing any more, and when it was heard last. */
  readonly away: (heardAt: number) => void
  readonly signal: AbortSignal
}

/** Listens to the stream of news until the signal, or until the server is away. */
function listen(address: string, { hear, away, signal }: Listening): void {
  const events = new EventSource(address)
  let heardAt = Date.now()
  const lost = () => signal.aborted || away(heardAt)
  const looking = setInterval(() => Date.now() - heardAt > silentMs && lost(), lookMs)
  signal.addEventListener('abort', () => {
    clearInterval(looking)
    events.close()
  })
  events.addEventListener('error', lost)
  events.addEventListener('message', ({ data }: MessageEvent<string>) => {
    heardAt = Date.now()
    // Nobody has told of what happened meanwhile.
    if (serverStatus.isGone()) hear({ type: 'runs' })
    serverStatus.here()
    hear(parseJson(data) as ServerNews)
  })
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
