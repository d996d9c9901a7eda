import type { Trial } from '../runner/trials.ts'
import type { Fence } from './fence.ts'
import type { Notices } from './notices.ts'

type KeepTaking = {
  readonly fence: Pick<Fence, 'emptied'>
  readonly notices: Pick<Notices, 'next'>
  /** Once it is aborted, nothing more is taken. */
  readonly signal: AbortSignal
}

/** Notices may be lost with a connection. */
const LOOK_EVERY_MS = 10_000

/**
 * The trials of all lots, and of those that others lose while this worker is at work on its own: it has room for them, and one that
 * takes long need not end before.
 */
export async function* keepTaking(
  takeAll: () => AsyncGenerator<Trial>,
  { fence, notices, signal }: KeepTaking,
): AsyncGenerator<Trial> {
  while (!signal.aborted) {
    yield* takeAll()
    const waiting = new AbortController()
    const ended = fence.emptied().then(() => true)
    const heard = notices.next(AbortSignal.any([signal, waiting.signal]), LOOK_EVERY_MS).then(() => false)
    const isOver = await Promise.race([ended, heard])
    waiting.abort()
    if (isOver) return
  }
}
