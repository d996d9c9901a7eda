// Runs one program in its own thread, so that code-interpreter.ts can terminate it from outside.
import { parentPort, workerData } from 'node:worker_threads'
import quickJs from '@jitl/quickjs-ng-wasmfile-release-sync'
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSSyncVariant,
} from 'quickjs-emscripten-core'
import { messageOf } from '../../../../core/basics/message-of.ts'

export type ProgramRequest = { readonly code: string; readonly memoryMegabytes: number }

export type ProgramOutcome =
  | { readonly status: 'ran'; readonly result: ProgramResult }
  | { readonly status: 'too-big' }
  | { readonly status: 'broken'; readonly reason: string }

type ProgramResult = {
  readonly stdout: string
  readonly stderr: string
  readonly exitCode: 0 | 1
  /** The value of the last expression; absent when it is undefined. */
  readonly result?: string
}

async function runProgram({ code, memoryMegabytes }: ProgramRequest): Promise<ProgramOutcome> {
  const memory = engineMemory(memoryMegabytes)
  const variant = quickJs as unknown as QuickJSSyncVariant // the package's types describe its CommonJS build, which has a `default`
  // TypeScript knows the full type of a WebAssembly memory only with the library for browsers.
  const options = { wasmMemory: memory } as unknown as Parameters<typeof newVariant>[1]
  const engine = await newQuickJSWASMModuleFromVariant(newVariant(variant, options))
  const isNearlyFull = () => memory.buffer.byteLength > 0.9 * memoryMegabytes * MEGABYTE
  try {
    return ranIn(engine.newContext(), code, isNearlyFull)
  } catch (cause) {
    // The engine itself failed, for example by overflowing its stack. It is not used again.
    if (isNearlyFull()) return { status: 'too-big' }
    return { status: 'broken', reason: messageOf(cause) }
  }
}

const MEGABYTE = 1024 * 1024
const PAGES_PER_MEGABYTE = 16
const LEAST_MEGABYTES = 16

// TypeScript declares it only in its library for browsers.
declare const WebAssembly: {
  readonly Memory: new (pages: { readonly initial: number; readonly maximum: number }) => EngineMemory
}
type EngineMemory = { readonly buffer: ArrayBuffer }

/** This memory holds the engine's stack and all objects of the program. */
function engineMemory(megabytes: number): EngineMemory {
  return new WebAssembly.Memory({
    initial: LEAST_MEGABYTES * PAGES_PER_MEGABYTE,
    maximum: Math.max(LEAST_MEGABYTES, megabytes) * PAGES_PER_MEGABYTE,
  })
}

function ranIn(context: QuickJSContext, code: string, isNearlyFull: () => boolean): ProgramOutcome {
  const inside = context.unwrapResult(context.evalCode(prepare, 'prepare.js'))
  const call = (name: string, ...values: readonly QuickJSHandle[]) => textFrom(context, inside, name, values)
  const settled = settle(context, code)
  const thrown = settled.status === 'threw' ? call('failed', settled.error) : settled.status === 'waits' ? waits : ''
  // When no memory is left even for an error, the engine throws `null`.
  if (thrown.startsWith('InternalError: out of memory') || (thrown === 'null' && isNearlyFull()))
    return { status: 'too-big' }
  const stdout = call('read', context.newString('log'))
  const stderr = call('read', context.newString('error')) + thrown
  if (settled.status !== 'value') return { status: 'ran', result: { stdout, stderr, exitCode: 1 } }
  const hasValue = context.typeof(settled.value) !== 'undefined'
  return {
    status: 'ran',
    result: { stdout, stderr, exitCode: 0, ...(hasValue && { result: call('show', settled.value) }) },
  }
}

const waits = 'The program waits for something that never comes.'

/** The engine returns JSON, because its plain strings end at the first null character. */
function textFrom(
  context: QuickJSContext,
  inside: QuickJSHandle,
  name: string,
  values: readonly QuickJSHandle[],
): string {
  const returned = context.unwrapResult(context.callMethod(inside, name, [...values]))
  // No schema checks it, because loading zod in each new thread took longer than most programs.
  const text: unknown = JSON.parse(context.getString(returned))
  if (typeof text !== 'string') throw new TypeError(`the engine's ${name} gave back no text`)
  return text.toWellFormed()
}

type Settled =
  | { readonly status: 'value'; readonly value: QuickJSHandle }
  | { readonly status: 'threw'; readonly error: QuickJSHandle }
  | { readonly status: 'waits' }

/** From `quickjs.h`: allows `await` in the program and returns its value as a promise of `{ value }`. */
const JS_EVAL_FLAG_ASYNC = 1 << 7

function settle(context: QuickJSContext, code: string): Settled {
  const evaluated = context.evalCode(code, 'program.js', JS_EVAL_FLAG_ASYNC)
  if (evaluated.error) return { status: 'threw', error: evaluated.error }
  // An error in a job either rejects a promise of the program or is ignored.
  while (context.runtime.hasPendingJob()) context.runtime.executePendingJobs()
  const program = settledPromise(context, evaluated.value)
  if (program.status !== 'value') return program
  return settledPromise(context, context.getProp(program.value, 'value'))
}

function settledPromise(context: QuickJSContext, promise: QuickJSHandle): Settled {
  const state = context.getPromiseState(promise)
  if (state.type === 'fulfilled') return { status: 'value', value: state.value }
  return state.type === 'rejected' ? { status: 'threw', error: state.error } : { status: 'waits' }
}

/** Runs first and keeps the built-in functions, in case the program replaces them. */
const prepare = `(() => {
  const lines = { log: '', error: '' }
  const longest = 100000
  const { stringify } = JSON
  const text = String
  const slice = Function.prototype.call.bind(String.prototype.slice)
  const isError = Function.prototype.call.bind(Object.prototype.isPrototypeOf, Error.prototype)
  const show = (value) => {
    if (value === undefined) return 'undefined'
    if (typeof value === 'string') return value
    try {
      if (typeof value !== 'object' || value === null || isError(value)) return text(value)
      return stringify(value, (key, inner) => (typeof inner === 'bigint' ? text(inner) : inner)) ?? text(value)
    } catch {
      try { return text(value) } catch { return 'something that cannot be shown' }
    }
  }
  const write = (kind) => (...values) => {
    let line = ''
    for (let index = 0; index < values.length && line.length < longest; index += 1) line += (index > 0 ? ' ' : '') + show(values[index])
    if (lines[kind].length < longest) lines[kind] += slice(line, 0, longest) + '\\n'
  }
  globalThis.console = { log: write('log'), info: write('log'), debug: write('log'), warn: write('error'), error: write('error') }
  const failed = (error) => {
    const stack = isError(error) ? error.stack : ''
    return text(error) + (typeof stack === 'string' && stack !== '' ? '\\n' + stack : '')
  }
  return {
    read: (kind) => stringify(lines[kind]),
    show: (value) => stringify(slice(show(value), 0, longest)),
    failed: (error) => { try { return stringify(slice(failed(error), 0, longest)) } catch { return '"something was thrown"' } },
  }
})()`

parentPort?.postMessage(await runProgram(workerData as ProgramRequest))
