import { z } from 'zod'
import {
  type CaseResult,
  type EvidencePiece,
  type InstructionLanguage,
  type Judge,
  stringifyJson,
  textOf,
} from '../core/index.ts'
import { failureModeText, failureModesText, failureNoteText } from '../metrics/instructions/failure-modes.ts'
import { type InstructionText, instruct } from '../metrics/instructions/instruction-text.ts'
import { evidenceOf } from '../metrics/shared/agent-evidence.ts'
import type { FailureFeatures } from './failure-features.ts'
import { transcriptSteps } from './transcript-steps.ts'

/** The evidence of one failure, without the metrics that noticed it. */
export type FailureToCode = {
  readonly evidence: readonly EvidencePiece[]
  readonly note?: string | undefined
}

export type ModelCodes = {
  readonly judge: string
  /** For each failure a note on what went wrong first, and the name of its mode; null when it has none. */
  readonly notes: readonly (string | null)[]
  readonly codes: readonly (string | null)[]
  readonly modes: readonly { readonly name: string; readonly definition: string }[]
  readonly asked: number
  readonly unreadable: number
  /** Ids in answers that name no failure, or one named before; they are ignored. */
  readonly wrongIds: number
  /** Failures without a mode, because the note and two readings gave three different ones. */
  readonly unsettled: number
}

type ModelCodesOptions = {
  readonly judge: Judge
  readonly known: readonly { readonly name: string; readonly definition: string }[]
  readonly language: InstructionLanguage
  readonly signal: AbortSignal
}

const mostAtOnce = 8
/** Notes are grouped in lists of this size. Modes from one list are known to the next. */
const notesAtOnce = 60
const longest = 6000
const typicalNote = 120
/** Readings of each failure: about one in four differs from the note and needs a second one. */
const readingsOfEach = 1.25

const Note = z.object({ note: z.string().min(1).max(400) })
const Mode = z.object({ mode: z.string().min(1).max(120) })
const Modes = z.object({
  modes: z
    .array(
      z.object({ name: z.string().min(1).max(120), definition: z.string().max(600), failures: z.array(z.string()) }),
    )
    .max(200),
})

/** Names of metrics are left out, because they would suggest the mode. */
export function failureToCode({ evalCase, transcript }: CaseResult, features: FailureFeatures): EvidencePiece[] {
  const asked = transcript.invocations.flatMap(({ userContent }) => textOf(userContent) ?? [])
  const expected = (evalCase.conversation ?? []).flatMap(({ finalResponse }) => textOf(finalResponse) ?? [])
  const steps = transcriptSteps(transcript).map(({ number, call, response, text }) =>
    call === undefined
      ? `${number}. answer: ${text}`
      : `${number}. ${call.name} ${stringifyJson(call.args ?? {})} → ${response === undefined ? '?' : stringifyJson(response)}`,
  )
  const findings = features.filter((feature) => !/^(?:metric|part|verdict) /.test(feature))
  return [
    ...evidenceOf({
      task: shortened(asked.join('\n')),
      steps: shortened(steps.join('\n')) || 'none',
      reference: shortened(expected.join('\n')),
      findings: findings.join('\n'),
    }),
  ]
}

function shortened(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest / 2)}\n…\n${text.slice(-longest / 2)}`
}

/**
 * Estimates the number of questions: one for each missing note, one for each list of notes, and a reading of each
 * failure by the modes, which is repeated when it differs from the note.
 */
export function questionsToCode(failures: readonly FailureToCode[]): { calls: number; characters: number } {
  const unread = failures.filter(({ note }) => note === undefined)
  const lists = Math.ceil(failures.length / notesAtOnce)
  const readings = Math.ceil(failures.length * readingsOfEach)
  const sizes = failures.map(({ evidence }) => evidence.reduce((sum, { text }) => sum + text.length, 0))
  const shown = sizes.reduce((sum, size) => sum + size, 0)
  const shownForNotes = sizes.reduce((sum, size, index) => sum + (failures[index]?.note === undefined ? size : 0), 0)
  const instructions =
    unread.length * failureNoteText.en.length +
    lists * failureModesText.en.length +
    readings * failureModeText.en.length
  return {
    calls: unread.length + lists + readings,
    characters: instructions + shownForNotes + shown * readingsOfEach + failures.length * typicalNote,
  }
}

/**
 * Lets a model code failures: it writes a note on each, groups the notes into modes, then reads each failure again by
 * the definitions. When that reading differs from the note, a second one decides; three different modes leave none. Ids
 * in answers count only for failures that were in the question.
 */
export async function codeByModel(failures: readonly FailureToCode[], options: ModelCodesOptions): Promise<ModelCodes> {
  const reader = failureReader(options)
  const notes = await inParallel(failures, async ({ note, evidence }) => note ?? reader.note(evidence))
  const { codes: byNotes, modes, wrongIds } = await putTogether(notes, options.known, reader)
  const codes =
    modes.size === 0
      ? byNotes
      : await inParallel(failures, async (failure, index) => {
          const byNote = notes[index] === null ? undefined : byNotes[index]
          return settledMode(byNote, async (sample) => reader.mode(failure, modes, sample))
        })
  const isKnown = new Set(options.known.map(({ name }) => name))
  return {
    judge: options.judge.id,
    notes,
    codes: codes.map((code) => code ?? null),
    modes: [...modes].filter(([name]) => !isKnown.has(name)).map(([name, definition]) => ({ name, definition })),
    wrongIds,
    unsettled: codes.filter((code) => code === undefined).length,
    ...reader.counts(),
  }
}

type ModeDefinitions = ReadonlyMap<string, string>

function failureReader(options: ModelCodesOptions) {
  const { ask, counts } = countedQuestions(options)
  return {
    counts: () => counts,

    async note(evidence: readonly EvidencePiece[]): Promise<string | null> {
      const said = await ask(failureNoteText, { answer: Note, evidence })
      return said?.note.replace(/\s+/g, ' ').trim() ?? null
    },

    async modes(notes: readonly string[], known: ModeDefinitions) {
      const lines = notes.map((note, index) => `F${index + 1} ${note}`).join('\n')
      const evidence = [modesPiece(known), piece('notes', lines)]
      // One unreadable answer would lose all failures of a list, so it is asked for again.
      const said =
        (await ask(failureModesText, { answer: Modes, evidence })) ??
        (await ask(failureModesText, { answer: Modes, evidence, sample: 1 }))
      return said?.modes ?? []
    },

    async mode({ evidence, note }: FailureToCode, modes: ModeDefinitions, sample: number) {
      const noted = note === undefined ? [] : [piece('note', note)]
      const said = await ask(failureModeText, {
        answer: Mode,
        evidence: [modesPiece(modes), ...evidence, ...noted],
        sample,
      })
      if (said === undefined) return undefined
      const name = sameMode({ name: said.mode, definition: '' }, modes)
      if (name !== undefined) return name
      if (said.mode.toLowerCase() === 'none') return null
      counts.unreadable += 1
      return undefined
    },
  }
}

type FailureReader = ReturnType<typeof failureReader>

function countedQuestions({ judge, language, signal }: ModelCodesOptions) {
  const counts = { asked: 0, unreadable: 0 }

  async function ask<Value>(
    text: InstructionText,
    { answer, evidence, sample = 0 }: { answer: z.ZodType<Value>; evidence: readonly EvidencePiece[]; sample?: number },
  ): Promise<Value | undefined> {
    counts.asked += 1
    const instruction = instruct(text, language)
    const question = { task: text.id, subject: null, instruction, evidence, answer, language, sample }
    const said = await judge.ask(question, signal)
    if (said.status === 'answered') return said.value
    counts.unreadable += 1
    return undefined
  }

  return { ask, counts }
}

function piece(label: string, text: string): EvidencePiece {
  return { label, text }
}

function modesPiece(modes: ModeDefinitions): EvidencePiece {
  return piece('modes', [...modes].map(([name, definition]) => `${name}: ${definition}`).join('\n') || 'none')
}

async function putTogether(
  notes: readonly (string | null)[],
  known: ModelCodesOptions['known'],
  reader: FailureReader,
) {
  const codes: (string | null)[] = notes.map(() => null)
  const modes = new Map(known.map(({ name, definition }) => [name, definition]))
  const noted = [...notes.entries()].flatMap(([index, note]) => (note === null ? [] : [{ index, note }]))
  let wrongIds = 0
  for (let first = 0; first < noted.length; first += notesAtOnce) {
    const part = noted.slice(first, first + notesAtOnce)
    const said = await reader.modes(
      part.map(({ note }) => note),
      modes,
    )
    for (const { name: called, definition, failures: ids } of said) {
      const name = sameMode({ name: called, definition }, modes) ?? called
      const own = ids.flatMap((id) => part[Number(/^F(\d{1,4})$/.exec(id)?.[1] ?? 0) - 1]?.index ?? [])
      const fresh = own.filter((index) => codes[index] === null)
      wrongIds += ids.length - fresh.length
      for (const index of fresh) codes[index] = name
      if (fresh.length > 0 && !modes.has(name)) modes.set(name, definition)
    }
  }
  return { codes, modes, wrongIds }
}

/** Finds the known mode with the same name in another spelling, or with the same definition. */
function sameMode(said: { readonly name: string; readonly definition: string }, modes: ModeDefinitions) {
  const [name, definition] = [lettersOf(said.name), lettersOf(said.definition)]
  const same =
    [...modes].find(([known]) => known === said.name) ??
    [...modes].find(
      ([known, meaning]) =>
        (name !== '' && lettersOf(known) === name) || (definition !== '' && lettersOf(meaning) === definition),
    )
  return same?.[0]
}

function lettersOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^\s*(?:the|an?)\s/, '')
    .replace(/[^\p{L}\p{N}]+/gu, '')
}

/** Returns the mode on which two of the note and the readings agree; undefined when all three differ. */
async function settledMode(
  byNote: string | null | undefined,
  read: (sample: number) => Promise<string | null | undefined>,
): Promise<string | null | undefined> {
  const first = await read(0)
  if (first === undefined || first === byNote) return byNote ?? null
  const second = await read(1)
  if (second === undefined) return byNote ?? first
  return second === first || second === byNote ? second : undefined
}

async function inParallel<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const left = [...items.entries()]
  const next = async (): Promise<void> => {
    for (let entry = left.shift(); entry !== undefined; entry = left.shift()) {
      const [index, item] = entry
      results[index] = await work(item, index)
    }
  }
  await Promise.all(Array.from({ length: mostAtOnce }, next))
  return results
}
