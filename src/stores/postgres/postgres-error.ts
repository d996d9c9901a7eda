import { EvalError, message, type Message } from '../../core/index.ts'
import { messageOf } from '../../core/basics/message-of.ts'

/** Explains an error of the server or the network and what to do about it. Other errors are returned unchanged. */
export function postgresError(store: string, error: unknown): unknown {
  const problem = problemOf(store, error)
  if (problem === undefined) return error
  return new EvalError('store', problem.sentence, {
    hint: problem.hint,
    cause: error,
    retryable: isGone(error) || isConflict(error),
  })
}

/** True when the server or the connection went away, so that a retry may succeed. */
export function isGone(error: unknown): boolean {
  return goneCodes.test(codeOf(error) ?? '') || isCut(error)
}

/** True when the server is there but not ready yet. */
export function isStarting(error: unknown): boolean {
  return startingCodes.has(codeOf(error) ?? '')
}

/** True when a conflict with another transaction rolled this one back. */
export function isConflict(error: unknown): boolean {
  return conflictCodes.has(codeOf(error) ?? '')
}

// Codes from https://www.postgresql.org/docs/current/errcodes-appendix.html, and of the network.
const goneCodes =
  /^(?:08...|57P0[1235]|53300|25P03|E(?:CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|HOSTDOWN|AI_AGAIN|NOTFOUND|NOENT))$/
const startingCodes = new Set(['57P03', '53300'])
const conflictCodes = new Set(['40001', '40P01', '23505', '23503'])

type PostgresErrorProblem = { readonly sentence: Message; readonly hint: Message }

function problemOf(store: string, error: unknown): PostgresErrorProblem | undefined {
  const code = codeOf(error)
  const problem = problemText(error)
  if (problem.startsWith('SASL: ')) return notLetIn(store, problem)
  if (withoutTls.test(problem)) {
    return {
      sentence: message('the run store {store} gives no TLS, which its sslmode asks for: {problem}', {
        store,
        problem,
      }),
      hint: message(
        'Set ssl = on in postgresql.conf of the server, or sslmode=disable in the address where the network is trusted.',
      ),
    }
  }
  if (code === undefined && !isCut(error)) return undefined
  if (isGone(error)) {
    return {
      sentence: message('the run store {store} cannot be reached: {problem}', { store, problem }),
      hint: message(
        'Is PostgreSQL running there, and is the address right? What was announced of a run is kept: it can be resumed.',
      ),
    }
  }
  switch (code) {
    case '28P01':
    case '28000':
      return notLetIn(store, problem)
    case '3D000':
      return {
        sentence: message('the run store {store} is not there: {problem}', { store, problem }),
        hint: message('Make the database first: createdb --encoding UTF8 --template template0 NAME.'),
      }
    case '42501':
    case '25006':
      return {
        sentence: message('the run store {store} refuses this role a right: {problem}', { store, problem }),
        hint: message(
          'Readers need USAGE on the schema and SELECT on its tables, writers INSERT, UPDATE and DELETE as well: docs/fleet.md has the grants.',
        ),
      }
    case '53100':
      return {
        sentence: message('no space is left for the run store {file}', { file: store }),
        hint: message('Make room on the disk and resume the run: everything up to here is kept.'),
      }
    default:
      return {
        sentence: message('the run store {file} failed: {problem}', { file: store, problem }),
        hint: message("See the server's log for more."),
      }
  }
}

function notLetIn(store: string, problem: string): PostgresErrorProblem {
  return {
    sentence: message('the run store {store} does not let us in: {problem}', { store, problem }),
    hint: message('Give the password in PGPASSWORD or ~/.pgpass, or see pg_hba.conf of the server.'),
  }
}

// Server codes have five characters; those of the network and of TLS are words.
const knownCode = /^(?:[0-9A-Z]{5}|E[A-Z]+|(?:CERT|DEPTH|SELF|UNABLE|ERR_TLS|ERR_SSL)_\w+)$/

function codeOf(error: unknown): string | undefined {
  // The error has one cause for each address of the host name.
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && knownCode.test(code) ? code : undefined
}

// Errors that `pg` itself throws have no code.
const cut =
  /^(?:Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|timeout expired)/

/** The messages of `pg` about a server without TLS, which have no code. */
export const withoutTls = /does not support SSL|establishing an SSL/

function isCut(error: unknown): boolean {
  return error instanceof Error && cut.test(error.message)
}

function problemText(error: unknown): string {
  return error instanceof AggregateError ? messageOf(error.errors[0]) : messageOf(error)
}
