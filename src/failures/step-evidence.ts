import { stringifyJson, textOf, type JsonObject, type Transcript } from '../core/index.ts'
import { standsIn } from '../metrics/trajectory/call-history.ts'
import { splitSentences } from '../text/index.ts'
import { stepKey, stepName, transcriptSteps, type TranscriptStep } from './transcript-steps.ts'

export type EvidenceKindOfStep = 'diverges' | 'unusual' | 'error' | 'untraceable' | 'repeated' | 'unsupported'

export type StepEvidence = {
  readonly step: number
  readonly kind: EvidenceKindOfStep
  /** Identifies the observation. One that passing results also show is no evidence. */
  readonly key: string
  readonly detail: string
}

/** Finds evidence within one transcript, without comparing it with others. */
export function ownEvidence(transcript: Transcript): readonly StepEvidence[] {
  const sources: unknown[] = []
  const before = new Map<string, string>()
  let turn = 0
  return transcriptSteps(transcript).flatMap((step) => {
    for (; turn < step.turn; turn += 1) sources.push(textOf(transcript.invocations[turn]?.userContent) ?? '')
    const evidence = [...repeated(step, before), ...failed(step), ...untraceable(step, sources)]
    sources.push(step.response, step.text)
    return evidence
  })
}

/** A call that repeats an earlier one and got the same result brought nothing new. */
function repeated(step: TranscriptStep, before: Map<string, string>): readonly StepEvidence[] {
  if (step.call === undefined) return []
  const [key, result] = [stepKey(step), stringifyJson(step.response ?? {})]
  const isAgain = before.get(key) === result
  before.set(key, result)
  return isAgain ? [evidenceOf(step, 'repeated', stepName(step), step.call.name)] : []
}

function failed(step: TranscriptStep): readonly StepEvidence[] {
  const error = errorOf(step.response)
  return error === undefined ? [] : [evidenceOf(step, 'error', stepName(step), error)]
}

export function errorOf(response: JsonObject | undefined): string | undefined {
  if (response === undefined) return undefined
  for (const name of ['error', 'errors', 'exception']) {
    const error = response[name]
    if (error !== undefined && error !== null && error !== false && error !== '')
      return typeof error === 'string' ? error : stringifyJson(error)
  }
  const said = ['status', 'result', 'content', 'output'].flatMap((name) => {
    const value = response[name]
    return typeof value === 'string' && /^\s*(?:error\b|エラー)/i.test(value) ? [value] : []
  })
  if (said[0] !== undefined) return said[0]
  return response['ok'] === false || response['isError'] === true || response['success'] === false
    ? stringifyJson(response)
    : undefined
}

/** Finds short arguments without a source before the call. In long texts it checks numbers and names only. */
function untraceable(step: TranscriptStep, sources: readonly unknown[]): readonly StepEvidence[] {
  const texts = step.text === undefined ? [] : [['answer', step.text] as const]
  const args = leavesWithNames(step.call?.args ?? {})
  return [...args, ...texts].flatMap(([name, value]) => {
    const key = `${stepName(step)}.${name}`
    if (typeof value === 'string' && (value.includes(' ') || step.call === undefined)) {
      const unknown = tellingWords(value).find((word) => !standsIn(sources, word))
      return unknown === undefined ? [] : [evidenceOf(step, 'unsupported', key, unknown)]
    }
    if (typeof value === 'boolean' || value === '' || standsIn(sources, value)) return []
    return [evidenceOf(step, 'untraceable', key, `${name} = ${String(value)}`)]
  })
}

/** Returns ids and numbers of at least two digits, which are seldom right by chance. */
function tellingWords(text: string): readonly string[] {
  return (text.match(/[\p{L}\p{N}][\p{L}\p{N}_@./-]*[\p{L}\p{N}]/gu) ?? []).filter((word) => /\p{N}/u.test(word))
}

type NamedLeaf = readonly [string, string | number | boolean]

function leavesWithNames(value: unknown, name = ''): readonly NamedLeaf[] {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return [[name, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, own]) =>
    leavesWithNames(own, Array.isArray(value) ? name : [name, key].filter((part) => part !== '').join('.')),
  )
}

/** Habits of a run's passing results: transitions between steps, words, and odd observations that still pass. */
export type PassingHabits = {
  readonly transcripts: number
  readonly transitions: ReadonlySet<string>
  readonly words: ReadonlySet<string>
  readonly ordinary: ReadonlySet<string>
}

/** Observations in a larger share of passing results are ordinary. */
const ordinaryShare = 0.05

export function passingHabits(passing: readonly Transcript[]): PassingHabits {
  const counts = new Map<string, number>()
  const transitions = new Set<string>()
  const words = new Set<string>()
  for (const transcript of passing) {
    for (const key of new Set(ownEvidence(transcript).map(keyOf))) counts.set(key, (counts.get(key) ?? 0) + 1)
    const steps = transcriptSteps(transcript)
    for (const transition of transitionsOf(steps)) transitions.add(transition)
    for (const text of steps.flatMap(saidBy)) for (const word of plainWords(text)) words.add(word)
  }
  const ordinary = [...counts].flatMap(([key, count]) => (count > ordinaryShare * passing.length ? [key] : []))
  return { transcripts: passing.length, transitions, words, ordinary: new Set(ordinary) }
}

/** Fewer passing results show no habit. */
const leastForHabits = 10

/** Finds steps that no passing result takes, in order. */
export function unusualEvidence(transcript: Transcript, habits: PassingHabits): readonly StepEvidence[] {
  if (habits.transcripts < leastForHabits) return []
  const steps = transcriptSteps(transcript)
  const names = transitionsOf(steps)
  const at = names.findIndex((name) => !habits.transitions.has(name))
  const odd = steps[at] ?? steps.at(-1)
  const path = at < 0 || odd === undefined ? [] : [evidenceOf(odd, 'unusual', names[at] ?? '', names[at] ?? '')]
  const sentences = steps.flatMap((step) =>
    saidBy(step)
      .flatMap(splitSentences)
      .flatMap((sentence) => {
        const strange = plainWords(sentence).filter((word) => !habits.words.has(word))
        return strange.length >= 3 ? [evidenceOf(step, 'unsupported', sentence, sentence)] : []
      }),
  )
  return [...path, ...sentences.slice(0, 1)]
}

function transitionsOf(steps: readonly TranscriptStep[]): readonly string[] {
  return ['start', ...steps.map(stepName)].map((name, index) => {
    const next = steps[index]
    return `${name} → ${next === undefined ? 'end' : stepName(next)}`
  })
}

function saidBy({ call, text }: TranscriptStep): readonly string[] {
  const said = leavesWithNames(call?.args ?? {}).flatMap(([, value]) => (typeof value === 'string' ? [value] : []))
  return [...said.filter((value) => value.includes(' ')), ...(text === undefined ? [] : [text])]
}

function plainWords(text: string): readonly string[] {
  return text.toLowerCase().match(/\p{L}{4,}/gu) ?? []
}

/** Finds where a transcript leaves the path of the passing repeat that it follows longest. */
export function divergence(transcript: Transcript, repeats: readonly Transcript[]): readonly StepEvidence[] {
  const steps = transcriptSteps(transcript)
  const common = repeats.map((repeat) => {
    const others = transcriptSteps(repeat)
    const at = steps.findIndex((step, index) => others[index] === undefined || stepKey(others[index]) !== stepKey(step))
    return { at: at < 0 ? steps.length : at, other: others[at < 0 ? steps.length : at] }
  })
  const last = common.toSorted((a, b) => b.at - a.at)[0]
  if (last === undefined) return []
  const step = steps[last.at] ?? (last.other === undefined ? undefined : steps.at(-1))
  if (step === undefined) return []
  const expected = last.other === undefined ? 'end' : stepName(last.other)
  return [evidenceOf(step, 'diverges', '', expected)]
}

export function keyOf({ kind, key }: StepEvidence): string {
  return `${kind} ${key}`
}

function evidenceOf(step: TranscriptStep, kind: EvidenceKindOfStep, key: string, detail: string): StepEvidence {
  return { step: step.number, kind, key, detail }
}
