import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { EvalError, message } from '../../core/index.ts'
import { startLineProcess } from './line-process.ts'

it('gives a program up with the end of its error output, whichever pipe is read first', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'line-process-'))
  const bothWritten = join(folder, 'written')
  const { promise: told, resolve } = Promise.withResolvers<EvalError>()
  const child = await startLineProcess({
    command: [process.execPath, '--eval', writesBoth, bothWritten],
    maxLineBytes: 100,
    onLine: (line) =>
      child.failOnceRead(
        () => new EvalError('agent', message('{line} and {words}', { line, words: child.lastWords() })),
      ),
    onFailure: resolve,
  })

  child.send('go')
  sleepUntilThereIs(bothWritten)

  expect((await told).message).toBe('what it prints and what it says beside')
  await child.stop()
  await rm(folder, { recursive: true })
})

it('gives a program up that prints no UTF-8: what is read wrong would be compared wrong', async () => {
  const { promise: told, resolve } = Promise.withResolvers<EvalError | string>()
  const child = await startLineProcess({
    command: [process.execPath, '--eval', `process.stdout.write(Buffer.from('938c8b9e0a', 'hex'))`],
    maxLineBytes: 100,
    onLine: resolve,
    onFailure: resolve,
  })
  expect(await told).toMatchObject({ code: 'agent', message: `${child.program} printed what is not UTF-8` })
  await child.stop()
})

const writesBoth = `
  const { writeFileSync, writeSync } = require('node:fs')
  process.stdin.once('data', () => {
    writeSync(1, 'what it prints\\n')
    writeSync(2, 'what it says beside')
    writeFileSync(process.argv[1], '')
  })
`

/** Holds the event loop, so that it finds both pipes readable in one turn. */
function sleepUntilThereIs(file: string): void {
  const never = new Int32Array(new SharedArrayBuffer(4))
  while (!existsSync(file)) Atomics.wait(never, 0, 0, 5)
}
