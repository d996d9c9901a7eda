import { z } from 'zod'
import {
  type CaseResult,
  type EvidencePiece,
  type InstructionLanguage,
  type Judge,
  stringifyJson,
  textOf,
} from '../core/index.ts'
import { failureModesText, failureNoteText } from '../metrics/instructions/failure-modes.ts'
import { type InstructionText, instruct } from '../metrics/instructions/instruction-text.ts'
import { evidenceOf } from '../metrics/shared/agent-evidence.ts'
import type { FailureFeatures } from './failure-features.ts'
import { transcriptSteps } from './transcript-steps.ts'

/** What a model is shown of one failure: what happened, and not which metrics noticed it. */
export type FailureToCode = {
  readonly evidence: readonly EvidencePiece[]
  /** What a person wrote on it before any model did; then no model is asked. */
  readonly note?: string | undefined
}

export type ModelCodes = {
  /** Who said so. */
  readonly judge: string
  /** For each failure what went wrong first, and the name of its mode; null where it has none. */
  readonly notes: readonly (string | null)[]
  readonly codes: readonly (string | null)[]
  /** Modes that were not known before. */
  readonly modes: readonly { readonly name: string; readonly definition: string }[]
  readonly asked: number
  /** Answers that could not be read. */
  readonly unreadable: number
  /** Failures named that there are not, or a second time: they count nowhere. */
  readonly wrongIds: number
}

type ModelCodesOptions = {
  readonly judge: Judge
  readonly known: readonly { readonly name: string; readonly definition: string }[]
  readonly language: InstructionLanguage
  readonly signal: AbortSignal
}

const mostAtOnce = 8
/** Notes put together in one question; kinds that one question makes are known to the next. */
const notesAtOnce = 60
const longest = 6000
const typicalNote = 120

const Note = z.object({ note: z.string().min(1).max(400) })
const Modes = z.object({
  modes: z
    .array(
      z.object({ name: z.string().min(1).max(120), definition: z.string().max(600), failures: z.array(z.string()) }),
    )
    .max(200),
})

/** The evidence of a failed result without the names of metrics: what they say is what is to be found out. */
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

/** About how much a model is asked: a question for each note that nobody wrote, and for each list of notes. */
export function questionsToCode(failures: readonly FailureToCode[]): { calls: number; characters: number } {
  const unread = failures.filter(({ note }) => note === undefined)
  const texts = unread.flatMap(({ evidence }) => evidence.map(({ text }) => text.length))
  const lists = Math.ceil(failures.length / notesAtOnce)
  const instructions = unread.length * failureNoteText.en.length + lists * failureModesText.en.length
  return {
    calls: unread.length + lists,
    characters: texts.reduce((sum, length) => sum + length, instructions) + failures.length * typicalNote,
  }
}

/**
 * Notes and modes of failures by a model: a note on each for itself, and then modes for the notes alone, in as many questions as it
 * takes. Only failures that were asked about are taken from its answers.
 */
export async function codeByModel(failures: readonly FailureToCode[], options: ModelCodesOptions): Promise<ModelCodes> {
  const counts = { asked: 0, unreadable: 0, wrongIds: 0 }
  const ask = async <Value>(text: InstructionText, answer: z.ZodType<Value>, evidence: readonly EvidencePiece[]) => {
    counts.asked += 1
    const { judge, language, signal } = options
    const instruction = instruct(text, language)
    const question = { task: text.id, subject: null, instruction, evidence, answer, language, sample: 0 }
    const said = await judge.ask(question, signal)
    if (said.status === 'answered') return said.value
    counts.unreadable += 1
    return undefined
  }
  const notes: (string | null)[] = failures.map(({ note }) => note ?? null)
  const missing = [...notes.keys()].filter((index) => notes[index] === null)
  const askNext = async (): Promise<void> => {
    for (let index = missing.shift(); index !== undefined; index = missing.shift()) {
      const said = await ask(failureNoteText, Note, failures[index]?.evidence ?? [])
      notes[index] = said?.note.replace(/\s+/g, ' ').trim() ?? null
    }
  }
  await Promise.all(Array.from({ length: mostAtOnce }, askNext))
  const codes: (string | null)[] = failures.map(() => null)
  const modes = new Map(options.known.map(({ name, definition }) => [name, definition]))
  const noted = [...notes.entries()].flatMap(([index, note]) => (note === null ? [] : [{ index, note }]))
  for (let first = 0; first < noted.length; first += notesAtOnce) {
    const part = noted.slice(first, first + notesAtOnce)
    const said = await ask(failureModesText, Modes, [
      { label: 'modes', text: [...modes].map(([name, definition]) => `${name}: ${definition}`).join('\n') || 'none' },
      { label: 'notes', text: part.map(({ note }, index) => `F${index + 1} ${note}`).join('\n') },
    ])
    for (const { name, definition, failures: ids } of said?.modes ?? []) {
      const own = ids.flatMap((id) => part[Number(/^F(\d{1,4})$/.exec(id)?.[1] ?? 0) - 1]?.index ?? [])
      const fresh = own.filter((index) => codes[index] === null)
      counts.wrongIds += ids.length - fresh.length
      for (const index of fresh) codes[index] = name
      if (fresh.length > 0 && !modes.has(name)) modes.set(name, definition)
    }
  }
  const isKnown = new Set(options.known.map(({ name }) => name))
  return {
    judge: options.judge.id,
    notes,
    codes,
    modes: [...modes].filter(([name]) => !isKnown.has(name)).map(([name, definition]) => ({ name, definition })),
    ...counts,
  }
}
