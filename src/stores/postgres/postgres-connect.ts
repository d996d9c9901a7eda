import type { Client, ClientConfig } from 'pg'
import { withoutTls } from './postgres-error.ts'
import type { PostgresAddress } from './postgres-address.ts'
import { securitiesOf } from './postgres-tls.ts'

/** Returns the client settings with the first kind of security that the server accepts. */
export async function securedConfig(ClientOf: typeof Client, address: PostgresAddress): Promise<ClientConfig> {
  const { host, port, user, database, password, parameters } = address
  const { sslnegotiation, channel_binding: binding = 'prefer', connect_timeout: patience = '10' } = parameters
  const config: ClientConfig = {
    host,
    port,
    user,
    database,
    // A function keeps the password out of dumps, and other passwords of this process out of the connection.
    password: () => password ?? '',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: 1000 * Number(patience),
    application_name: parameters.application_name ?? 'shinsa',
    ...(parameters.options !== undefined && { options: parameters.options }),
    enableChannelBinding: binding !== 'disable',
  }
  const securities = securitiesOf(address)
  for (const ssl of securities) {
    const secured = {
      ...config,
      ssl,
      ...(ssl !== false && sslnegotiation === 'direct' && { sslnegotiation: 'direct' as const }),
    }
    if (ssl === securities.at(-1)) return secured
    const probe = new ClientOf(secured)
    probe.on('error', () => undefined)
    try {
      await probe.connect()
      await probe.end()
      return secured
    } catch (error) {
      if (!isAboutSecurity(error)) throw error
    }
  }
  return config
}

// Code 28000 means that no rule allows this kind of connection.
function isAboutSecurity(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return withoutTls.test(error.message) || ('code' in error && error.code === '28000')
}
