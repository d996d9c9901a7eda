import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CaseAssertions, assertionsOf, withAssertions } from '../../core/case-assertions.ts'
import {
  parseJson,
  stringifyJson,
  wantedArgsOf,
  wantingArgs,
  type EvalCase,
  type Invocation,
  type WantedArgs,
} from '../../core/index.ts'
import { lineBatches } from '../kit/byte-lines.ts'

/** Cases that a source yields once and that are read several times. */
export type SpooledCases = {
  readonly add: (evalCase: EvalCase) => void
  readonly cases: () => Iterable<EvalCase> | AsyncIterable<EvalCase>
}

const HELD = 1000
const CHUNK = 256 * 1024

/** Holds the first thousand cases in memory and the rest in an unlinked temporary file, which leaves nothing behind. */
export function spoolCases(): SpooledCases {
  const held: EvalCase[] = []
  const live: LiveParts[] = []
  let file: SpoolFile | undefined
  return {
    add(evalCase) {
      if (held.length < HELD) return void held.push(evalCase)
      file ??= spoolFile()
      file.write(`${stringifyJson(evalCase)}\n`)
      live.push(livePartsOf(evalCase))
    },
    async *cases() {
      yield* held
      if (file === undefined) return
      let index = 0
      for await (const lines of lineBatches(file.read(), 'cases')) {
        for (const { text } of lines) {
          yield revived(parseJson(text) as EvalCase, live[index]) // spoolCases wrote it
          index += 1
        }
      }
    },
  }
}

/** The parts of a case that JSON cannot hold; undefined for most cases. */
type LiveParts = { readonly assertions: CaseAssertions | undefined; readonly calls: readonly LiveCall[] } | undefined
type LiveCall = { readonly turn: number; readonly call: number; readonly wanted: WantedArgs }

function livePartsOf(evalCase: EvalCase): LiveParts {
  const assertions = assertionsOf(evalCase)
  const calls = (evalCase.conversation ?? []).flatMap(({ steps }, turn) =>
    (steps?.form === 'lists' ? steps.toolCalls : []).flatMap((made, call): readonly LiveCall[] => {
      const wanted = wantedArgsOf(made)
      return wanted === undefined ? [] : [{ turn, call, wanted }]
    }),
  )
  return assertions === undefined && calls.length === 0 ? undefined : { assertions, calls }
}

function revived(evalCase: EvalCase, live: LiveParts): EvalCase {
  if (live === undefined) return evalCase
  const { assertions, calls } = live
  const conversation = evalCase.conversation?.map((turn, index) =>
    withWanted(
      turn,
      calls.filter((call) => call.turn === index),
    ),
  )
  const whole = conversation === undefined ? evalCase : { ...evalCase, conversation }
  return assertions === undefined ? whole : withAssertions(whole, assertions)
}

function withWanted(turn: Invocation, calls: readonly LiveCall[]): Invocation {
  const { steps } = turn
  if (steps?.form !== 'lists' || calls.length === 0) return turn
  const toolCalls = steps.toolCalls.map((made, index) => {
    const wanted = calls.find(({ call }) => call === index)?.wanted
    return wanted === undefined ? made : wantingArgs(made, wanted)
  })
  return { ...turn, steps: { ...steps, toolCalls } }
}

type SpoolFile = { readonly write: (text: string) => void; readonly read: () => Generator<Uint8Array> }

// Nothing signals that a dataset is no longer used, so the descriptor is closed on garbage collection.
const forgotten = new FinalizationRegistry<number>((descriptor) => closeSync(descriptor))

function spoolFile(): SpoolFile {
  const folder = mkdtempSync(join(tmpdir(), 'shinsa-cases-'))
  const descriptor = openSync(join(folder, 'cases.jsonl'), 'wx+', 0o600)
  rmSync(folder, { recursive: true })
  let waiting: string[] = []
  let waitingLength = 0
  let length = 0
  const flush = () => {
    const bytes = Buffer.from(waiting.join(''))
    for (let done = 0; done < bytes.length;)
      done += writeSync(descriptor, bytes, done, bytes.length - done, length + done)
    length += bytes.length
    waiting = []
    waitingLength = 0
  }
  const file: SpoolFile = {
    write(text) {
      waiting.push(text)
      waitingLength += text.length
      if (waitingLength > CHUNK) flush()
    },
    *read() {
      flush()
      for (let at = 0; at < length;) {
        const bytes = new Uint8Array(CHUNK)
        const count = readSync(descriptor, bytes, 0, CHUNK, at)
        at += count
        yield bytes.subarray(0, count)
      }
    },
  }
  forgotten.register(file, descriptor)
  return file
}
