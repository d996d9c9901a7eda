import { existsSync, readFileSync, statSync } from 'node:fs'
import { homedir, userInfo } from 'node:os'
import { join } from 'node:path'
import { EvalError, message } from '../../core/index.ts'

export type PostgresEnvironment = Readonly<Record<string, string | undefined>>

/** The connection settings, read as libpq does: from the address first, then from `PGHOST` and the other variables. */
export type PostgresAddress = {
  /** The address without the password, for people. */
  readonly name: string
  /** A host name, or the folder of a socket when it starts with a slash. */
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
  readonly password: string | undefined
  readonly schema: string
  readonly parameters: Readonly<Partial<Record<Parameter, string>>>
}

// The parameters of https://www.postgresql.org/docs/current/libpq-connect.html that are used here, and `schema`, each with
// the variable that gives its default.
const variables = {
  host: 'PGHOST',
  port: 'PGPORT',
  user: 'PGUSER',
  password: 'PGPASSWORD',
  dbname: 'PGDATABASE',
  schema: undefined,
  passfile: 'PGPASSFILE',
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
  sslpassword: undefined,
  sslnegotiation: 'PGSSLNEGOTIATION',
  channel_binding: 'PGCHANNELBINDING',
  connect_timeout: 'PGCONNECT_TIMEOUT',
  application_name: 'PGAPPNAME',
  options: 'PGOPTIONS',
} as const
type Parameter = keyof typeof variables
const parameterNames = Object.keys(variables) as readonly Parameter[]

// Parameters of libpq without an effect here; accepted, so that addresses for other tools work.
const ignored =
  /^(?:keepalives.*|tcp_user_timeout|client_encoding|gssencmode|target_session_attrs|sslsni|sslcompression)$/

/** @throws {EvalError} `usage` for an invalid address, which is never shown because it may contain a password */
export function postgresAddress(store: string, environment: PostgresEnvironment): PostgresAddress {
  const parts = partsOf(store)
  const given = { ...parts, ...parametersOf(parts.query) }
  const said = (name: Parameter) => given[name] ?? filled(environment[variables[name] ?? ''])
  const port = portOf(said('port') ?? '5432')
  const host = said('host') ?? usualHost(port)
  if (host.includes(',')) {
    throw refused(message('the address of the run store names several servers'), message('Name one of them.'))
  }
  const user = said('user') ?? userInfo().username
  const database = said('dbname') ?? user
  const schema = given.schema ?? 'shinsa'
  const place = { host, port, user, database }
  const parameters = Object.fromEntries(
    parameterNames.flatMap((name) => {
      const value = name === 'password' || name === 'passfile' ? undefined : said(name)
      return value === undefined ? [] : [[name, value]]
    }),
  )
  const password = said('password') ?? passwordIn(said('passfile') ?? join(homeOf(environment), '.pgpass'), place)
  return { ...place, name: nameOf(place, schema), password, schema, parameters }
}

type PostgresAddressParts = { readonly query: string } & Partial<Record<Parameter, string>>

// Follows libpq first. An unescaped password is then recognised as far as the rest of the address allows.
const strictly = /^(?:([^:@/?]*)(?::([^@/?]*))?@)?(\[[^\]/?]*\]|[^@/?:]*)(?::(\d*))?(?:\/([^?]*))?(?:\?(.*))?$/s
const leniently = /^(?:([^:@/?]*)(?::(.*?))?@)(\[[^\]/?]*\]|[^@/?:]*)(?::(\d*))?(?:\/([^?]*))?(?:\?(.*))?$/s

function partsOf(store: string): PostgresAddressParts {
  const rest = store.replace(/^postgres(?:ql)?:\/\//i, '')
  const found = strictly.exec(rest) ?? leniently.exec(rest)
  if (found === null) {
    throw refused(
      message('the address of the run store is not readable'),
      message(
        'It is postgres://USER:PASSWORD@HOST:PORT/DATABASE. Write @ : / ? # % in a password as %40 %3A %2F %3F %23 %25, or leave the password to PGPASSWORD or ~/.pgpass.',
      ),
    )
  }
  const [, user, password, host, port, dbname, query = ''] = found.map((part: string | undefined) => filled(part))
  const plain = host?.startsWith('[') === true ? host.slice(1, -1) : host
  const parts = Object.entries({ user, password, host: plain, port, dbname })
  return { query, ...Object.fromEntries(parts.flatMap(([name, part]) => (part ? [[name, unescaped(part)]] : []))) }
}

function parametersOf(query: string): Partial<Record<Parameter, string>> {
  const pairs = query.split('&').flatMap((pair): [string, string][] => {
    const [name = '', ...value] = pair.split('=')
    return pair === '' || ignored.test(name) ? [] : [[unescaped(name), unescaped(value.join('='))]]
  })
  const unknown = pairs.find(([name]) => !parameterNames.some((known) => known === name))
  if (unknown !== undefined) {
    throw refused(
      message('the address of the run store has an unknown parameter: {name}', { name: unknown[0] }),
      message('There are: {names}.', { names: parameterNames.join(', ') }),
    )
  }
  return Object.fromEntries(pairs.filter(([, value]) => value !== ''))
}

// A percent sign that begins no escape stands for itself.
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, '%25'))
  } catch (cause) {
    if (!(cause instanceof URIError)) throw cause
    return text
  }
}

function filled(text: string | undefined): string | undefined {
  return text === '' ? undefined : text
}

function portOf(text: string): number {
  const port = Number(text)
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port
  throw refused(message('the port of the run store is no port: {port}', { port: text }))
}

// The folder where servers of Debian and others listen on a socket.
function usualHost(port: number): string {
  const folder = ['/var/run/postgresql', '/tmp'].find((each) => existsSync(join(each, `.s.PGSQL.${port}`)))
  return folder ?? 'localhost'
}

function homeOf(environment: PostgresEnvironment): string {
  return environment['HOME'] ?? homedir()
}

type PostgresAddressPlace = Pick<PostgresAddress, 'host' | 'port' | 'user' | 'database'>

/** Returns the password of the first matching line, `host:port:database:user:password`, of a private file. */
function passwordIn(file: string, { host, port, database, user }: PostgresAddressPlace): string | undefined {
  if (!existsSync(file)) return undefined
  const { mode } = statSync(file)
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) return undefined
  const wanted = [host.startsWith('/') ? 'localhost' : host, String(port), database, user]
  for (const line of readFileSync(file, 'utf8').split(/\r?\n/)) {
    const fields = (line.match(/(?:\\.|[^:\\])*(?::|$)/g) ?? []).map((field) => field.replace(/:$/, ''))
    const plain = fields.map((field) => field.replace(/\\(.)/g, '$1'))
    const fits = wanted.every((value, index) => fields[index] === '*' || plain[index] === value)
    if (!line.startsWith('#') && fits && plain[4] !== undefined) return plain[4]
  }
  return undefined
}

function nameOf({ host, port, user, database }: PostgresAddressPlace, schema: string): string {
  const at = host.startsWith('/') ? encodeURIComponent(host) : host.includes(':') ? `[${host}]` : host
  const shown = `postgres://${encodeURIComponent(user)}@${at}${port === 5432 ? '' : `:${port}`}/${encodeURIComponent(database)}`
  return schema === 'shinsa' ? shown : `${shown}?schema=${encodeURIComponent(schema)}`
}

function refused(sentence: EvalError['sentence'], hint?: EvalError['hint']): EvalError {
  return new EvalError('usage', sentence, hint === undefined ? {} : { hint })
}
