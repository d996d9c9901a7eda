import { EvalError, message, type Target, type RecordedTranscript } from '../core/index.ts'
import { replay } from './replay.ts'
import { untilAborted } from './until-aborted.ts'

export type RecordedTargetOptions = {
  readonly name?: string
  readonly transcripts: () => AsyncIterable<RecordedTranscript>
  /**
   * How often each transcript may be opened; defaults to 1. With more, a transcript stays in memory after its first
   * use. A file with several transcripts of a case needs no repeats: they are used one after another.
   */
  readonly repeats?: number
  /** The only cases that are played; transcripts of others are skipped. */
  readonly only?: ReadonlySet<string> | undefined
  /** True when other processes play most cases: then few unused transcripts are kept, and read again if needed. */
  readonly isShared?: boolean | undefined
}

const mostKept = 50_000
const mostKeptOfOthers = 2000
// Many are dropped at once, since finding the first key of a map is slow after many deletions.
const leftOfOthers = 1500
/** A sorted file is read again for the cases of a lost worker, but an unsorted one for every case. */
const mostReadings = 100

/**
 * Replays an agent that has already answered. Transcripts are read only as far as the cases need them, and dropped
 * after `repeats` (1) uses. Those of other cases that come first are kept, up to 50,000.
 *
 * @example recordedTarget({ transcripts: await openTranscripts('answers.jsonl') })
 */
export function recordedTarget(options: RecordedTargetOptions): Target {
  const reader = transcriptReader(options)
  return {
    name: options.name ?? 'recorded',
    continues: true,
    recorded: true,
    recordedTurns: () => countTurns(options.transcripts),
    async open(evalCase, { signal, history = [] }) {
      signal.throwIfAborted()
      while (!reader.has(evalCase.id)) await reader.arrivalOf(evalCase.id, signal)
      const { invocations, failure } = reader.take(evalCase.id).transcript
      return replay(evalCase, { invocations: invocations.slice(history.length), failure })
    },
    close: () => reader.close(),
  }
}

async function countTurns(transcripts: RecordedTargetOptions['transcripts']): Promise<number> {
  let turns = 0
  for await (const { invocations } of transcripts()) turns += invocations.length
  return turns
}

type RecordedTargetStored = { readonly transcript: RecordedTranscript; readonly opensLeft: number }

type RecordedTargetExpectation = { readonly arrival: PromiseWithResolvers<void>; waiting: number }

function storedTranscripts(repeats: number) {
  const byCase = new Map<string, RecordedTargetStored[]>()
  let size = 0

  function keep(caseId: string, transcript: RecordedTargetStored): void {
    const others = byCase.get(caseId)
    if (others === undefined) byCase.set(caseId, [transcript])
    else others.push(transcript)
    size += 1
  }

  return {
    size: () => size,
    has: (caseId: string) => byCase.has(caseId),
    keep: (transcript: RecordedTranscript) => keep(transcript.caseId, { transcript, opensLeft: repeats }),
    take(caseId: string): RecordedTargetStored {
      const [first, ...others] = byCase.get(caseId) ?? []
      if (first === undefined) throw new Error(`No transcript of ${caseId} is kept`)
      size -= 1
      if (others.length === 0) byCase.delete(caseId)
      else byCase.set(caseId, others)
      if (first.opensLeft > 1) keep(caseId, { ...first, opensLeft: first.opensLeft - 1 })
      return first
    },
    forgetOldest(left: number): void {
      for (const [caseId, { length }] of byCase) {
        if (size <= left) return
        byCase.delete(caseId)
        size -= length
      }
    },
    clear(): void {
      byCase.clear()
      size = 0
    },
  }
}

function transcriptReader({ transcripts, repeats = 1, only, isShared = false }: RecordedTargetOptions) {
  const stored = storedTranscripts(repeats)
  // Each case waits separately, because waking all of them at every transcript costs more than reading it.
  const wanted = new Map<string, RecordedTargetExpectation>()
  let readings = 0
  /** The cases that waited before the current reading began. */
  let wantedBefore: ReadonlySet<string> = new Set()
  let source: AsyncIterator<RecordedTranscript> | undefined
  let reading = false
  let failure: unknown

  async function readWhileWanted(): Promise<void> {
    if (reading) return
    reading = true
    try {
      while (wanted.size > 0) await readNext()
    } catch (error) {
      // A broken iterator reports its end, which later cases would take for a missing transcript.
      failure ??= error
      for (const { arrival } of wanted.values()) arrival.reject(failure)
      wanted.clear()
    } finally {
      reading = false
    }
  }

  async function readNext(): Promise<void> {
    if (failure !== undefined) throw failure
    source ??= transcripts()[Symbol.asyncIterator]()
    const { done, value } = await source.next()
    if (done === true) return finish()
    if (only?.has(value.caseId) === false) return
    if (isShared && stored.size() >= mostKeptOfOthers) stored.forgetOldest(leftOfOthers)
    if (stored.size() >= mostKept) throw tooManyKept()
    stored.keep(value)
    wanted.get(value.caseId)?.arrival.resolve()
    wanted.delete(value.caseId)
  }

  /** Rejects waiting cases: their transcripts are missing, were dropped, or preceded the start of this reading. */
  function finish(): void {
    for (const [caseId, { arrival }] of wanted) {
      if (isShared && !wantedBefore.has(caseId)) continue
      arrival.reject(notRecorded(caseId))
      wanted.delete(caseId)
    }
    if (wanted.size === 0) return
    if (readings === mostReadings) throw tooManyKept()
    readings += 1
    wantedBefore = new Set(wanted.keys())
    source = undefined
  }

  return {
    has: stored.has,
    take: stored.take,
    async arrivalOf(caseId: string, signal: AbortSignal): Promise<void> {
      const wish = wanted.get(caseId) ?? { arrival: Promise.withResolvers<void>(), waiting: 0 }
      wanted.set(caseId, wish)
      wish.waiting += 1
      try {
        // Not awaited, because the first case would wait for all transcripts. It rejects only arrivals.
        void readWhileWanted()
        await untilAborted(wish.arrival.promise, signal)
      } finally {
        wish.waiting -= 1
        if (wish.waiting === 0 && wanted.get(caseId) === wish) wanted.delete(caseId)
      }
    },
    async close(): Promise<void> {
      stored.clear()
      failure ??= new Error('The recorded target is closed')
      await source?.return?.()
    },
  }
}

function notRecorded(caseId: string): EvalError {
  return new EvalError('agent', message('There is no transcript of case {case}, or none is left', { case: caseId }), {
    hint: message('See whether the ids match, and set repeats when each case is evaluated more than once'),
  })
}

function tooManyKept(): EvalError {
  return new EvalError('target', message('More than {count} transcripts wait for their cases', { count: mostKept }), {
    hint: message('Sort the transcripts like the cases of the dataset, so that they can be read along with them'),
  })
}
