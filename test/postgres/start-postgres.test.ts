import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Client } from 'pg'
import { isProcessAlive } from '../../src/files/is-process-alive.ts'
import { installedServers } from './server-programs.ts'
import { startPostgres } from './start-postgres.ts'

describe.each(installedServers())('PostgreSQL $version for tests', (programs) => {
  it('has databases of their own, keeps them over a crash, and leaves nothing behind', async () => {
    const server = await startPostgres({ programs })
    const [first, second] = [await server.newDatabase(), await server.newDatabase()]
    await query(first, 'CREATE TABLE words (word text)')
    await query(first, "INSERT INTO words VALUES ('審査')")
    await server.restart('crash')
    expect(await query(first, 'SELECT word FROM words')).toEqual([{ word: '審査' }])
    await expect(query(second, 'SELECT word FROM words')).rejects.toThrow('relation "words" does not exist')
    const [shown] = await server.execute('SHOW server_version')
    const process = Number(readFileSync(join(server.folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
    await server.stop()
    expect(String(shown?.['server_version']).split('.')[0]).toBe(programs.version)
    expect([isProcessAlive(process), existsSync(server.folder)]).toEqual([false, false])
  })
})

async function query(connectionString: string, sql: string): Promise<readonly unknown[]> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
