import { AsyncLocalStorage } from 'node:async_hooks'
import { fileURLToPath } from 'node:url'
import { type Message, message } from '../core/index.ts'
import { thrownStack } from '../core/basics/thrown-stack.ts'

const own = fileURLToPath(new URL('..', import.meta.resolve('shinsa')))

/** Where somebody's code threw, in words that fit into a result. */
export function stackOf(error: unknown): string | undefined {
  return thrownStack(error, { own, root: process.cwd() })
}

/** What somebody's code threw. */
export function textOfThrown(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}

/** What was thrown where nobody waited for it, by agents, metrics and what they call. */
export type UnawaitedErrors = {
  readonly note: (error: unknown, caseId: string | undefined) => void
  /** What is to be said of the run, each thing once. */
  readonly notes: () => readonly Message[]
}

const mostNotes = 20

/** `redact` takes secrets out of what was thrown. */
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

/** Says what was thrown where nobody waited for it. */
export function unawaitedErrorSentence(error: unknown, caseId?: string, redact = (text: string) => text): Message {
  const place = stackOf(error)?.split('\n')[0]
  const values = { error: redact(`${textOfThrown(error)}${place === undefined ? '' : ` (${place})`}`) }
  return caseId === undefined
    ? message('something that nobody waited for threw {error}', values)
    : message('in case {case} something that nobody waited for threw {error}', { ...values, case: caseId })
}

type ThrownErrorsWatch = { readonly onError: UnawaitedErrors['note'] }

/** Whose case a piece of code belongs to, through all that it awaits, and timers. */
const atWork = new AsyncLocalStorage<{ readonly watch: ThrownErrorsWatch; readonly caseId: string }>()
const watches = new Set<ThrownErrorsWatch>()

/**
 * Takes what is thrown where nobody waits for it while cases are played: Node.js would end the process for it, and with it all
 * that others are asked. Code of a case that ends the process gets an exception instead. All of it is undone by `end`.
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

/** By whom it was thrown is known for nearly all; of the rest each run that is at work hears. */
function take(error: unknown): void {
  const thrower = atWork.getStore()
  const heard = thrower !== undefined && watches.has(thrower.watch) ? [thrower.watch] : watches
  for (const { onError } of heard) onError(error, thrower?.caseId)
}
