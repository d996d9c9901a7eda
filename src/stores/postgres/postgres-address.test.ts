import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EvalError } from '../../core/index.ts'
import { postgresAddress } from './postgres-address.ts'

let home: string

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shinsa-home-'))
})

afterAll(() => rmSync(home, { recursive: true }))

describe('postgresAddress', () => {
  it.each<[string, string, string | undefined]>([
    ['postgres://ann:s3cret@db.example:6000/runs', 'postgres://ann@db.example:6000/runs', 's3cret'],
    ['postgresql://ann:p%40ss%3Aw%2Fo@db/runs', 'postgres://ann@db/runs', 'p@ss:w/o'],
    ['postgres://ann:p@ss:w/o?r#d%&=+@db/runs?sslmode=require', 'postgres://ann@db/runs', 'p@ss:w/o?r#d%&=+'],
    ['postgres://ann:100%@db/runs', 'postgres://ann@db/runs', '100%'],
    ['postgres://ann:%E5%AF%A9%E6%9F%BB@db/runs', 'postgres://ann@db/runs', '審査'],
    ['postgres://ann:審査 "\\@db/runs', 'postgres://ann@db/runs', '審査 "\\'],
    ['postgres://db/runs?user=ann@example&password=a%26b', 'postgres://ann%40example@db/runs', 'a&b'],
    ['postgres://ann@[::1]:5433/runs?schema=team%20a', 'postgres://ann@[::1]:5433/runs?schema=team%20a', undefined],
    ['postgres://ann@/runs?host=/var/run/pg', 'postgres://ann@%2Fvar%2Frun%2Fpg/runs', undefined],
    ['postgres://ann@%2Fvar%2Frun%2Fpg/runs', 'postgres://ann@%2Fvar%2Frun%2Fpg/runs', undefined],
    ['postgres://ann@db', 'postgres://ann@db/ann', undefined],
    ['POSTGRES://ann:x@db/runs?keepalives=1&target_session_attrs=any', 'postgres://ann@db/runs', 'x'],
  ])('reads %s', (store, name, password) => {
    const address = postgresAddress(store, { HOME: home })
    expect([address.name, address.password]).toEqual([name, password])
  })

  it('takes from the environment what the address leaves open, as libpq does', () => {
    const environment = {
      PGHOST: 'db',
      PGPORT: '6001',
      PGUSER: 'bo',
      PGPASSWORD: 'of env',
      PGDATABASE: 'runs',
      PGSSLMODE: 'verify-full',
    }
    const address = postgresAddress('postgres://', environment)
    expect(address).toMatchObject({ name: 'postgres://bo@db:6001/runs', password: 'of env' })
    expect(address.parameters.sslmode).toBe('verify-full')
    expect(postgresAddress('postgres://ann:own@other/x?sslmode=disable', environment)).toMatchObject({
      name: 'postgres://ann@other:6001/x',
      password: 'own',
      parameters: { sslmode: 'disable' },
    })
  })

  it('looks the password up in the file that libpq looks into, unless others may read it', () => {
    const lines = ['# a comment', 'other:*:*:*:no', 'db:5432:runs:a\\:nn:colon\\:and\\\\ 審査', '*:*:*:ann:any']
    writeFileSync(join(home, '.pgpass'), `${lines.join('\n')}\n`, { mode: 0o600 })
    writeFileSync(join(home, 'open'), lines.join('\n'), { mode: 0o644 })
    const passwordOf = (store: string) => postgresAddress(store, { HOME: home }).password
    expect(passwordOf('postgres://ann@db/runs')).toBe('any')
    expect(passwordOf('postgres://a%3Ann@db/runs')).toBe('colon:and\\ 審査')
    expect(passwordOf('postgres://bo@db/runs')).toBeUndefined()
    expect(passwordOf(`postgres://ann@db/runs?passfile=${join(home, 'open')}`)).toBeUndefined()
    rmSync(join(home, '.pgpass'))
  })

  it.each([
    ['postgres://ann:s3cret@db:port/runs', 'the address of the run store is not readable'],
    ['postgres://ann:s3cret@db:99999/runs', 'the port of the run store is no port: 99999'],
    ['postgres://ann:s3cret@db,db2/runs', 'the address of the run store names several servers'],
    ['postgres://ann:s3cret@db/runs?sslmod=require', 'the address of the run store has an unknown parameter: sslmod'],
  ])('refuses what it cannot read without showing a password: %s', (store, reason) => {
    const refusal = refusalOf(() => postgresAddress(store, { HOME: home }))
    expect(refusal).toMatchObject({ code: 'usage', message: reason })
    expect(JSON.stringify(refusal)).not.toContain('s3cret')
  })
})

function refusalOf(work: () => unknown): EvalError {
  try {
    work()
  } catch (error) {
    if (error instanceof EvalError) return error
    throw error
  }
  throw new Error('nothing was refused')
}
