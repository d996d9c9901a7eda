import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { type ServerPrograms, embeddedServer, whoRunsServers } from './server-programs.ts'

/** A real PostgreSQL of a test: its own folder, port and processes, which end with the test whatever becomes of it. */
export interface PostgresServer {
  readonly port: number
  /** Its folder: the data in `data`, what it says in `log`. */
  readonly folder: string
  /** A new, empty database; the address of the superuser, whose password needs every escape. */
  newDatabase(): Promise<string>
  /** The same database with a schema of its own, which is made in no time. */
  newSchema(): Promise<string>
  /** Lets the server do something as its superuser. */
  execute(sql: string, options?: { readonly database?: string }): Promise<readonly Record<string, unknown>[]>
  /** Comes back on the same port with the same data. `crash` ends it as a cut of power does to a process. */
  restart(how?: 'fast' | 'crash'): Promise<void>
  /** Down until `start`. */
  halt(how?: 'fast' | 'crash'): Promise<void>
  start(): Promise<void>
  /** Ends it and removes its folder. */
  stop(): Promise<void>
}

type ServerOptions = {
  /** Which one is started; the one that `npm ci` brings. */
  readonly programs?: ServerPrograms
  /** Lines of `postgresql.conf`, such as `fsync: 'on'`. */
  readonly settings?: Readonly<Record<string, string>>
}

const superuserPassword = 'p@ss:w/o?r#d %25&=+\'"\\'

// Nothing here has to outlive a cut of power, and tests run beside each other.
const defaults = { fsync: 'off', max_connections: '60', shared_buffers: '16MB', listen_addresses: '127.0.0.1' }

export async function startPostgres({
  programs = embeddedServer(),
  settings = {},
}: ServerOptions = {}): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'shinsa-postgres-'))
  const user = whoRunsServers()
  const data = join(folder, 'data')
  const log = join(folder, 'log')
  if (user !== undefined) chownSync(folder, user.uid, user.gid)
  initialise(programs, data)
  let port = 0
  let server: ReturnType<typeof spawn> | undefined

  async function start(): Promise<void> {
    // The server ends when nobody holds its input any more, so also when the test is killed.
    const script = `"$@" >>'${log}' 2>&1 & trap '' INT TERM; server=$!; (cat; kill -INT $server 2>/dev/null) <&3 & wait $server`
    const flags = Object.entries({ ...defaults, unix_socket_directories: folder, port: String(port), ...settings })
    const line = [programs.postgres, '-D', data, ...flags.flatMap(([name, value]) => ['-c', `${name}=${value}`])]
    server = spawn('/bin/sh', ['-c', `exec 3<&0; ${script}`, 'sh', ...line], {
      ...user,
      cwd: folder,
      env: { PATH: process.env['PATH'], TZ: 'UTC' },
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    })
    await untilReady(server, port, log)
  }

  async function halt(how: 'fast' | 'crash' = 'fast'): Promise<void> {
    const ending = server
    if (ending === undefined) return
    server = undefined
    const ended = ending.exitCode === null ? once(ending, 'exit') : undefined
    if (how === 'crash')
      process.kill(Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGQUIT')
    ending.stdin?.end()
    await ended
  }

  const execute: PostgresServer['execute'] = async (sql, options) => executeOn(port, sql, options)

  let [databases, schemas] = [0, 0]
  const addressOf = (name: string) =>
    `postgres://postgres:${encodeURIComponent(superuserPassword)}@127.0.0.1:${port}/${name}`
  await onFreePort(
    async (free) => {
      port = free
      await start()
    },
    () => readFileSync(log, 'utf8').includes('Address already in use'),
  )
  return {
    port,
    folder,
    execute,
    start,
    halt,
    async newDatabase() {
      const name = `test_${(databases += 1)}`
      await execute(`CREATE DATABASE ${name}`)
      return addressOf(name)
    },
    newSchema: async () => `${addressOf('postgres')}?schema=${encodeURIComponent(`審査 "${(schemas += 1)}"`)}`,
    async restart(how) {
      await halt(how)
      await start()
    },
    async stop() {
      await halt('crash')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function untilReady(started: ReturnType<typeof spawn>, port: number, log: string): Promise<void> {
  while (true) {
    if (started.exitCode !== null) throw new Error(`PostgreSQL did not start: ${readFileSync(log, 'utf8')}`)
    try {
      await executeOn(port, 'SELECT 1')
      return
    } catch {
      await sleep(20)
    }
  }
}

async function executeOn(
  port: number,
  sql: string,
  { database = 'postgres' } = {},
): Promise<readonly Record<string, unknown>[]> {
  const client = new Client({ host: '127.0.0.1', port, user: 'postgres', password: superuserPassword, database })
  // A server that goes down says so twice.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

const optionsOfEmpty = ['-U', 'postgres', '--auth=scram-sha-256', '-E', 'UTF8', '--locale=C', '--no-sync']

/** Making an empty server takes a second of the processor's time: it is made once for each program, and copied. */
function initialise(programs: ServerPrograms, data: string): void {
  const user = whoRunsServers()
  copy(emptyServer(programs), data)
  if (user !== undefined) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, data])
}

function emptyServer(programs: ServerPrograms): string {
  const cache = fileURLToPath(new URL('../../node_modules/.cache/shinsa', import.meta.url))
  const madeOf = [statSync(programs.postgres).size, superuserPassword, ...optionsOfEmpty].join()
  const made = join(
    cache,
    `postgres-${programs.version}-${createHash('sha256').update(madeOf).digest('hex').slice(0, 8)}`,
  )
  if (existsSync(made)) return made
  mkdirSync(cache, { recursive: true })
  const ours = mkdtempSync(join(cache, 'making-'))
  const folder = mkdtempSync(join(tmpdir(), 'shinsa-postgres-empty-'))
  try {
    makeEmpty(programs, folder)
    copy(join(folder, 'data'), join(ours, 'data'))
    renameSync(join(ours, 'data'), made)
  } catch (error) {
    // Another worker was first.
    if (!existsSync(made)) throw error
  } finally {
    for (const left of [ours, folder]) rmSync(left, { recursive: true, force: true })
  }
  return made
}

function makeEmpty(programs: ServerPrograms, folder: string): void {
  const user = whoRunsServers()
  if (user !== undefined) chownSync(folder, user.uid, user.gid)
  writeFileSync(join(folder, 'password'), superuserPassword, { mode: 0o644 })
  const place = ['-D', join(folder, 'data'), `--pwfile=${join(folder, 'password')}`]
  execFileSync(programs.initdb, [...place, ...optionsOfEmpty], {
    ...user,
    cwd: folder,
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

/** With the rights of its files, which the server looks at. */
function copy(folder: string, to: string): void {
  execFileSync('cp', ['-pR', folder, to])
}

/** Starts what listens on a port; on another one where somebody else was given it meanwhile. */
async function onFreePort(start: (port: number) => Promise<void>, isTaken: () => boolean): Promise<void> {
  for (let left = 5; ; left -= 1) {
    try {
      await start(await freePort())
      return
    } catch (error) {
      if (left === 0 || !isTaken()) throw error
    }
  }
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  listener.close()
  await once(listener, 'close')
  if (address === null || typeof address === 'string') throw new Error('a listening server has no port')
  return address.port
}
