const keys = ['r', 'f', 'q'] as const
export type Key = (typeof keys)[number]

/** The next of our keys that somebody presses; nothing where nobody can, and when it is no longer wanted. */
export async function keyPressed(signal: AbortSignal): Promise<Key | undefined> {
  const { stdin } = process
  if (!stdin.isTTY) {
    await aborted(signal)
    return undefined
  }
  const { promise, resolve } = Promise.withResolvers<Key | undefined>()
  const hear = (pressed: Buffer) => {
    const text = pressed.toString().toLowerCase()
    // In this mode Ctrl-C is a key like others.
    if (text.includes('\u0003')) process.kill(process.pid, 'SIGINT')
    const key = keys.find((one) => text.includes(one))
    if (key !== undefined) resolve(key)
  }
  stdin.setRawMode(true)
  stdin.on('data', hear)
  stdin.resume()
  void aborted(signal).then(() => resolve(undefined))
  try {
    return await promise
  } finally {
    stdin.off('data', hear)
    stdin.pause()
    stdin.setRawMode(false)
  }
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
