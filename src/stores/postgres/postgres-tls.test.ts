import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { securitiesOf } from './postgres-tls.ts'

it.each<[string | undefined, readonly string[]]>([
  [undefined, ['any certificate', 'none']],
  ['disable', ['none']],
  ['allow', ['none', 'any certificate']],
  ['prefer', ['any certificate', 'none']],
  ['require', ['any certificate']],
  ['verify-ca', ['signed']],
  ['verify-full', ['signed for the host']],
])('sslmode %s asks for what it does to libpq', (sslmode, expected) => {
  const found = securitiesOf({ host: 'db', parameters: sslmode === undefined ? {} : { sslmode } })
  expect(found.map(nameOf)).toEqual(expected)
})

it('has no TLS on a socket, looks at a root that was named, and knows no other mode', () => {
  const folder = mkdtempSync(join(tmpdir(), 'shinsa-tls-'))
  const sslrootcert = join(folder, 'root.crt')
  writeFileSync(sslrootcert, 'root')
  const sslmode = 'require'
  expect(securitiesOf({ host: '/var/run/postgresql', parameters: { sslmode } })).toEqual([false])
  expect(securitiesOf({ host: 'db', parameters: { sslmode, sslrootcert } })).toMatchObject([{ ca: 'root' }])
  expect(securitiesOf({ host: 'db', parameters: { sslmode, sslrootcert } }).map(nameOf)).toEqual(['signed'])
  expect(() => securitiesOf({ host: 'db', parameters: { sslmode: 'full' } })).toThrow(
    'sslmode of the run store is none',
  )
  rmSync(folder, { recursive: true })
  expect(() => securitiesOf({ host: 'db', parameters: { sslrootcert } })).toThrow('no such file')
})

function nameOf(security: ReturnType<typeof securitiesOf>[number]): string {
  if (security === false) return 'none'
  if (security.rejectUnauthorized === false) return 'any certificate'
  return security.checkServerIdentity === undefined ? 'signed for the host' : 'signed'
}
