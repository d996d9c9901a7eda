import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { allToolCallsOf, responseTextOf, toolCallsOf, type EvalCase, type JsonObject } from '../../core/index.ts'
import { targetContract } from '../target.contract.ts'
import { withTargetTimeout } from '../with-timeout.ts'
import { acpTarget, type AcpTargetOptions } from './acp-target.ts'

const { signal } = new AbortController()
const command = [
  process.execPath,
  fileURLToPath(new URL('../../../test/fixtures/acp/coding-agent.ts', import.meta.url)),
] as const
const saying = (words: string) => ({ role: 'user', parts: [{ text: words }] })

targetContract('a coding agent of ACP', async () => ({ target: target({}, '/') }))

describe('a coding agent of ACP', () => {
  it('works in a copy of the folder for each case, and checks and changes are in the transcript', async () => {
    const base = folderWith({ 'app/a.txt': 'wrong\n', 'app/keep.txt': 'as it is\n' })
    const workspace = { folder: 'app', setup: 'echo set > setup.txt', check: ['grep right a.txt', 'echo no; exit 3'] }
    const twice = await Promise.all([1, 2].map(() => play(target({}, base), workspace, 'write a.txt')))
    for (const [exchange] of twice) {
      if (exchange === undefined) throw new Error('there was no answer')
      expect(responseTextOf(exchange)).toBe('Mended a.txt.')
      expect(toolCallsOf(exchange)).toEqual([
        { id: 'call-1', name: 'edit', args: { name: 'a.txt' }, extra: { title: 'Edit a.txt' } },
      ])
      expect(exchange.metadata?.['acp']).toEqual({
        stopReason: 'end_turn',
        permissions: [{ title: 'Edit a.txt', answer: 'allow_once' }],
      })
      expect(exchange.metadata?.['workspace']).toMatchObject({
        checks: [
          { command: 'grep right a.txt', exitCode: 0, output: 'right\n' },
          { command: 'echo no; exit 3', exitCode: 3, output: 'no\n' },
        ],
        changes: [{ path: 'a.txt', kind: 'changed' }],
        diff: '--- a/a.txt\n+++ b/a.txt\n@@ -1,1 +1,2 @@\n-wrong\n+right\n+more\n',
      })
    }
    expect(readFileSync(join(base, 'app/a.txt'), 'utf8')).toBe('wrong\n')
  })

  it('may leave more files than are compared, which the difference says', async () => {
    const base = folderWith({ 'app/a.txt': 'wrong\n', 'app/vendor/own.txt': 'seen\n' })
    const setup = 'mkdir -p target/deep && cd target/deep && seq 1 20001 | xargs touch'
    const [exchange] = await play(target({}, base), { folder: 'app', setup, check: 'true' }, 'write a.txt')
    expect(exchange?.metadata?.['workspace']).toMatchObject({
      changes: [{ path: 'a.txt', kind: 'changed' }],
      diff: expect.stringMatching(/\+right\n\+more\n\[not compared, beyond 20000 files or closed: target\/deep\/\]\n$/),
    })
  })

  it('goes on in one session, sees pictures, and does what it is not permitted to do not', async () => {
    const exchanges = await play(target({ permissions: 'reject' }, '/'), undefined, 'hello', 'write a.txt')
    expect(exchanges.map((exchange) => responseTextOf(exchange))).toEqual(['1: hello', 'I left it.'])
    const conversation = await target({}, '/').open(named(), { signal })
    const seen = await conversation.say(
      { role: 'user', parts: [{ text: 'see' }, { media: { mimeType: 'image/png', data: 'aGk=' } }] },
      signal,
    )
    expect(seen && responseTextOf(seen)).toBe('1: see+[image]')
    await conversation.close()
  })

  it('is heard in its session only', async () => {
    const [exchange] = await play(target({}, '/'), undefined, 'delegate')
    expect(exchange && responseTextOf(exchange)).toBe('1: delegate')
  })

  it('reads and writes through us only what lies in its folder', async () => {
    const base = folderWith({ 'app/a.txt': 'in\n', 'secret.txt': 'out\n' })
    symlinkSync(join(base, 'secret.txt'), join(base, 'app/link'))
    const places = ['../secret.txt', '/etc/passwd', 'gone/../../secret.txt', `${base}/secret.txt`]
    for (const place of places) {
      const [exchange] = await play(target({}, base), 'app', `reach ${place}`)
      expect(exchange && responseTextOf(exchange)).toBe(
        'The path lies outside of the workspace. The path lies outside of the workspace.',
      )
    }
    // What leads out of the folder is not copied.
    const [exchange] = await play(target({}, base), 'app', 'reach link')
    expect(exchange && responseTextOf(exchange)).toBe('There is no such file. done')
    expect(readFileSync(join(base, 'secret.txt'), 'utf8')).toBe('out\n')
  })

  it('does not write through a link that it put there itself', async () => {
    const base = folderWith({ 'app/a.txt': 'in\n', 'secret.txt': 'out\n' })
    for (const aim of ['secret.txt', 'nowhere.txt']) {
      const workspace = { folder: 'app', setup: `ln -s ${join(base, aim)} link; ln -s ${base} up` }
      const [one] = await play(target({}, base), workspace, 'reach link')
      expect(one && responseTextOf(one)).not.toContain('done')
      const [two] = await play(target({}, base), workspace, `reach up/${aim}`)
      expect(two && responseTextOf(two)).not.toContain('done')
    }
    expect(readdirSync(base).toSorted()).toEqual(['app', 'secret.txt'])
  })

  it('writes into no pipe that nobody reads', async () => {
    const base = folderWith({ 'app/a.txt': 'in\n' })
    const [exchange] = await play(target({}, base), { folder: 'app', setup: 'mkfifo pipe' }, 'reach pipe')
    expect(exchange && responseTextOf(exchange)).toMatch(/^There is no such file\. ENXIO/)
  })

  it('may go on after its answer, which the next exchange has', async () => {
    const conversation = await target({}, '/').open(named(), { signal })
    const before = await conversation.say(saying('linger'), signal)
    await setTimeout(200)
    const after = await conversation.say(saying('hello'), signal)
    await conversation.close()
    const calls = [before, after].map((exchange) => exchange && toolCallsOf(exchange)?.map(({ id }) => id))
    expect(calls).toEqual([[], ['late']])
  })

  it('has unknown calls where it goes on after its last answer, until it is stopped', async () => {
    expect([await callsAfter('linger'), await callsAfter('hello')]).toEqual([undefined, []])
  })

  it('is not asked in a version of the protocol that it does not speak', async () => {
    const reply = JSON.stringify({ jsonrpc: '2.0', id: 1, result: { protocolVersion: 2 } })
    const program = `process.stdin.once('data', () => console.log(${JSON.stringify(reply)}))`
    const opened = target({ command: [process.execPath, '-e', program] }, '/').open(named(), { signal })
    await expect(opened).rejects.toThrow('speaks version 2 of the Agent Client Protocol, not 1')
  })

  it('is told to stop when nobody waits any more, and leaves no folder', async () => {
    const before = workspacesNow()
    const slow = withTargetTimeout(target({}, '/'), 1500)
    await expect(play(slow, undefined, 'never answer')).rejects.toMatchObject({ code: 'timeout' })
    await slow.close?.()
    expect(workspacesNow().filter((name) => !before.includes(name))).toEqual([])
  })

  it.each([
    ['fail', /refused: -32000: Authentication required/],
    ['crash', /ended with exit code 3/],
    ['flood', /more than 100000 bytes/],
  ])('fails in its own words: %s', async (words, expected) => {
    await expect(play(target({ maxReplyBytes: 100_000 }, '/'), undefined, words)).rejects.toThrow(expected)
  })

  it('leaves what it did before it crashed', async () => {
    const conversation = await target({}, '/').open(named(), { signal })
    await expect(conversation.say(saying('write and crash'), signal)).rejects.toThrow(/ended with exit code 3/)
    const seen = await conversation.unfinished?.()
    expect(seen && toolCallsOf(seen)?.map(({ name, args }) => [name, args])).toEqual([['edit', { name: 'a.txt' }]])
    expect(seen).toMatchObject({ provenance: { brokenOff: true } })
    await conversation.close()
  })

  it('is a wrong agent when it speaks something else', async () => {
    const other = target(
      {
        command: [
          process.execPath,
          '-e',
          'process.stdin.on("data", () => console.log(`{"id":1,"result":{}}\\n{"id":2,"result":{}}`))',
        ],
      },
      '/',
    )
    await expect(play(other, undefined, 'hello')).rejects.toThrow(/does not speak the Agent Client Protocol/)
  })

  it('fails where it says something that is nested too deeply to be read', async () => {
    const update = `{"jsonrpc":"2.0","method":"session/update","params":${'['.repeat(300)}${']'.repeat(300)}}`
    const deep = target({ command: [process.execPath, '-e', `console.log('${update}'); process.stdin.resume()`] }, '/')
    await expect(play(deep, undefined, 'hello')).rejects.toThrow(/printed a line that is not an answer: \{"jsonrpc"/)
  })

  it.each([
    ['a folder that is not there', { folder: 'gone' }, 'environment', /no such folder/],
    ['a folder outside', { folder: '..' }, 'format', /outside of the dataset/],
    ['a setup that fails', { setup: 'echo broken; exit 4' }, 'environment', /ended with 4: broken/],
    ['a word that nobody knows', { foldr: 'app' }, 'format', /cannot be read/],
  ])('is not asked where its workspace has %s', async (_what, workspace, code, expected) => {
    await expect(play(target({}, folderWith({ 'a.txt': '' })), workspace, 'hello')).rejects.toMatchObject({
      code,
      message: expect.stringMatching(expected),
    })
  })

  it('runs no commands of a case that nobody trusts, and ends those that take too long', async () => {
    const base = folderWith({ 'a.txt': '' })
    const distrustful = acpTarget(
      { command },
      { folder: base, base, assertTrusted: async () => Promise.reject(new Error('not trusted')) },
    )
    await expect(play(distrustful, { check: 'touch evil' }, 'hello')).rejects.toThrow('not trusted')
    const [exchange] = await play(target({}, base), { check: 'echo on; sleep 60', timeout: 0.5 }, 'hello')
    expect(exchange?.metadata?.['workspace']).toMatchObject({
      checks: [{ command: 'echo on; sleep 60', output: 'on\n' }],
    })
    expect(existsSync(join(base, 'evil'))).toBe(false)
  })
})

function target(options: Partial<AcpTargetOptions>, base: string) {
  return acpTarget({ command, ...options }, { folder: base, base, assertTrusted: async () => undefined })
}

function named(workspace?: unknown): EvalCase {
  const metadata: JsonObject = workspace === undefined ? {} : { workspace }
  return { id: 'one', conversation: [], metadata }
}

/** What a run does with one case. */
async function play(agent: ReturnType<typeof target>, workspace: unknown, ...words: readonly string[]) {
  const conversation = await agent.open(named(workspace), { signal })
  const exchanges = []
  try {
    for (const one of words) {
      const exchange = await conversation.say(saying(one), signal)
      if (exchange !== undefined) exchanges.push(exchange)
    }
  } finally {
    await conversation.close()
  }
  return (await conversation.completion?.complete(exchanges, true, signal)) ?? exchanges
}

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'shinsa-acp-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

function workspacesNow(): readonly string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith('shinsa-workspace-'))
}

async function callsAfter(words: string) {
  const conversation = await target({}, '/').open(named(), { signal })
  const exchange = await conversation.say(saying(words), signal)
  await setTimeout(200)
  await conversation.close()
  const [last] = (await conversation.completion?.complete(exchange ? [exchange] : [], false, signal)) ?? []
  return last && allToolCallsOf(last)
}
