import { parseJson } from '../../../src/core/basics/json.ts'
import type { RunNews, ServerNews } from '../../../src/server/api/runs.ts'
import { newsAddress } from './call-api.ts'
import { queryClient } from './query-client.ts'
import { serverStatus } from './server-status.ts'

type Watched = { readonly runId: string; readonly listener: (news: RunNews) => void }

/** The server sends a heartbeat more often than once a second. */
const silentMs = 1700
const lookMs = 200
const againMs = 500
const askMs = 2000

const watched = new Set<Watched>()
const listListeners = new Set<() => void>()
let leaving = new AbortController()
let planned: ReturnType<typeof setTimeout> | undefined
let openFor: string | undefined

/**
 * The tab's event stream. It is reopened when another run is watched, when the server was away, and when the tab becomes visible; a
 * tab that finds too many other listeners polls every other second instead.
 */
export const liveNews = {
  /** Starts listening for the lifetime of the page. */
  start(): void {
    openIn(0)
    document.addEventListener('visibilitychange', () => openIn(0))
  },

  watch(runId: string, listener: Watched['listener']): () => void {
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

function hear(news: ServerNews): void {
  if (news.type === 'beat') return
  if (news.type === 'deleted') void queryClient.invalidateQueries({ queryKey: ['run', news.runId] })
  if (news.type === 'runs') for (const listener of listListeners) listener()
  else for (const { listener } of watched) listener(news)
}

/** The run that was requested last. */
function wanted(): string | undefined {
  return [...watched].at(-1)?.runId
}

/** Reopens the stream for another run; several changes are combined. */
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
  // After an interruption everything is requested.
  const everything = runId !== undefined && runId === openFor ? 'yes' : undefined
  openFor = runId
  const isSlotMine = await holdSlot(signal)
  if (signal.aborted) return
  if (isSlotMine) listen(newsAddress({ run: runId, everything }), signal)
  else void ask(newsAddress({ run: runId, once: 'yes' }), signal)
}

async function ask(address: string, signal: AbortSignal): Promise<void> {
  // The tab is hidden and nobody waits for anything.
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

/** Listens to the event stream until the signal, or until the server is silent. */
function listen(address: string, signal: AbortSignal): void {
  const events = new EventSource(address)
  let heardAt = Date.now()
  const lost = () => {
    if (signal.aborted) return
    leaving.abort()
    serverStatus.gone(heardAt)
    openIn(againMs)
  }
  const looking = setInterval(() => Date.now() - heardAt > silentMs && lost(), lookMs)
  signal.addEventListener('abort', () => {
    clearInterval(looking)
    events.close()
  })
  events.addEventListener('error', lost)
  events.addEventListener('message', ({ data }: MessageEvent<string>) => {
    heardAt = Date.now()
    // Changes during the interruption were missed.
    if (serverStatus.isGone()) hear({ type: 'runs' })
    serverStatus.here()
    hear(parseJson(data) as ServerNews)
  })
}

async function newsOnce(address: string, signal: AbortSignal): Promise<readonly ServerNews[]> {
  const response = await fetch(address, { signal })
  if (!response.ok) throw new Error(`the news are refused with ${response.status}`)
  const text = await response.text()
  return [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => parseJson(data) as ServerNews)
}

/**
 * Browsers allow six connections to a server over all tabs, and an event stream occupies one: the seventh tab would wait for ever. So
 * a few tabs listen, most of them visible ones, and the others poll.
 */
const slots = { visible: 4, hidden: 2 } as const

/** Takes one of the listeners' slots until the signal. @returns whether one was free */
async function holdSlot(signal: AbortSignal): Promise<boolean> {
  // Locks exist only on this machine's own address and with https; elsewhere visible tabs listen.
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
