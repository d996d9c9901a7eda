import { EvalError, message } from '../../core/index.ts'
import { loadAhead } from '../../workspace/watch/load-ahead.ts'
import type { Terminal } from '../command.ts'
import { type FromRound, ToRound } from './round-words.ts'

/**
 * Runs as the process of one round: it loads Shinsa, waits for an order, plays the round, and exits. A new process loads the
 * project's changed modules, and loading ahead means that nobody waits for Shinsa itself.
 */
export async function waitForRound(terminal: Terminal): Promise<number> {
  const stopping = new AbortController()
  const stop = () => stopping.abort(new EvalError('cancelled', message('stopped: something was changed')))
  // Ctrl-C reaches every process of the terminal; only the watching process handles it.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.removeAllListeners(signal)
    process.on(signal, () => undefined)
  }
  const [{ playRound }] = await Promise.all([import('./play-round.ts'), loadAhead()])
  const ordered = Promise.withResolvers<Parameters<typeof playRound>[0] | undefined>()
  process.on('message', (said) => {
    const word = ToRound.parse(said)
    if (word.type === 'play') return ordered.resolve(word.order)
    ordered.resolve(undefined)
    stop()
  })
  process.on('disconnect', () => {
    ordered.resolve(undefined)
    stop()
  })
  const order = await ordered.promise
  if (order === undefined) return 0
  const sent: Promise<unknown>[] = []
  await playRound(order, { ...terminal, signal: stopping.signal }, (news) => void sent.push(send(news)))
  await Promise.all(sent)
  return 0
}

async function send(news: FromRound): Promise<void> {
  // The watching process may have exited.
  if (process.connected) await new Promise<void>((resolve) => process.send?.(news, () => resolve()))
}
