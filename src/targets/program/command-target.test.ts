import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import {
  responseTextOf,
  toEnglish,
  type EvalCase,
  type Invocation,
  type Message,
  type Target,
} from '../../core/index.ts'
import { commandTarget, type CommandTargetOptions } from './command-target.ts'
import type { ToolSource } from '../environment/tool-source.ts'
import { caseNamed, saying, targetContract } from '../target.contract.ts'

const signal = new AbortController().signal
const targets: Target[] = []

afterEach(async () => {
  await Promise.all(targets.splice(0).map((target) => target.close?.()))
})

targetContract('commandTarget', async () => ({ target: run('counting') }))
targetContract('commandTarget, shared', async () => ({ target: run('shared', { shared: true }) }))

describe('commandTarget', () => {
  it('tells the program all that it may know, and nothing that is expected of it', async () => {
    const session = { appName: 'shop', userId: 'kim', id: 's-1', state: { cart: 1 } }
    const conversation = await run('echo-request').open(caseNamed('one', session), { signal })
    const first = await conversation.say(saying('hello'), signal)
    const second = await conversation.say(saying('again'), signal)
    await conversation.close()
    expect(JSON.parse(textOf(first))).toEqual({
      type: 'message',
      conversation: expect.stringMatching(/^[0-9a-f-]{36}$/),
      case: 'one',
      message: 'hello',
      content: saying('hello'),
      session,
      history: [],
    })
    expect(textOf(second)).not.toContain('SECRET')
    expect(JSON.parse(textOf(second))).toMatchObject({
      session: { state: { cart: 1, seen: 1 } },
      history: [{ userContent: saying('hello'), sessionState: { cart: 1, seen: 1 } }],
    })
    expect(second?.sessionState).toEqual({ cart: 1, seen: 2 })
  })

  it('reads characters that arrive in pieces', async () => {
    expect(textOf(await ask(run('unicode')))).toBe('審査 🧪 naïve')
  })

  it('takes an answer without a newline from a program that then exits', async () => {
    const conversation = await run('answers-once').open(caseNamed('one'), { signal })
    expect(textOf(await conversation.say(saying('hi'), signal))).toBe('bye')
    await wait(200)
    await expect(conversation.say(saying('hi'), signal)).rejects.toMatchObject({
      code: 'agent',
      message: 'node ended with exit code 0 while it was still needed',
      hint: { text: 'The program has to go on reading lines until its input ends' },
    })
  })

  it('cannot start what is not there', async () => {
    const target = commandTarget({ command: ['no-such-program-here'] })
    await expect(target.open(caseNamed('one'), { signal })).rejects.toMatchObject({
      code: 'target',
      message: 'Cannot start no-such-program-here: ENOENT',
    })
    const elsewhere = run('counting', { cwd: '/no/such/folder' })
    await expect(elsewhere.open(caseNamed('one'), { signal })).rejects.toMatchObject({
      code: 'target',
      message: `Cannot start ${process.execPath}: there is no folder /no/such/folder`,
    })
  })

  it.each([
    ['dies', 'node ended with exit code 7 while it was still needed'],
    [
      'garbage',
      'node printed a line that is not an answer: INFO \\u001b[32mserver\\u001b[0m ready. Its error output ends with: a warning',
    ],
    ['flood', 'node printed more than 10485760 bytes in one line'],
    ['two-lines', 'node printed a line that nobody had asked for: "two"'],
    ['closes-output', 'node closed its standard output'],
  ])('says what went wrong with a program that %s', async (program, sentence) => {
    const target = run(program)
    await expect(ask(target)).rejects.toMatchObject({ code: 'agent', message: sentence, retryable: false })
  })

  it('says of a program that answers twice that its answers may be those of other messages', async () => {
    const conversation = await run('two-lines-apart').open(caseNamed('one'), { signal })
    await conversation.say(saying('a'), signal)
    await conversation.say(saying('b'), signal)
    await expect(conversation.close()).rejects.toMatchObject({
      code: 'agent',
      message: expect.stringMatching(/^node printed a line that nobody had asked for: "[12]: [ab]"$/),
    })
  })

  it('shows what a program wrote on stderr before it died', async () => {
    await expect(ask(run('dies'))).rejects.toMatchObject({
      hint: { values: { lastWords: 'loading\\nout of memory\\u001b[31m' } },
    })
  })

  it('limits how long a program takes to start', async () => {
    await expect(ask(run('slow-start', { startTimeoutMs: 100 }))).rejects.toMatchObject({
      code: 'timeout',
      message: 'node did not answer within 0.1 s of its first message',
    })
    expect(textOf(await ask(run('slow-start', { startTimeoutMs: 10_000 })))).toBe('at last')
  })

  it('kills a program that does not listen, and what it started', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'targets-'))
    const pidFile = join(folder, 'pids')
    const conversation = await run('hangs', {}, pidFile).open(caseNamed('one'), { signal })
    const controller = new AbortController()
    const hanging = Promise.allSettled([conversation.say(saying('hi'), controller.signal)])
    const pids = await pidsIn(pidFile)
    expect(pids.map(isAlive)).toEqual([true, true])
    const reason = new Error('enough')
    controller.abort(reason)
    expect(await hanging).toEqual([{ status: 'rejected', reason }])
    await conversation.close()
    await expect.poll(() => pids.map(isAlive), { timeout: 120_000 }).toEqual([false, false])
    await rm(folder, { recursive: true })
  })

  it('ends all programs when the target is closed', async () => {
    const target = run('echo-request')
    const conversation = await target.open(caseNamed('one'), { signal })
    await conversation.say(saying('hi'), signal)
    await target.close?.()
    await expect(conversation.say(saying('hi'), signal)).rejects.toMatchObject({ message: 'node was stopped' })
  })

  it('leaves no listener and no process behind', async () => {
    const before = process.listenerCount('exit')
    const target = run('counting')
    const conversations = await Promise.all(['one', 'two'].map((id) => target.open(caseNamed(id), { signal })))
    expect(process.listenerCount('exit')).toBe(before + 1)
    await Promise.all(conversations.map((conversation) => conversation.close()))
    expect(process.listenerCount('exit')).toBe(before)
  })

  it('shows no arguments in its name, where keys may stand', () => {
    expect(commandTarget({ command: ['/usr/bin/python3', 'src/agent.py', '--key=abc'] }).name).toBe('python3 agent.py')
    expect(commandTarget({ command: ['serve', '--key=abc'] }).name).toBe('serve')
  })
})

describe('commandTarget in a case of one turn', () => {
  it('ends the input behind the message, and takes all that is printed for the answer', async () => {
    expect(textOf(await askOnce(run('reads-to-the-end')))).toBe('read hi')
    expect(textOf(await askOnce(run('counting')))).toBe('1: hi')
  })

  it('says the same once more to another process', async () => {
    const target = run('reads-to-the-end')
    const conversation = await target.open(oneTurn, { signal })
    const [first, second] = [await conversation.say(saying('a'), signal), await conversation.say(saying('b'), signal)]
    await conversation.close()
    expect([textOf(first), textOf(second)]).toEqual(['read a', 'read b'])
    expect(first?.sessionState?.['at']).not.toBe(second?.sessionState?.['at'])
  })

  it('takes the answer of a program that stays', async () => {
    expect(textOf(await askOnce(run('stays')))).toBe('here I am')
  })

  it('leaves the input open where that is wanted', async () => {
    const target = run('counting', { keepInputOpen: true })
    const conversation = await target.open(oneTurn, { signal })
    await conversation.say(saying('a'), signal)
    expect(textOf(await conversation.say(saying('b'), signal))).toBe('2: b')
  })

  it('leaves the input open where somebody answers the program’s tools', async () => {
    const tools: ToolSource = { continues: true, open: () => ({ answer: async () => 'nothing' }) }
    const target = run('counting', { environment: [tools] })
    const conversation = await target.open(oneTurn, { signal })
    await conversation.say(saying('a'), signal)
    expect(textOf(await conversation.say(saying('b'), signal))).toBe('2: b')
  })

  it.each([
    ['garbage', 'node printed a line that is not an answer: INFO \\u001b[32mserver\\u001b[0m ready'],
    ['flood', 'node printed more than 10485760 bytes in one line'],
    ['two-lines', 'node printed a line that nobody had asked for: "two"'],
    ['dies', 'node ended with exit code 7 while it was still needed'],
    ['closes-output', 'node closed its standard output'],
  ])('says what went wrong with a program that %s', async (program, sentence) => {
    await expect(askOnce(run(program))).rejects.toThrow(sentence)
  })

  it('says what to do about a program that ends without an answer', async () => {
    await expect(askOnce(run('reads-to-the-end'), 'never mind')).rejects.toMatchObject({
      code: 'agent',
      message: 'node ended with exit code 0 while it was still needed',
      hint: {
        text: 'A case of one turn is one message and then the end of the input: answer before you exit, or set keepInputOpen for the command',
      },
    })
  })

  it('limits all that is printed', async () => {
    const target = run('reads-to-the-end', { maxReplyBytes: 30 })
    await expect(askOnce(target, 'a long question, a very long one')).rejects.toThrow('more than 30 bytes')
  })
})

describe('commandTarget whose input stays open', () => {
  it('tells of a program that is silent, and what it may be', async () => {
    const told = Promise.withResolvers<readonly string[]>()
    const warn = (...sentences: readonly Message[]) => told.resolve(sentences.map(toEnglish))
    const conversation = await run('reads-to-the-end', { silenceMs: 20, warn }).open(caseNamed('one'), { signal })
    const hanging = conversation.say(saying('hi'), signal).catch(() => undefined)
    expect(await told.promise).toMatchInlineSnapshot(`
      [
        "node has answered nothing within 0.02 s of its first message",
        "It may only be slow. But its input stays open for the messages that follow: a program that reads its input to the end, or does not flush what it prints, waits for ever. Read line by line, and answer each with one line, flushed.",
      ]
    `)
    await conversation.close()
    await hanging
  })
})

describe('commandTarget with a shared program', () => {
  it('takes answers in any order', async () => {
    const target = run('shared', { shared: true })
    const conversations = await Promise.all(['one', 'two', 'three'].map((id) => target.open(caseNamed(id), { signal })))
    const answered: string[] = []
    await Promise.all(
      conversations.map(async (conversation, index) => {
        const said = await conversation.say(saying(index === 0 ? 'slow' : `fast ${index}`), signal)
        answered.push(textOf(said))
      }),
    )
    expect(answered).toEqual(['1: fast 1', '1: fast 2', '1: slow'])
  })

  it('drops the late answer of a conversation that was given up, and others go on', async () => {
    const target = run('shared', { shared: true })
    const [one, two] = await Promise.all([
      target.open(caseNamed('one'), { signal }),
      target.open(caseNamed('two'), { signal }),
    ])
    await expect(one?.say(saying('slow'), AbortSignal.timeout(20))).rejects.toThrow('aborted due to timeout')
    await one?.close()
    await wait(300)
    expect(textOf(await two?.say(saying('hello'), signal))).toBe('1: hello')
  })

  it('tells the program when a conversation is over', async () => {
    const target = run('shared', { shared: true })
    const one = await target.open(caseNamed('one'), { signal })
    await one.say(saying('hello'), signal)
    const two = await target.open(caseNamed('two'), { signal })
    expect(textOf(await two.say(saying('how many'), signal))).toMatch(/^1 open/)
    await one.close()
    expect(textOf(await two.say(saying('how many'), signal))).toMatch(/^0 open/)
  })

  it('fails all conversations when the program dies, and starts another for the next', async () => {
    const target = run('shared', { shared: true })
    const one = await target.open(caseNamed('one'), { signal })
    const two = await target.open(caseNamed('two'), { signal })
    const dying = await Promise.allSettled([one.say(saying('never answer'), signal), two.say(saying('die'), signal)])
    const sentence = 'node ended with exit code 3 while it was still needed'
    expect(dying).toMatchObject([{ reason: { message: sentence } }, { reason: { message: sentence } }])
    const three = await target.open(caseNamed('three'), { signal })
    expect(textOf(await three.say(saying('hello'), signal))).toBe('1: hello')
  })
})

it.each([false, true])('refuses an answer with a key twice, of a program for one turn too: %s', async (isOnce) => {
  const answer = '{"response":"Refund done.","response":"I refuse."}'
  const script = `process.stdin.once('data', () => console.log(${JSON.stringify(answer)}))`
  const target = commandTarget({ command: [process.execPath, '-e', script] })
  targets.push(target)
  await expect(isOnce ? askOnce(target) : ask(target)).rejects.toThrow(
    'answered with an object that has a key twice: {"response":"Refund done.","response":"I refuse."}',
  )
})

function run(program: string, options: Partial<CommandTargetOptions> = {}, ...args: string[]): Target {
  const script = fileURLToPath(new URL(`../../../test/fixtures/targets/${program}.mjs`, import.meta.url))
  const target = commandTarget({ command: [process.execPath, script, ...args], ...options })
  targets.push(target)
  return target
}

const oneTurn: EvalCase = { id: 'only', conversation: [{ userContent: saying('hi') }] }

async function askOnce(target: Target, text = 'hi'): Promise<Invocation | undefined> {
  const conversation = await target.open(oneTurn, { signal })
  try {
    return await conversation.say(saying(text), signal)
  } finally {
    await conversation.close()
  }
}

async function ask(target: Target): Promise<Invocation | undefined> {
  const conversation = await target.open(caseNamed('one'), { signal })
  try {
    return await conversation.say(saying('hi'), signal)
  } finally {
    await conversation.close()
  }
}

function textOf(said: Invocation | undefined): string {
  return (said && responseTextOf(said)) ?? ''
}

async function pidsIn(path: string): Promise<number[]> {
  for (;;) {
    const text = await readFile(path, 'utf8').catch(() => '')
    if (text.includes(' ')) return text.split(' ').map(Number)
    await wait(20)
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
