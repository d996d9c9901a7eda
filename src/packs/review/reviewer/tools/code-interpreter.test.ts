import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
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
    expect(await run('console.log(new Error("x"), { a: 2n ** 64n }, undefined, [])')).toEqual({
      stdout: 'Error: x {"a":"18446744073709551616"} undefined []\n',
      stderr: '',
      exitCode: 0,
    })
    expect(await run(String.raw`"a\u0000b\u001b\ud800"`)).toMatchObject({ result: 'a\0b\u001b\ufffd' })
    expect(await run('(function sum(n) { return n === 0 ? 0 : n + sum(n - 1) })(5000)')).toMatchObject({
      result: '12502500',
    })
  })

  it('waits for promises, and says when nothing can come of one', async () => {
    expect(await run('const half = async (n) => n / 2; console.log(await half(8)); half(2)')).toMatchObject({
      stdout: '4\n',
      result: '1',
    })
    expect(await run('(async () => { throw new Error("late") })()')).toMatchObject({
      stderr: expect.stringMatching(/^Error: late\n/),
      exitCode: 1,
    })
    expect(await run('console.log(1); await new Promise(() => {})')).toEqual({
      stdout: '1\n',
      stderr: 'The program waits for something that never comes.',
      exitCode: 1,
    })
  })

  it('says what was thrown and where, and what is no program', async () => {
    expect(await run('console.log(1);\nnull.x')).toEqual({
      stdout: '1\n',
      stderr: "TypeError: cannot read property 'x' of null\n    at <eval> (program.js:2:1)\n",
      exitCode: 1,
    })
    expect(await run('import os')).toMatchObject({ stderr: expect.stringContaining('SyntaxError'), exitCode: 1 })
    expect(await run('throw { toString() { throw 1 } }')).toMatchObject({ stderr: 'something was thrown', exitCode: 1 })
    expect(await run('throw null')).toMatchObject({ stderr: 'null', exitCode: 1 })
  })

  it('has the language, and nothing of ours', async () => {
    const names =
      'process require module Buffer fetch WebSocket setTimeout setImmediate WebAssembly Intl Deno navigator'.split(' ')
    expect(await run(`${JSON.stringify(names)}.filter((name) => name in globalThis)`)).toMatchObject({ result: '[]' })
    expect(await run('new Uint8Array(new Set([1, 2]).size).length + [..."日本"].length')).toMatchObject({ result: '4' })
  })

  // Each of these led out of a realm of Node's: an error, a function or a frame that stood outside.
  it.each([
    ['import("x")', 'ReferenceError: could not load module'],
    ['import("x").catch((error) => error.constructor.constructor("return typeof process")())', 'undefined'],
    ['import("x").catch((error) => error.constructor === ReferenceError)', 'true'],
    [
      'import("x").catch((error) => { let o = error; while (Object.getPrototypeOf(o)) o = Object.getPrototypeOf(o); return o === Object.prototype })',
      'true',
    ],
    [
      '[this, console, console.log, (() => {})].map((o) => o.constructor.constructor("return typeof process")()).join()',
      'undefined,undefined,undefined,undefined',
    ],
    ['new Function("return this")() === globalThis && (0, eval)("this") === globalThis', 'true'],
    ['Error.prepareStackTrace = (_, frames) => frames; typeof new Error("x").stack', 'object'],
    ['const { stack } = new Error("x"); /node:|file:|[.](?:ts|mjs)/.test(stack)', 'false'],
    ['Object.defineProperty(Object.prototype, "handle", { set(value) { console.log(typeof value) } }); 1', '1'],
  ])('leads nowhere by %s', async (code, expected) => {
    const { result, stderr } = (await run(code)) as { result?: string; stderr: string }
    expect(result ?? stderr).toContain(expected)
  })

  it('is not confused by a program that changes the language', async () => {
    const hostile = `String.prototype.slice = () => ({}); JSON.stringify = () => { throw 1 }; Array.prototype[Symbol.iterator] = null;
      Object.prototype.toJSON = () => 'forged'; Function.prototype.call = null; globalThis.String = null; Error.prototype.toString = () => { throw 2 };`
    expect(await run(`${hostile} console.log('as it is'); 'told'`)).toEqual({
      stdout: 'as it is\n',
      stderr: '',
      exitCode: 0,
      result: 'told',
    })
    expect(await run(`${hostile} throw new Error('x')`)).toMatchObject({ stderr: 'something was thrown' })
    expect(
      await run('new Proxy({}, { get() { throw 1 }, ownKeys() { throw 2 }, getPrototypeOf() { throw 3 } })'),
    ).toMatchObject({ result: 'something that cannot be shown' })
  })

  it.each([
    'for (;;);',
    '(async () => { for (;;) await 0 })()',
    'for (const one of (function* () { for (;;) yield 1 })());',
    '/^(a+)+$/.test("a".repeat(40) + "b")',
    '({ get x() { return this.x } }); for (;;) { try { (function again() { again() })() } catch {} }',
    'throw { toString() { for (;;); } }',
    '({ toJSON() { for (;;); } })',
    'for (;;) console.log("x".repeat(1e4))',
    'for (;;) { try { for (const all = []; ; ) all.push("x".repeat(1e6)) } catch {} }',
  ])('ends what does not end: %s', async (code) => {
    await expect(run(code, { limitMs: 500 })).rejects.toThrow('The program did not end within 0.5 s.')
  })

  it('counts all memory, whatever is made of it, and ends what takes too much', async () => {
    const before = process.memoryUsage.rss()
    const [peak, stop] = watchMemory()
    const programs = [
      'const all = []; for (;;) all.push(new Array(1e5).fill(1.5))',
      'const all = []; for (;;) all.push(new ArrayBuffer(1e6))',
      'const all = []; for (;;) all.push(new RegExp("a" + all.length), new Date(), Symbol(), () => all)',
      'let one = {}; for (;;) one = { one }',
      'const all = new Map(); for (;;) all.set("k" + all.size, new Uint8Array(1e4))',
      'Array(1e9).fill(1)',
      'JSON.parse("[" + "1,".repeat(2e7) + "1]")',
      'let text = "x"; const all = []; for (;;) all.push(text += text.slice(0, 1e6) + all.length)',
      'const all = []; for (;;) all.push(2n ** BigInt(1e6 + all.length))',
      '(function more(...values) { more(...values, ...values) })(1)',
    ]
    const outcomes: unknown[] = []
    for (const code of programs)
      outcomes.push(await run(code, { limitMs: 60_000 }).catch((error: unknown) => String(error)))
    stop()
    const tooBig = 'Error: The program broke off: it may use 64 MB of memory.'
    expect(outcomes.filter((outcome) => outcome !== tooBig)).toEqual([
      // An array of arguments is refused before it is too big.
      expect.objectContaining({ exitCode: 1 }),
    ])
    // 64 MB for the engine, and what a thread and a busy test runner take for themselves.
    expect(peak() - before).toBeLessThan(300 * 1024 * 1024)
  })

  it.each([
    '"a".repeat(2 ** 30)',
    '2n ** (2n ** 40n)',
    'let x = 3n; for (;;) x *= x',
    'JSON.parse("[".repeat(1e6))',
    'eval("(".repeat(1e5) + ")".repeat(1e5))',
    '(function again() { again() })()',
    'new Proxy({}, { get: (_, name, self) => self[name] }).x',
    'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)',
  ])('is an error inside of the program: %s', async (code) => {
    expect(await run(code)).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(/^\w*Error: /) })
    expect(await run(`try { ${code} } catch { 'caught' }`)).toMatchObject({ result: 'caught' })
  })

  it('cuts output that has no end', async () => {
    const { stdout, result } = (await run(
      'for (let i = 0; i < 1e4; i += 1) console.log("x".repeat(1e3)); "y".repeat(1e6)',
    )) as { stdout: string; result: string }
    expect(stdout.length).toBeLessThan(200_100)
    expect(result.length).toBe(100_000)
  })

  it('refuses a program that is too long, or none', async () => {
    await expect(run(' '.repeat(1_000_001))).rejects.toThrow('The program is longer than 1000000 characters.')
    await expect(codeInterpreter().use({ code: 7 }, signal)).rejects.toThrow('code has to be a text.')
  })

  it('stops when nobody waits any longer', async () => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(new Error('enough')), 200)
    await expect(codeInterpreter().use({ code: 'for (;;);' }, controller.signal)).rejects.toThrow('enough')
  })

  it('lets everything else go on meanwhile', async () => {
    const endless = run('for (;;);', { limitMs: 1500 }).catch(String)
    let turns = 0
    while (turns < 5) {
      await sleep(10)
      turns += 1
    }
    expect(await Promise.race([endless, Promise.resolve('still running')])).toBe('still running')
    expect(await run('6 * 7')).toMatchObject({ result: '42' })
    await endless
  })
})

/** The most memory that the process had, looked at every few milliseconds. */
function watchMemory(): readonly [() => number, () => void] {
  let most = 0
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 10)
  return [() => most, () => clearInterval(timer)]
}
