import { isUtf8 } from 'node:buffer'
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { basename } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { EvalError, message, type Message } from '../../core/index.ts'
import { excerpt } from '../excerpt.ts'
import { groupsExist, processGroup } from './process-group.ts'

export type LineProcessOptions = {
  readonly command: readonly [program: string, ...args: string[]]
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly maxLineBytes: number
  readonly onLine: (line: string) => void
  /** Called with each line that is printed while the process is stopped. */
  readonly onLateLine?: (line: string) => void
  /** Called once when the process is unusable, unless it was asked to stop. */
  readonly onFailure: (failure: EvalError) => void
  /** Called when the process ended or closed its pipes, after its last line; defaults to `onFailure`. */
  readonly onEnd?: (ending: EvalError) => void
  readonly endHint?: Message
}

export type LineProcess = Awaited<ReturnType<typeof startLineProcess>>

type Child = ChildProcessWithoutNullStreams & { readonly pid: number }

/** @throws {EvalError} `target` when the program cannot be started */
export async function startLineProcess(options: LineProcessOptions) {
  const program = basename(options.command[0])
  const child = await spawned(options)
  const group = processGroup(child)
  const lastWords = readTail(child.stderr, 4096)
  const { onFailure, onEnd = onFailure, endHint = readOn } = options
  let over: boolean | 'stopping' = false

  function giveUp(tell: () => void): void {
    if (over) return
    over = true
    child.stdout.destroy()
    group.terminate()
    tell()
  }

  const fail = (failure: EvalError) => giveUp(() => onFailure(failure))
  const end = (kind: LineProcessEnding) => giveUp(() => onEnd(ended(program, kind, hintFrom(lastWords(), endHint))))

  // An exiting process closes its pipes first, but its exit code explains more.
  const endUnlessItExits = (kind: LineProcessEnding) => void setTimeout(() => end(kind), 200).unref()

  let pieces: Buffer[] = []
  let size = 0
  function finishLine(): void {
    const bytes = Buffer.concat(pieces)
    pieces = []
    size = 0
    // Invalid text would otherwise be compared.
    if (!isUtf8(bytes)) return fail(printedNoUtf8(program))
    const line = bytes.toString('utf8').trim()
    if (line !== '' && !over) options.onLine(line)
    else if (line !== '' && over === 'stopping') options.onLateLine?.(line)
  }
  function isTaken(piece: Buffer): boolean {
    pieces.push(piece)
    size += piece.length
    if (size <= options.maxLineBytes) return true
    child.stdout.destroy()
    fail(printedTooMuch(program, options.maxLineBytes))
    return false
  }
  child.stdout.on('data', (chunk: Buffer) => {
    let start = 0
    for (let newline = chunk.indexOf(10); newline !== -1; newline = chunk.indexOf(10, start)) {
      if (!isTaken(chunk.subarray(start, newline))) return
      finishLine()
      start = newline + 1
    }
    isTaken(chunk.subarray(start))
  })
  child.stdout.once('end', () => {
    // Programs that answer once and exit often omit the last newline.
    finishLine()
    endUnlessItExits('closed output')
  })
  child.stdin.on('error', () => endUnlessItExits('closed input'))
  child.once('close', (exitCode, signal) => end({ exitCode, signal }))

  return {
    program,
    send: (line: string) => void child.stdin.write(`${line}\n`),
    /** Resolves when the program has read most of what was sent, or is gone. */
    drained: () => drained(child.stdin, group.gone),
    endInput: () => void child.stdin.end(),
    fail,
    // When both pipes become readable at once, either may be read first.
    failOnceRead: (failureFrom: () => EvalError) => giveUp(() => setImmediate(() => onFailure(failureFrom()))),
    /** Closes the input, waits a second, then ends the process; resolves when it has exited. */
    async stop() {
      over ||= 'stopping'
      child.stdin.end()
      const timer = setTimeout(() => group.terminate(), 1000)
      await group.gone
      clearTimeout(timer)
    },
    /** Returns the end of standard error, for people. */
    lastWords,
  }
}

async function drained(input: Writable, gone: Promise<unknown>): Promise<void> {
  // An error of the input ends the program.
  if (input.writableNeedDrain) await Promise.race([once(input, 'drain'), gone]).catch(() => undefined)
}

async function spawned({ command: [program, ...args], cwd, env }: LineProcessOptions): Promise<Child> {
  if (cwd !== undefined && statSync(cwd, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new EvalError('target', message('Cannot start {program}: there is no folder {cwd}', { program, cwd }))
  }
  const started = Promise.withResolvers<Child>()
  try {
    const child = spawn(program, args, { cwd, env, stdio: 'pipe', detached: groupsExist, windowsHide: true })
    child.on('error', (error) => started.reject(error))
    child.once('spawn', () => started.resolve(Object.assign(child, { pid: Number(child.pid) })))
    return await started.promise
  } catch (cause) {
    const problem = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
    throw new EvalError('target', message('Cannot start {program}: {problem}', { program, problem }), {
      hint: message('See whether the program is installed, may be executed, and is on the PATH'),
      cause,
    })
  }
}

function readTail(output: Readable, length: number): () => string {
  let tail = Buffer.alloc(0)
  output.on('data', (chunk: Buffer) => {
    tail = Buffer.concat([tail, chunk]).subarray(-length)
  })
  return () => excerpt(tail.toString('utf8').trim(), length)
}

type LineProcessEnding =
  | 'closed output'
  | 'closed input'
  | { readonly exitCode: number | null; readonly signal: NodeJS.Signals | null }

function ended(program: string, ending: LineProcessEnding, hint: Message): EvalError {
  return new EvalError('agent', sentenceFor(program, ending), { hint })
}

function sentenceFor(program: string, ending: LineProcessEnding): Message {
  if (ending === 'closed output') return message('{program} closed its standard output', { program })
  if (ending === 'closed input') return message('{program} closed its standard input', { program })
  const { exitCode, signal } = ending
  if (signal !== null) return message('{program} was ended by {signal} while it was still needed', { program, signal })
  return message('{program} ended with exit code {exitCode} while it was still needed', {
    program,
    exitCode: exitCode ?? 0,
  })
}

function printedTooMuch(program: string, limit: number): EvalError {
  return new EvalError('agent', message('{program} printed more than {limit} bytes in one line', { program, limit }), {
    hint: message('Answer with less, or raise maxReplyBytes'),
  })
}

function printedNoUtf8(program: string): EvalError {
  return new EvalError('agent', message('{program} printed what is not UTF-8', { program }), {
    hint: message('Print UTF-8; Python does so with PYTHONUTF8=1 in its environment'),
  })
}

const readOn = message('The program has to go on reading lines until its input ends')

function hintFrom(lastWords: string, otherwise: Message): Message {
  return lastWords === '' ? otherwise : message('Its error output ends with: {lastWords}', { lastWords })
}
