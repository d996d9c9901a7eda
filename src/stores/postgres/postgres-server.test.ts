import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { madePlan } from '../../../test/fixtures/made-plan.ts'
import { type PostgresServer, startPostgres } from '../../../test/postgres/start-postgres.ts'
import { type RunEvent, EvalError, toEnglish } from '../../core/index.ts'
import { collect } from '../run-store.contract.ts'
import { migratePostgres, postgresMigrations } from './migrations.ts'
import { openPostgresStore } from './postgres-store.ts'

let server: PostgresServer

beforeAll(async () => {
  server = await startPostgres()
})

afterAll(async () => server.stop())

describe('a server that goes away', () => {
  it('loses and doubles nothing when it is restarted again and again while a run writes', async () => {
    const store = openPostgresStore(await server.newSchema())
    await store.append('run-1', runStart('run-1'))
    const over = new AbortController()
    const restarts = (async () => {
      for (const how of ['fast', 'crash', 'fast', 'crash', 'fast'] as const) {
        await writtenBeyond(store, 20)
        await server.restart(how)
      }
      over.abort()
    })()
    let next = 0
    async function play(): Promise<void> {
      while (!over.signal.aborted) await playCase(store, next++)
    }
    await Promise.all([restarts, play(), play(), play()])
    expect((await collect(store.scoredCases('run-1'))).map(({ position }) => position)).toEqual(range(next))
    expect(await store.spending('run-1')).toHaveLength(next)
    await store.close()
  })

  it('loses and doubles nothing when connections are cut at any byte', async () => {
    const address = await server.newSchema()
    const cutter = await openCutter(server.port)
    const store = openPostgresStore(address.replace(`:${server.port}/`, `:${cutter.port}/`))
    await store.append('run-1', runStart('run-1'))
    for (let position = 0; position < 60; position += 1) {
      cutter.cutAfter(1 + 23 * position, position % 2 === 0 ? 'asked' : 'answered')
      await playCase(store, position)
    }
    expect(cutter.cuts()).toBeGreaterThan(20)
    expect((await collect(store.scoredCases('run-1'))).map(({ position }) => position)).toEqual(range(60))
    expect((await store.spending('run-1')).map(({ toolCalls }) => toolCalls)).toEqual(range(60))
    await store.close()
    await cutter.close()
  })

  it('is said to be gone when it does not come back, and what was announced is there when it does', async () => {
    const store = openPostgresStore(await server.newSchema(), { patienceMs: 300 })
    await store.append('run-1', runStart('run-1'))
    await server.halt()
    const gone = await failureOf(store.append('run-1', caseStart(0)))
    expect(gone.replace(/:\d+/g, ':PORT').replace(/\?schema=\S+(?= cannot)/, '')).toMatchInlineSnapshot(`
      "store: the run store postgres://postgres@127.0.0.1:PORT/postgres cannot be reached: connect ECONNREFUSED 127.0.0.1:PORT
      Is PostgreSQL running there, and is the address right? What was announced of a run is kept: it can be resumed."
    `)
    await server.start()
    await store.append('run-1', caseStart(1))
    expect((await collect(store.records('run-1'))).map(({ position }) => position)).toEqual([1])
    await store.close()
  })

  it('lets no call begin that it cannot write down', async () => {
    const store = openPostgresStore(await server.newSchema(), { patienceMs: 300 })
    await store.append('run-1', runStart('run-1'))
    const calls = await store.callsUnderWay('run-1')
    await server.halt()
    await expect(calls?.begun('judge', 1)).rejects.toMatchObject({ code: 'store' })
    await server.start()
    const ended = await calls?.begun('judge', 1)
    ended?.()
    await calls?.close()
    await store.close()
  })

  it('tells readers in other processes that something was written, also after it was restarted', async () => {
    const address = await server.newSchema()
    const [writer, reader] = [openPostgresStore(address), openPostgresStore(address)]
    await writer.append('run-1', runStart('run-1'))
    let heard = Promise.withResolvers<void>()
    const stop = reader.database.listen(() => heard.resolve())
    await heard.promise
    for (const position of [0, 1]) {
      const before = await reader.revision()
      heard = Promise.withResolvers()
      await writer.append('run-1', caseStart(position))
      await heard.promise
      expect(await reader.revision()).toBeGreaterThan(before)
      if (position === 0) await server.restart()
    }
    stop()
    await Promise.all([writer.close(), reader.close()])
  })
})

describe('the pages in which cases are read', () => {
  it('have whole cases, however large they are and wherever they stand', async () => {
    const store = openPostgresStore(await server.newSchema())
    await store.append('run-1', runStart('run-1'))
    const places = [...range(1300), 5000, 5001, 40_000, 2_000_000_000]
    const longest = new Map([
      [3, 3_000_000],
      [4, 2_500_000],
      [700, 1_999_000],
      [5001, 2_000_001],
    ])
    for (const position of places) {
      const prompt = 'x'.repeat(longest.get(position) ?? 10)
      const evalCase = { id: `case-${position}`, scenario: { startingPrompt: prompt, plan: '' } }
      void store.append('run-1', { type: 'case-start', position, repeat: 0, evalCase })
      void store.append('run-1', caseEnd(position))
    }
    await store.append('run-1', { type: 'spent', cost: { toolCalls: 0 } })
    const records = await collect(store.records('run-1'))
    expect(records.map(({ position }) => position)).toEqual(places)
    for (const { position, evalCase, result } of records) {
      expect([evalCase.scenario?.startingPrompt.length, result?.verdict]).toEqual([
        longest.get(position) ?? 10,
        'passed',
      ])
    }
    expect((await collect(store.scoredCases('run-1'))).map(({ position }) => position)).toEqual(places)
    const from = await collect(store.records('run-1', { position: 5001, repeat: 0 }))
    expect(from.map(({ position }) => position)).toEqual([5001, 40_000, 2_000_000_000])
    // In a later page, while the one behind it is looked for already.
    for await (const { position } of store.records('run-1')) if (position === 1000) break
    await store.close()
  })
})

describe('what PostgreSQL cannot keep as it is', () => {
  it('survives all the same: NUL, halves of characters, long names, and a case of a hundred megabytes', async () => {
    const store = openPostgresStore(await server.newSchema())
    const runId = 'nul\0 half\uD800 back\\slash "審査"'
    await store.append(runId, runStart(runId))
    const text = `\0\uDC00\\0 \u2028 審査 ${'x'.repeat(100_000_000)}`
    const evalCase = { id: 'nul\0', extra: { text } }
    await store.append(runId, { type: 'case-start', position: 0, repeat: 0, evalCase } as RunEvent)
    await store.append(runId, caseEnd(0))
    const said = { position: 0, repeat: 0, caseId: 'nul\0', metric: '\0', by: '\uD800'.repeat(60), at, passed: true }
    await store.label(runId, { ...said, blind: true })
    expect((await store.list()).map(({ plan }) => plan.runId)).toEqual([runId])
    expect((await store.find('nul\0'))?.plan.runId).toBe(runId)
    const record = await store.record(runId, { position: 0, repeat: 0 })
    expect(record?.evalCase).toEqual(evalCase)
    expect(await store.labels(runId)).toEqual([{ runId, ...said, blind: true }])
    expect(await store.delete([runId])).toBeGreaterThan(100_000_000)
    await store.close()
  })

  it('reads a run of many cases in pages', async () => {
    const store = openPostgresStore(await server.newSchema())
    await store.append('run-1', runStart('run-1'))
    await Promise.all(range(5000).map(async (position) => playCase(store, position)))
    expect((await collect(store.records('run-1'))).map(({ position }) => position)).toEqual(range(5000))
    expect(await collect(store.scoredCases('run-1'))).toHaveLength(5000)
    await store.close()
  })
})

const addsRemark = 'ALTER TABLE runs ADD COLUMN remark text'
const fillsRemark = async (client: Pick<Pool, 'query'>) => client.query('UPDATE runs SET remark = $1', ['none yet'])

describe('the layout', () => {
  it('is made once by many processes that come at once', async () => {
    const address = await server.newSchema()
    const outcomes = await Promise.all(range(5).map(async (index) => startInAnotherProcess(address, `run-${index}`)))
    expect(outcomes).toEqual(Array(5).fill('0'))
    const store = openPostgresStore(address)
    expect(await store.list()).toHaveLength(5)
    await store.close()
  })

  it('of a newer version is left alone, and so is the schema of another program', async () => {
    const address = await server.newDatabase()
    await openPostgresStore(address).list()
    const database = new URL(address).pathname.slice(1)
    await server.execute('INSERT INTO shinsa.shinsa_layout (version) VALUES (99)', { database })
    await server.execute('CREATE SCHEMA songs; CREATE TABLE songs.titles (title text)', { database })
    const sentences = [await failureOf(openPostgresStore(address).list())]
    sentences.push(await failureOf(openPostgresStore(`${address}?schema=songs`).list()))
    expect(sentences.map((sentence) => sentence.replace(/127.*?test_\d+/, 'SERVER').replace(/up to \d+/, 'up to N')))
      .toMatchInlineSnapshot(`
        [
          "store: postgres://postgres@SERVER was written by a newer version of shinsa: its layout is 99, this version knows up to N
        Update shinsa, or name another place for the runs.",
          "store: the schema songs of postgres://postgres@SERVER?schema=songs belongs to another program
        Name another schema: ?schema=NAME at the end of the address.",
        ]
      `)
  })

  it('is brought on by a step, with what is in it, and only once', async () => {
    const address = await server.newDatabase()
    const database = new URL(address).pathname.slice(1)
    const store = openPostgresStore(address)
    await store.append('run-1', runStart('run-1'))
    await store.close()
    const pool = new Pool({ connectionString: address })
    const place = { name: 'it', schema: 'shinsa', steps: [...postgresMigrations, addsRemark, fillsRemark] } as const
    await Promise.all([migratePostgres(pool, place), migratePostgres(pool, place)])
    expect(await server.execute('SELECT id, remark FROM shinsa.runs', { database })).toEqual([
      { id: 'run-1', remark: 'none yet' },
    ])
    expect(await failureOf(migratePostgres(pool, { name: 'it', schema: 'shinsa' }))).toContain(
      'its layout is 8, this version knows up to 6',
    )
    await pool.end()
  })

  it('of the first layout is brought to the newest', async () => {
    const address = await server.newDatabase()
    const pool = new Pool({ connectionString: address })
    await migratePostgres(pool, { name: 'it', schema: 'shinsa', steps: [] })
    const store = openPostgresStore(address)
    await store.append('run-1', runStart('run-1'))
    expect(await (await store.callsUnderWay('run-1'))?.cut()).toEqual([])
    await Promise.all([store.close(), pool.end()])
  })

  it('of a version from before the first release is refused, and left alone', async () => {
    const address = await server.newDatabase()
    const database = new URL(address).pathname.slice(1)
    await openPostgresStore(address).list()
    await server.execute('UPDATE shinsa.shinsa_layout SET version = 2', { database })
    const sentence = await failureOf(openPostgresStore(address).list())
    expect(sentence.replace(/127.*?test_\d+/, 'SERVER')).toMatchInlineSnapshot(`
      "store: postgres://postgres@SERVER has layout 2, of a version from before the first release; layouts are read from 4 on
      Name another place for the runs, and evaluate again what is still needed."
    `)
    expect(await server.execute('SELECT version FROM shinsa.shinsa_layout', { database })).toEqual([{ version: 2 }])
  })

  it('needs no search path, and no encoding but UTF-8', async () => {
    const address = await server.newDatabase()
    const database = new URL(address).pathname.slice(1)
    await server.execute(`ALTER DATABASE ${database} SET search_path TO nowhere`, { database })
    const store = openPostgresStore(address)
    await store.append('run-1', runStart('run-1'))
    expect(await store.list()).toHaveLength(1)
    await store.close()
    await server.execute(`CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0`)
    expect(await failureOf(openPostgresStore(address.replace(database, 'latin')).list())).toContain(
      'keeps texts in LATIN1, where not every text can be kept',
    )
  })
})

it('is refused by a server without TLS where sslmode asks for it', async () => {
  const address = await server.newDatabase()
  for (const mode of ['require', 'verify-full'])
    expect(
      (await failureOf(openPostgresStore(`${address}?sslmode=${mode}`).list())).replace(/127.*?test_\d+/, 'SERVER'),
    )
      .toBe(`store: the run store postgres://postgres@SERVER gives no TLS, which its sslmode asks for: The server does not support SSL connections
Set ssl = on in postgresql.conf of the server, or sslmode=disable in the address where the network is trusted.`)
})

describe('a run on another machine', () => {
  it('is at work while its process is seen, and may be taken over by one when it is not', async () => {
    const address = await server.newDatabase()
    const database = new URL(address).pathname.slice(1)
    const [there, here, third] = [openPostgresStore(address), openPostgresStore(address), openPostgresStore(address)]
    await there.append('run-1', runStart('run-1'))
    expect((await here.find('run-1'))?.elsewhere).toBeUndefined()
    await server.execute(`UPDATE shinsa.writers SET machine = 'another', host = 'worker-2'`, { database })
    expect((await here.find('run-1'))?.elsewhere).toEqual({ host: 'worker-2', isAlive: true })
    // Its number may be that of a process here.
    const resumed = { ...runStart('run-1'), resumed: true, takenOverFrom: process.pid } as RunEvent
    await expect(here.append('run-1', resumed)).rejects.toThrow('run run-1 was taken over by another process')
    await server.execute(`UPDATE shinsa.writers SET seen = now() - interval '1 minute' WHERE machine = 'another'`, {
      database,
    })
    expect((await here.list())[0]?.elsewhere).toEqual({ host: 'worker-2', isAlive: false })
    await here.append('run-1', resumed)
    await server.execute(`UPDATE shinsa.writers SET machine = 'a third' WHERE machine <> 'another'`, { database })
    await expect(third.append('run-1', resumed)).rejects.toThrow('run run-1 was taken over by another process')
    await Promise.all([there, here, third].map(async (store) => store.close()))
  })
})

describe('roles', () => {
  it('let readers read and say what they lack to write', async () => {
    const address = await server.newDatabase()
    const database = new URL(address).pathname.slice(1)
    const owner = openPostgresStore(address)
    await owner.append('run-1', runStart('run-1'))
    await playCase(owner, 0)
    await server.execute(
      `CREATE ROLE reader LOGIN PASSWORD 'r'; GRANT USAGE ON SCHEMA shinsa TO reader;
       GRANT SELECT ON ALL TABLES IN SCHEMA shinsa TO reader;
       CREATE ROLE writer LOGIN PASSWORD 'w'; GRANT USAGE ON SCHEMA shinsa TO writer;
       GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA shinsa TO writer;
       CREATE ROLE stranger LOGIN PASSWORD 's'`,
      { database },
    )
    const as = (role: string) => address.replace(/\/\/.*@/, `//${role}:${role[0]}@`)
    const reader = openPostgresStore(as('reader'))
    expect(await reader.list()).toHaveLength(1)
    expect(await collect(reader.records('run-1'))).toHaveLength(1)
    expect(await reader.revision()).toBeGreaterThan(0)
    const refusal = await failureOf(reader.append('run-2', runStart('run-2')))
    const stranger = openPostgresStore(as('stranger'))
    const refusals = [refusal, await failureOf(stranger.list())]
    expect(refusals.map((sentence) => sentence.replace(/127.*?test_\d+/, 'SERVER'))).toMatchInlineSnapshot(`
      [
        "store: the run store postgres://reader@SERVER refuses this role a right: permission denied for table writers
      Readers need USAGE on the schema and SELECT on its tables, writers INSERT, UPDATE and DELETE as well: docs/fleet.md has the grants.",
        "store: the run store postgres://stranger@SERVER refuses this role a right: permission denied for schema shinsa
      Readers need USAGE on the schema and SELECT on its tables, writers INSERT, UPDATE and DELETE as well: docs/fleet.md has the grants.",
      ]
    `)
    const writer = openPostgresStore(as('writer'))
    await writer.append('run-2', runStart('run-2'))
    expect(await writer.delete(['run-2'])).toBeGreaterThan(0)
    await Promise.all([owner, reader, writer, stranger].map(async (store) => store.close()))
  })
})

const at = '2026-05-01T10:00:00.000Z'

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
}

function runStart(runId: string): RunEvent {
  return { type: 'run-start', plan: madePlan({ runId }), resumed: false, done: 0 }
}

function caseStart(position: number): RunEvent {
  return { type: 'case-start', position, repeat: 0, evalCase: { id: `case-${position}` } }
}

function caseEnd(position: number): RunEvent {
  const result = {
    position,
    repeat: 0,
    evalCase: { id: `case-${position}` },
    transcript: { invocations: [] },
    scores: [],
    verdict: 'passed' as const,
    cost: { toolCalls: 0 },
    durationMs: 1,
  }
  return { type: 'case-end', position, repeat: 0, result }
}

async function playCase(store: ReturnType<typeof openPostgresStore>, position: number): Promise<void> {
  await store.append('run-1', caseStart(position))
  await store.append('run-1', { type: 'spent', cost: { toolCalls: position } })
  await store.append('run-1', caseEnd(position))
}

async function writtenBeyond(store: ReturnType<typeof openPostgresStore>, more: number): Promise<void> {
  const from = await store.revision()
  while ((await store.revision()) < from + more);
}

async function failureOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => 'no failure',
    (failure: unknown) => failure,
  )
  if (!(error instanceof EvalError)) throw error
  expect(JSON.stringify(error)).not.toContain('p@ss')
  return `${error.code}: ${error.message}${error.hint === undefined ? '' : `\n${toEnglish(error.hint)}`}`
}

async function startInAnotherProcess(address: string, runId: string): Promise<string> {
  const program = `
    import { openPostgresStore } from ${JSON.stringify(new URL('postgres-store.ts', import.meta.url).href)}
    const store = openPostgresStore(process.env.ADDRESS)
    await store.append(${JSON.stringify(runId)}, ${JSON.stringify(runStart(runId))})
    await store.close()`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ...process.env, ADDRESS: address },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk) => (said += String(chunk)))
  const [code] = (await once(child, 'close')) as [number]
  return `${code}${said}`
}

/** A way to the server that breaks after so many bytes of a direction. */
async function openCutter(port: number) {
  let left = Number.POSITIVE_INFINITY
  let direction: 'asked' | 'answered' = 'asked'
  let cuts = 0
  const sockets = new Set<Socket>()
  const listener = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    const end = () => {
      near.destroy()
      far.destroy()
    }
    const pass = (from: Socket, to: Socket, way: typeof direction) =>
      from.on('data', (bytes) => {
        left -= way === direction ? bytes.length : 0
        if (left > 0) return void to.write(bytes)
        left = Number.POSITIVE_INFINITY
        cuts += 1
        // What came before the cut arrives: the server may have done what nobody hears of.
        to.write(bytes.subarray(0, Math.ceil(bytes.length * (way === 'asked' ? 0.5 : 0))), end)
      })
    pass(near, far, 'asked')
    pass(far, near, 'answered')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', end).on('close', end)
    }
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    port: address.port,
    cuts: () => cuts,
    cutAfter(bytes: number, way: typeof direction) {
      left = bytes
      direction = way
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      listener.close()
      await once(listener, 'close')
    },
  }
}
