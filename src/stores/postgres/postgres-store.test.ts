import { afterAll, beforeAll, describe } from 'vitest'
import { installedServers } from '../../../test/postgres/server-programs.ts'
import { type PostgresServer, startPostgres } from '../../../test/postgres/start-postgres.ts'
import { describeRunStore, endedAt } from '../run-store.contract.ts'
import { describeAnswerCache } from '../answer-cache.contract.ts'
import { openPostgresAnswerCache } from './postgres-answer-cache.ts'
import { openPostgresStore } from './postgres-store.ts'

describe.each(installedServers())('PostgreSQL $version', (programs) => {
  let server: PostgresServer

  beforeAll(async () => {
    server = await startPostgres({ programs })
  })

  afterAll(async () => server.stop())

  describeRunStore(`PostgreSQL ${programs.version}`, async () =>
    openPostgresStore(await server.newSchema(), { clock: () => endedAt }),
  )

  describeAnswerCache(`PostgreSQL ${programs.version}`, async () => openPostgresAnswerCache(await server.newSchema()))
})
