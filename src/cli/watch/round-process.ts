import { EvalError, message } from '../../core/index.ts'
import { loadAhead } from '../../workspace/watch/load-ahead.ts'
import type { Terminal } from '../command.ts'
import { type FromRound, ToRound } from './round-words.ts'

/**
 * The process of one round: it loads all of Shinsa, waits for the word to play, plays, and ends. What the project changed is loaded
 * anew that way, and nobody waits for the program itself.
 */
export async function waitForRound(terminal: Terminal): Promise<number> {
  const stopping = new AbortController()
  const stop = () => stopping.abort(new EvalError('cancelled', message('stopped: something was changed')))
  // Ctrl-C goes to every process of a terminal; the one that watches says what it means.
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
  // Whoever watched may be gone.
  if (process.connected) await new Promise<void>((resolve) => process.send?.(news, () => resolve()))
}
