import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { ConnectionOptions } from 'node:tls'
import { EvalError, message } from '../../core/index.ts'
import type { PostgresAddress } from './postgres-address.ts'

/** Kinds of security to try in order, each when the server refuses the one before. */
export type Securities = readonly (ConnectionOptions | false)[]

/**
 * Interprets `sslmode` as libpq does: `prefer` uses TLS if available, `require` insists on it, `verify-ca` checks the
 * certificate's issuer, `verify-full` its host name too. Without a root certificate the system's are used.
 *
 * @throws {EvalError} `usage` for an unknown mode or a missing certificate
 */
export function securitiesOf({ host, parameters }: Pick<PostgresAddress, 'host' | 'parameters'>): Securities {
  const { sslmode = 'prefer', sslcert, sslkey, sslpassword } = parameters
  // A local socket needs no encryption.
  if (host.startsWith('/')) return [false]
  const root = rootOf(parameters.sslrootcert)
  const own: ConnectionOptions = {
    ...(sslcert !== undefined && { cert: readCertificate(sslcert) }),
    ...(sslkey !== undefined && { key: readCertificate(sslkey) }),
    ...(sslpassword !== undefined && { passphrase: sslpassword }),
    ...(root !== undefined && { ca: root }),
  }
  const unchecked = { ...own, rejectUnauthorized: false }
  const signed = { ...own, rejectUnauthorized: true, checkServerIdentity: () => undefined }
  const modes: Readonly<Record<string, Securities>> = {
    disable: [false],
    allow: [false, unchecked],
    prefer: [unchecked, false],
    // As in libpq, a given root certificate is always checked.
    require: [parameters.sslrootcert === undefined ? unchecked : signed],
    'verify-ca': [signed],
    'verify-full': [{ ...own, rejectUnauthorized: true }],
  }
  if (Object.hasOwn(modes, sslmode)) return modes[sslmode] ?? []
  throw new EvalError('usage', message('sslmode of the run store is none: {mode}', { mode: sslmode }), {
    hint: message('There are: {names}.', { names: Object.keys(modes).join(', ') }),
  })
}

function rootOf(file: string | undefined): string | undefined {
  if (file === 'system') return undefined
  if (file !== undefined) return readCertificate(file)
  const usual = join(homedir(), '.postgresql', 'root.crt')
  return existsSync(usual) ? readCertificate(usual) : undefined
}

function readCertificate(file: string): string {
  if (existsSync(file)) return readFileSync(file, 'utf8')
  throw new EvalError('usage', message('{file}: no such file, for the TLS of the run store', { file }))
}
