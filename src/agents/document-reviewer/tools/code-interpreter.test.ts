import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { codeInterpreter } from './code-interpreter.ts'

const { signal } = new AbortController()
const run = (code: string, options = {}) => codeInterpreter(options).use({ code }, signal)

describe('code interpreter', () => {
  it('gives back what was printed and the value of the last expression', async () => {
    expect(await run('console.log("sum", [1, 2]); console.error("hm"); [1, 2, 3].reduce((a, b) => a + b)')).toEqual({
      stdout: 'sum [1,2]\n',
      stderr: 'hm\n',
      exitCode: 0,
      result: '6',
    })
    expect(await run('const 日 = "本"; 日')).toMatchObject({ result: '本' })
  })

  it('says what was thrown, and what is no program', async () => {
    expect(await run('console.log(1); null.x')).toMatchObject({
      stdout: '1\n',
      stderr: expect.stringContaining("TypeError: Cannot read properties of null (reading 'x')"),
      exitCode: 1,
    })
    expect(await run('import os')).toMatchObject({ stderr: expect.stringContaining('SyntaxError'), exitCode: 1 })
    expect(await run('throw { get stack() { throw 1 } }')).toMatchObject({ stderr: 'something was thrown' })
  })

  it.each([
    'typeof process + typeof require + typeof fetch + typeof setTimeout + typeof WebAssembly + typeof Uint8Array',
    '[this.constructor.constructor, console.log.constructor].map((make) => { try { return typeof make("return process")() } catch { return "undefined" } }).join("") + "undefined".repeat(4)',
  ])('leaves nothing in reach: %s', async (code) => {
    expect(await run(code)).toMatchObject({ result: 'undefined'.repeat(6) })
  })

  it('has no way to the network, to files or to modules', async () => {
    let visits = 0
    const server = createServer((_request, response) => void response.end(String((visits += 1))))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo // listening on a port, not on a pipe
    const attempts = [
      `fetch("http://127.0.0.1:${port}")`,
      `import("node:http").then((http) => http.get("http://127.0.0.1:${port}"))`,
      // The error of a refused import comes from outside of the program's context.
      `import("x").catch((error) => { const outer = error.constructor.constructor; outer("return fetch")()("http://127.0.0.1:${port}") })`,
      `import("x").catch((error) => { error.constructor.prepareStackTrace = (_, frames) => { for (const frame of frames) frame.getThis()?.fetch?.("http://127.0.0.1:${port}") }; error.constructor("x").stack })`,
      'import("node:fs").then((fs) => console.log(fs.readFileSync("/etc/hostname", "utf8")))',
      'import("node:child_process").then((process) => console.log(process.execSync("id").toString()))',
    ]
    const outcomes = await Promise.all(
      attempts.map((code) => run(code).catch((error: unknown) => ({ stdout: '', error: String(error) }))),
    )
    expect(outcomes.map((outcome) => outcome)).toEqual(attempts.map(() => expect.objectContaining({ stdout: '' })))
    expect(visits).toBe(0)
  })

  it('ends what does not end', async () => {
    await expect(run('for (;;);', { limitMs: 700 })).rejects.toThrow('The program did not end within 0.7 s.')
    const waiting = '(async () => { for (;;) await 0 })()'
    await expect(run(waiting, { limitMs: 700 })).rejects.toThrow('The program did not end within 0.7 s.')
  })

  it('ends what takes too much memory', async () => {
    await expect(run('const all = []; for (;;) all.push(new Array(1e5).fill(1.5))')).rejects.toThrow(
      'The program broke off: it may use 64 MB of memory.',
    )
  })

  it('cuts output that has no end', async () => {
    const { stdout } = (await run('for (let i = 0; i < 1e5; i += 1) console.log("x".repeat(1e3))')) as {
      stdout: string
    }
    expect(stdout.length).toBeLessThan(200_100)
  })

  it('stops when nobody waits any longer', async () => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(new Error('enough')), 200)
    await expect(codeInterpreter().use({ code: 'for (;;);' }, controller.signal)).rejects.toThrow('enough')
  })
})
