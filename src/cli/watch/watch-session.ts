import { basename, matchesGlob, normalize, relative, resolve } from 'node:path'
import { projectFolder } from '../../compose/config/load-config.ts'
import { timeId } from '../../compose/time-id.ts'
import { type Message, message } from '../../core/index.ts'
import { isPattern } from '../../workspace/datasets/run-operands.ts'
import { watchedState } from '../../workspace/watch/file-state.ts'
import { restlessFiles } from '../../workspace/watch/restless-files.ts'
import { pruneSession } from '../../workspace/watch/prune-session.ts'
import { answerOrigins } from '../../workspace/watch/stored-answers.ts'
import { watchFiles } from '../../workspace/watch/watch-files.ts'
import type { Terminal } from '../command.ts'
import { storeOf } from '../dependencies.ts'
import { type RoundEnd, type RoundProcess, startRound } from './start-round.ts'
import type { RoundOrder } from './round-words.ts'
import { sayLine } from '../print-message.ts'
import { aborted } from '../../server/aborted.ts'

type Next = Pick<RoundOrder, 'asking' | 'changes'>
type WatchSessionKnowledge = Pick<RoundOrder, 'before' | 'isFirst' | 'isAllowed' | 'spent'>

/** Plays a round after each change until the user quits. @returns the exit code of the last round */
export async function watchSession(
  operands: readonly string[],
  flags: Readonly<Record<string, unknown>>,
  terminal: Terminal,
): Promise<number> {
  const session = timeId(new Date(), Math.random)
  const watch = { session, processId: process.pid }
  const files = watchFiles()
  const noteChanges = restlessFiles((file) => {
    files.leave(file)
    sayLine(message('{file} changes whenever the agent is asked, so it is not watched any more', { file }), terminal)
  })
  const surroundings = { files, noteChanges, terminal }
  files.follow(named(operands, terminal))
  let ready = startRound(terminal)
  let next: Next | undefined = { asking: 'changed', changes: [] }
  let known: WatchSessionKnowledge = { before: {}, isFirst: true, isAllowed: false, spent: 0 }
  let exitCode = 1
  while (next !== undefined) {
    const clearsScreen = process.stdout.isTTY === true && !known.isFirst
    const order = { operands: [...operands], flags: { ...flags }, watch, ...known, ...next, clearsScreen }
    const { end, changes } = await playUntilChanged(ready, order, surroundings)
    ready = startRound(terminal)
    known = after(known, end)
    exitCode = end?.exitCode ?? 1
    if (terminal.signal.aborted || end?.isHopeless === true) break
    if (changes === undefined) {
      files.expectNew((path) => end?.isWhole !== true || fitsPattern(path, operands, terminal))
      sayLine(waitingSentence(end), terminal)
    }
    next = changes === undefined ? await nextRound(surroundings) : { asking: next.asking, changes: [...changes] }
  }
  files.close()
  await ready.stop()
  if (Object.keys(known.before).length > 0) await tidyUp(session, terminal)
  return terminal.signal.aborted ? 130 : exitCode
}

type WatchSessionDependencies = {
  readonly files: ReturnType<typeof watchFiles>
  readonly noteChanges: ReturnType<typeof restlessFiles>
  readonly terminal: Terminal
}

/** Plays a round; a change before its end stops it, and its results so far are kept. */
async function playUntilChanged(
  playing: RoundProcess,
  order: RoundOrder,
  { files, noteChanges, terminal }: WatchSessionDependencies,
): Promise<{ readonly end: RoundEnd | undefined; readonly changes?: readonly string[] }> {
  const over = new AbortController()
  files.expectNew(() => false)
  const loaded = new Set<string>()
  const played = playing.play(order, (states) => {
    for (const path of states.keys()) loaded.add(path)
    files.follow(states)
  })
  const changed = files.changed(AbortSignal.any([over.signal, terminal.signal]))
  const changes = await Promise.race([played.then(() => undefined), changed])
  over.abort()
  if (changes !== undefined) await playing.stop()
  const end = await played
  const states = new Map([...named(order.operands, terminal), ...(end?.states ?? [])])
  const moved = changes ?? [...states].filter(([path, state]) => watchedState(path) !== state).map(([path]) => path)
  // Inputs that Shinsa reads itself are not written by agents.
  noteChanges(moved.filter((path) => !loaded.has(path)))
  if (end?.isWhole === true) files.followOnly(states)
  else if (end !== undefined) files.follow(states)
  return { end, ...(changes !== undefined && { changes }) }
}

function after(known: WatchSessionKnowledge, end: RoundEnd | undefined): WatchSessionKnowledge {
  return {
    before: end?.isWhole === true ? { ...known.before, ...end.runs } : known.before,
    isFirst: false,
    // Consent to one round covers the next ones, which cost no more.
    isAllowed: known.isAllowed || end?.isWhole === true,
    spent: known.spent + (end?.spent ?? 0),
  }
}

/** Undefined when the user ends the session. */
async function nextRound({ files, terminal }: WatchSessionDependencies): Promise<Next | undefined> {
  const over = new AbortController()
  const signal = AbortSignal.any([over.signal, terminal.signal])
  const pressed = keyPressed(signal)
  const next = await Promise.race([files.changed(signal), pressed])
  over.abort()
  await pressed
  if (terminal.signal.aborted || next === undefined || next === 'q') return undefined
  if (typeof next === 'string') return { asking: next === 'f' ? 'failed' : 'all', changes: [] }
  return { asking: 'changed', changes: [...next] }
}

/** Returns the files that the command line names, even if none could be read. */
function named(operands: readonly string[], { cwd }: Terminal): ReadonlyMap<string, string> {
  const paths = operands.flatMap((operand) => [operand, operand.replace(/[:#][^\\/]*$/, '')])
  return new Map(
    paths
      .filter((path) => path !== '' && basename(path) !== '')
      .map((path) => resolve(cwd, path))
      .map((path) => [path, watchedState(path)]),
  )
}

function fitsPattern(path: string, operands: readonly string[], { cwd }: Terminal): boolean {
  const patterns = operands.filter((operand) => isPattern(operand, cwd))
  return patterns.some((pattern) => matchesGlob(relative(cwd, path), normalize(pattern)))
}

async function tidyUp(session: string, terminal: Terminal): Promise<void> {
  const store = storeOf(terminal)
  await pruneSession(store, { session, records: answerOrigins(projectFolder(terminal.cwd)), isOver: true })
}

function waitingSentence(end: RoundEnd | undefined): Message {
  if (end?.isWhole !== true) return message('Waiting for a change that mends it; Ctrl-C ends it.')
  return process.stdin.isTTY
    ? message('Waiting for changes; r asks everything again, f what did not pass, q ends it.')
    : message('Waiting for changes; Ctrl-C ends it.')
}

const keys = ['r', 'f', 'q'] as const
type Key = (typeof keys)[number]

/** Resolves with the next known key pressed; undefined without a keyboard, and when it is no longer awaited. */
async function keyPressed(signal: AbortSignal): Promise<Key | undefined> {
  const { stdin } = process
  if (!stdin.isTTY) {
    await aborted(signal)
    return undefined
  }
  const { promise, resolve: press } = Promise.withResolvers<Key | undefined>()
  const hear = (pressed: Buffer) => {
    const text = pressed.toString().toLowerCase()
    // In raw mode Ctrl-C is an ordinary key.
    if (text.includes('\u0003')) process.kill(process.pid, 'SIGINT')
    const key = keys.find((one) => text.includes(one))
    if (key !== undefined) press(key)
  }
  stdin.setRawMode(true)
  stdin.on('data', hear)
  stdin.resume()
  void aborted(signal).then(() => press(undefined))
  try {
    return await promise
  } finally {
    stdin.off('data', hear)
    stdin.pause()
    stdin.setRawMode(false)
  }
}
