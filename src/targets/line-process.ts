import { spawn } from 'node:child_process'
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { statSync } from 'node:fs'
import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { EvalError, message } from '../core/index.ts'
import { excerpt } from './excerpt.ts'
import { groupsExist, processGroup } from './process-group.ts'

export type LineProcessOptions = {
  readonly command: readonly [program: string, ...args: string[]]
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly maxLineBytes: number
  /** A line of standard output that is not blank. */
  readonly onLine: (line: string) => void
  /** The process is of no more use; called once, and not for a process that was asked to stop. */
  readonly onFailure: (failure: EvalError) => void
}

/** A child process that reads and writes lines. */
export type LineProcess = {
  readonly program: string
  send(line: string): void
  /** Gives the process up, with everything it started. */
  fail(failure: EvalError): void
  /** Closes its input, waits a second, then ends it; resolves when it is gone. */
  stop(): Promise<void>
  /** The end of what it wrote on standard error, for people to read. */
  lastWords(): string
}

type Child = ChildProcessWithoutNullStreams & { readonly pid: number }

/** @throws {EvalError} `target`, when the program cannot be started */
export async function startLineProcess(options: LineProcessOptions): Promise<LineProcess> {
  const program = basename(options.command[0])
  const child = await spawned(options)
  const group = processGroup(child)
  const lastWords = readTail(child.stderr, 4096)
  let over = false

  function fail(failure: EvalError): void {
    if (over) return
    over = true
    child.stdout.destroy()
    group.terminate()
    options.onFailure(failure)
  }

  // A process that is about to exit closes its pipes first, and the exit code says more.
  function failUnlessItExits(failure: () => EvalError): void {
    setTimeout(() => fail(failure()), 200).unref()
  }

  readLines(child.stdout, {
    maxLineBytes: options.maxLineBytes,
    onLine: (line) => !over && options.onLine(line),
    onTooLong() {
      child.stdout.destroy()
      fail(printedTooMuch(program, options.maxLineBytes))
    },
    onEnd: () => failUnlessItExits(() => closedOutput(program, lastWords())),
  })
  child.stdin.on('error', () => failUnlessItExits(() => closedInput(program, lastWords())))
  child.once('close', (exitCode, signal) => fail(ended(program, { exitCode, signal, lastWords: lastWords() })))

  return {
    program,
    send: (line) => void child.stdin.write(`${line}\n`),
    fail,
    async stop() {
      over = true
      child.stdin.end()
      const patience = new AbortController()
      const waiting = wait(1000, undefined, { signal: patience.signal }).then(
        () => group.terminate(),
        () => undefined,
      )
      await group.gone
      patience.abort()
      await waiting
    },
    lastWords,
  }
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

type LineReader = {
  readonly maxLineBytes: number
  readonly onLine: (line: string) => void
  readonly onTooLong: () => void
  readonly onEnd: () => void
}

function readLines(output: Readable, { maxLineBytes, onLine, onTooLong, onEnd }: LineReader): void {
  let pieces: Buffer[] = []
  let size = 0
  const finishLine = () => {
    const line = Buffer.concat(pieces).toString('utf8').trim()
    pieces = []
    size = 0
    if (line !== '') onLine(line)
  }
  const add = (piece: Buffer) => {
    pieces.push(piece)
    size += piece.length
    return size <= maxLineBytes
  }
  output.on('data', (chunk: Buffer) => {
    let start = 0
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      if (!add(chunk.subarray(start, end))) return onTooLong()
      finishLine()
      start = end + 1
    }
    if (!add(chunk.subarray(start))) onTooLong()
  })
  output.once('end', () => {
    // Programs that answer once and exit often forget the last newline.
    finishLine()
    onEnd()
  })
}

function readTail(output: Readable, length: number): () => string {
  let tail = Buffer.alloc(0)
  output.on('data', (chunk: Buffer) => {
    tail = Buffer.concat([tail, chunk]).subarray(-length)
  })
  return () => excerpt(tail.toString('utf8').trim(), length)
}

function ended(
  program: string,
  { exitCode, signal, lastWords }: { exitCode: number | null; signal: string | null; lastWords: string },
): EvalError {
  const sentence =
    signal === null
      ? message('{program} ended with exit code {exitCode} while it was still needed', {
          program,
          exitCode: exitCode ?? 0,
        })
      : message('{program} was ended by {signal} while it was still needed', { program, signal })
  return new EvalError('agent', sentence, { hint: hintFrom(lastWords) })
}

function closedOutput(program: string, lastWords: string): EvalError {
  return new EvalError('agent', message('{program} closed its standard output', { program }), {
    hint: hintFrom(lastWords),
  })
}

function closedInput(program: string, lastWords: string): EvalError {
  return new EvalError('agent', message('{program} closed its standard input', { program }), {
    hint: hintFrom(lastWords),
  })
}

function printedTooMuch(program: string, limit: number): EvalError {
  return new EvalError('agent', message('{program} printed more than {limit} bytes in one line', { program, limit }), {
    hint: message('Answer with less, or raise maxReplyBytes'),
  })
}

function hintFrom(lastWords: string) {
  if (lastWords !== '') return message('Its error output ends with: {lastWords}', { lastWords })
  return message('The program has to go on reading lines until its input ends')
}
