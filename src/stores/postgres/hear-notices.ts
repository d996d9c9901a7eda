import { setTimeout as sleep } from 'node:timers/promises'
import { loadOptional } from '../../core/basics/optional-package.ts'
import type { PostgresAddress } from './postgres-address.ts'
import { securedConfig } from './postgres-connect.ts'
import { hearWith } from './postgres-news.ts'
import { quote } from './sql-text.ts'

const restMs = 500

/**
 * Listens on a channel with a connection of its own and reconnects when it is cut; notices sent meanwhile are lost.
 *
 * @returns a function that stops listening; resolves once it listens for the first time
 */
export async function hearNotices(
  address: PostgresAddress,
  channel: string,
  onNotice: (text: string) => void,
): Promise<{ close(): Promise<void> }> {
  const { Client } = await loadOptional('pg', 'PostgreSQL', async () => import('pg'))
  const stopping = new AbortController()
  const first = Promise.withResolvers<void>()
  const hearing = (async () => {
    for (let hasHeard = false; !stopping.signal.aborted;) {
      try {
        await hearOnce(() => {
          hasHeard = true
          first.resolve()
        })
      } catch (error) {
        // A first failure may mean a wrong address and is thrown; later ones are retried.
        if (!hasHeard) return first.reject(error)
        await sleep(restMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
      }
    }
  })()

  async function hearOnce(onHearing: () => void): Promise<void> {
    const client = new Client(await securedConfig(Client, address))
    const start = async () => {
      await client.connect()
      await client.query(`LISTEN ${quote(channel)}`)
      onHearing()
    }
    await hearWith(client, { signal: stopping.signal, start, onNotice }).finally(() => {
      client.end().catch(() => undefined)
    })
  }

  await first.promise
  return {
    async close() {
      stopping.abort()
      await hearing
    },
  }
}
