import { fork } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { packageFolder } from '../../files/index.ts'
import type { Terminal } from '../command.ts'
import { FromRound, type RoundOrder, type ToRound } from './round-words.ts'

export type RoundEnd = Extract<FromRound, { type: 'end' }>
type States = ReadonlyMap<string, string>

export type RoundProcess = {
  /** @returns the outcome; undefined when the process crashed */
  play(order: RoundOrder, onInputs: (states: States) => void): Promise<RoundEnd | undefined>
  /** Stops the process after it has saved what is done. */
  stop(): Promise<void>
}

const patienceMs = 3000

const roundCommand = 'watch-round'

export function startRound({ cwd, language, store }: Terminal): RoundProcess {
  const child = fork(join(packageFolder, 'bin', 'shinsa.js'), [roundCommand, '--lang', language], {
    cwd,
    env: { ...process.env, ...(store !== undefined && { SHINSA_STORE: store }) },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  const ended = Promise.withResolvers<void>()
  child.once('exit', () => ended.resolve())
  child.once('error', ended.reject)
  const tell = (word: ToRound) => void (child.connected && child.send(word))
  return {
    async play(order, onInputs) {
      let end: RoundEnd | undefined
      child.on('message', (said) => {
        const news = FromRound.parse(said)
        if (news.type === 'inputs') onInputs(new Map(news.states))
        else end = news
      })
      tell({ type: 'play', order })
      await ended.promise
      return end
    },
    async stop() {
      tell({ type: 'stop' })
      const waiting = new AbortController()
      const isOver = await Promise.race([
        ended.promise.then(() => true),
        setTimeout(patienceMs, false, { signal: waiting.signal }).catch(() => true),
      ])
      waiting.abort()
      if (!isOver) child.kill('SIGKILL')
      await ended.promise
    },
  }
}
