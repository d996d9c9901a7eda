/**
 * What the process of the code interpreter runs. It is handed over as text, so it refers to nothing outside of itself.
 * The program comes on standard input; what came of it goes out as one JSON object.
 *
 * The context of the program has no object of ours in it. Should a program get hold of one all the same, no text can be
 * made into code out there, and the ways to modules and to the network are gone.
 */
export async function sandbox(): Promise<void> {
  'use strict'
  const { createContext, constants, Script } = process.getBuiltinModule('node:vm')
  const { stdin, stdout } = process
  const chunks: Buffer[] = []
  for await (const chunk of stdin) chunks.push(chunk)
  const code = Buffer.concat(chunks).toString('utf8')

  const context = createContext(constants.DONT_CONTEXTIFY, {
    codeGeneration: { strings: false, wasm: false },
    microtaskMode: 'afterEvaluate',
  })
  // Buffers lie outside of the heap, and its limit does not count them.
  const prepare = new Script(`(() => {
    for (const name of Object.getOwnPropertyNames(globalThis))
      if (/Array$|Array?Buffer|^(?:DataView|Atomics|WebAssembly)$/.test(name) && name !== 'Array') delete globalThis[name]
    const lines = { log: '', error: '' }
    const longest = 100000
    const { stringify } = JSON
    const text = String
    const show = (value) => {
      if (typeof value === 'string') return value
      if (typeof value !== 'object' || value === null || value instanceof Error) return text(value)
      return stringify(value) ?? text(value)
    }
    const write = (kind) => (...values) => {
      let line = ''
      for (let index = 0; index < values.length; index += 1) line += (index > 0 ? ' ' : '') + show(values[index])
      if (lines[kind].length < longest) lines[kind] += line.slice(0, longest) + '\\n'
    }
    globalThis.console = { log: write('log'), info: write('log'), debug: write('log'), warn: write('error'), error: write('error') }
    return {
      read: (kind) => lines[kind],
      result: (value) => value === undefined ? undefined : show(value).slice(0, longest),
      failed: (error) => { try { return text(error?.stack?.split('\\n    at ')[0] ?? error) } catch { return 'something was thrown' } },
    }
  })()`)
  const inside: {
    read(kind: string): unknown
    result(value: unknown): unknown
    failed(error: unknown): unknown
  } = prepare.runInContext(context)

  for (const name of ['binding', '_linkedBinding', 'dlopen', 'getBuiltinModule', 'mainModule'])
    Object.defineProperty(process, name, { value: undefined })
  for (const name of ['fetch', 'WebSocket', 'EventSource', 'require', 'module', 'process'])
    Object.defineProperty(globalThis, name, { value: undefined })

  // Only texts leave: anything else may be the program's own.
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- this function's text is all that the process gets
  const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
  let exitCode = 0
  let result: unknown
  let thrown = ''
  try {
    result = inside.result(new Script(code, { filename: 'program.js' }).runInContext(context))
  } catch (error) {
    exitCode = 1
    // An error of ours is not shown to the program.
    thrown = error instanceof Error ? `${error.name}: ${error.message}` : textOf(inside.failed(error))
  }
  const outcome = {
    stdout: textOf(inside.read('log')),
    stderr: textOf(inside.read('error')) + thrown,
    exitCode,
    result: typeof result === 'string' ? result : undefined,
  }
  stdout.write(JSON.stringify(outcome))
}
