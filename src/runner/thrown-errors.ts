import { AsyncLocalStorage } from 'node:async_hooks'
import { fileURLToPath } from 'node:url'
import { type Message, message } from '../core/index.ts'
import { thrownStack } from '../core/basics/thrown-stack.ts'

const own = fileURLToPath(new URL('..', import.meta.resolve('shinsa')))

export function stackOf(error: unknown): string | undefined {
  return thrownStack(error, { own, root: process.cwd() })
}

export function textOfThrown(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}

/** Errors that agents, metrics and what they call throw outside of any awaited call. */
export type UnawaitedErrors = {
  readonly note: (error: unknown, caseId: string | undefined) => void
  /** One remark for each distinct error. */
  readonly notes: () => readonly Message[]
}

const mostNotes = 20

/** @param redact removes secrets from messages */
export function collectUnawaitedErrors(redact: (text: string) => string): UnawaitedErrors {
  const found = new Map<string, Message>()
  return {
    note(error, caseId) {
      const sentence = unawaitedErrorSentence(error, caseId, redact)
      if (found.size < mostNotes) found.set(JSON.stringify(sentence), sentence)
    },
    notes: () => [...found.values()],
  }
}

export function unawaitedErrorSentence(error: unknown, caseId?: string, redact = (text: string) => text): Message {
  const place = stackOf(error)?.split('\n')[0]
  const values = { error: redact(`${textOfThrown(error)}${place === undefined ? '' : ` (${place})`}`) }
  return caseId === undefined
    ? message('something that nobody waited for threw {error}', values)
    : message('in case {case} something that nobody waited for threw {error}', { ...values, case: caseId })
}

type ThrownErrorsWatch = { readonly onError: UnawaitedErrors['note'] }

/** Carries the case that a piece of code belongs to through awaits and timers. */
const atWork = new AsyncLocalStorage<{ readonly watch: ThrownErrorsWatch; readonly caseId: string }>()
const watches = new Set<ThrownErrorsWatch>()

/**
 * Catches errors that are thrown outside of any awaited call while cases are played: Node.js would end the process and
 * with it all pending work. A call of `process.exit` throws instead. `end` undoes all of this.
 */
export function watchForUnawaitedErrors(onError: UnawaitedErrors['note']) {
  const watch: ThrownErrorsWatch = { onError }
  if (watches.size === 0) listen()
  watches.add(watch)
  return {
    during: <Result>(caseId: string, play: () => Result): Result => atWork.run({ watch, caseId }, play),
    end(): void {
      if (watches.delete(watch) && watches.size === 0) stopListening()
    },
  }
}

let exit = process.exit

function listen(): void {
  process.on('unhandledRejection', take)
  process.on('uncaughtException', take)
  exit = process.exit
  process.exit = exitUnlessPlaying
}

function stopListening(): void {
  process.off('unhandledRejection', take)
  process.off('uncaughtException', take)
  if (process.exit === exitUnlessPlaying) process.exit = exit
}

function exitUnlessPlaying(code?: number | string | null): never {
  if (atWork.getStore() === undefined) return exit(code)
  throw new Error('process.exit was called')
}

/** The case is known for nearly all errors; the others are passed to every active run. */
function take(error: unknown): void {
  const thrower = atWork.getStore()
  const heard = thrower !== undefined && watches.has(thrower.watch) ? [thrower.watch] : watches
  for (const { onError } of heard) onError(error, thrower?.caseId)
}
