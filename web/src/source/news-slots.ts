/**
 * A browser opens six connections to a server, over all of its tabs, and a stream of news holds one for good: the seventh
 * tab would wait for ever. So a few tabs listen, most of them those in sight, and the others ask from time to time.
 */
const slots = { visible: 4, hidden: 2 } as const

/** Takes one of the places for tabs that listen, until the signal. @returns whether there was one */
export async function holdSlot(signal: AbortSignal): Promise<boolean> {
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
