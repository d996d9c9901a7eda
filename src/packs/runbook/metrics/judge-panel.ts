import { z } from 'zod'
import {
  type EvalCase,
  type InstructionLanguage,
  type Invocation,
  type InvocationScore,
  type Judge,
  type Metric,
  type Question,
  type Score,
  type ScorePart,
  type Transcript,
  EvalError,
  message,
  responseTextOf,
  textOf,
} from '../../../core/index.ts'
import { evidenceOf } from '../../../metrics/shared/agent-evidence.ts'
import { type AskedSamples, askSamples, judgedSamples, silenceOf } from '../../../metrics/judged/ask-samples.ts'
import { expectedFlagsOf } from './expected-flags.ts'
import { type PanelText, judgePanelText, panelInstruction } from './instructions.ts'
import {
  type TurnOutcome,
  emptyReasonOf,
  failedTurn,
  judgedUnlessEmpty,
  notEvaluatedTurn,
  scoreOfTurns,
} from '../../../metrics/judged/judged-case.ts'
import { keyPointsOf } from '../../../metrics/judged/key-points.ts'
import { meanScore } from '../../../metrics/shared/mean-score.ts'
import { type InvocationPair, pairInvocations } from '../../../metrics/shared/pair-invocations.ts'
import { type Aspect, type PanelWords, assertAspects, inWords } from './panel-aspects.ts'
import { type PanelEvidence, numbered, panelPassages } from './panel-context.ts'

export type PanelOptions = {
  readonly judge: Judge
  /** The weighted mean of the aspects that passes, 0–100 (default 70). */
  readonly passLine?: number
  /** Language of the instruction (default: the language of the question). */
  readonly language?: InstructionLanguage
  /** Number of independent answers that are averaged for each aspect (default 1). */
  readonly samples?: number
  /** Leaves aspects marked `notOfRefusals` out of the mean when the agent rightly refuses. */
  readonly strict?: boolean
  /** `full` (default) shows the judge all passages; `compat` the first three, cut to 200 characters each. */
  readonly evidence?: PanelEvidence
}

type PanelDefinition = PanelOptions & {
  readonly name: string
  readonly aspects: readonly Aspect[]
  readonly role?: PanelWords
}

/**
 * Makes a metric of named aspects: a judge scores each from 0 to 100 by what 100, 50 and 0 mean, with a reason for each and
 * a comment on the whole. The score is the weighted mean, 0–1; the aspects are its parts. A reply that leaves out an
 * aspect, makes one up or has anything but whole numbers from 0 to 100 is the judge's error.
 *
 * @throws {EvalError} `config` when the aspects make no sense
 * @example
 * const anchors = { 100: 'warm and specific', 50: 'polite and general', 0: 'curt or rude' }
 * const question = 'Does the answer take the customer seriously?'
 * judgePanel({ name: 'tone', judge, aspects: [{ id: 'warmth', name: 'Warmth', question, anchors, weight: 2 }] })
 */
export function judgePanel({ role, ...definition }: PanelDefinition): Metric {
  return panelOf({ ...definition, text: textWith(role) })
}

export function textWith(role: PanelWords | undefined): PanelText {
  return role === undefined ? judgePanelText : { ...judgePanelText, role }
}

export function panelOf(definition: PanelOptions & Pick<JudgePanel, 'name' | 'aspects' | 'text'>): Metric {
  const { passLine = 70, samples = 1, strict = false, evidence = 'full', ...rest } = definition
  const panel: JudgePanel = { ...rest, threshold: passLine / 100, samples, strict, evidence }
  assertAspects(panel.name, panel.aspects)
  return {
    name: panel.name,
    async score(evalCase, transcript, { signal }) {
      const outcomes: TurnOutcome[] = []
      const empty = { threshold: panel.threshold, parts: panel.aspects }
      for (const { actual } of pairsOf(evalCase, transcript)) {
        outcomes.push(await judgedUnlessEmpty(actual, empty, (turn) => judgeTurn(turn, evalCase, panel, signal)))
      }
      return scoreOfTurns(panel.name, { threshold: panel.threshold }, outcomes, (scores) => scoreOfPanel(panel, scores))
    },
  }
}

type JudgePanel = Omit<PanelOptions, 'passLine'> &
  Required<Pick<PanelOptions, 'samples' | 'strict' | 'evidence'>> & {
    readonly name: string
    readonly aspects: readonly Aspect[]
    readonly text: PanelText
    readonly threshold: number
  }

export type PanelSubject = {
  readonly question: string
  /** Passages in the order of the marks in the answer: the first is [1]. */
  readonly context: readonly string[]
  readonly answer: string
  readonly points: readonly string[]
  readonly flags?: Readonly<Record<string, boolean>>
  readonly expectedFlags?: Readonly<Record<string, boolean>>
}

export type PanelAnswer = {
  readonly scores: Readonly<Record<string, number>>
  readonly rationale: Readonly<Record<string, string | null>> | null
  readonly overall_comment: string | null
}

/** Asks for points for all aspects of one answer, by their names in the language of the instruction. */
export function panelQuestion(
  subject: PanelSubject,
  { aspects, text }: Pick<JudgePanel, 'aspects' | 'text'>,
  language: InstructionLanguage,
  sample: number,
): Question<PanelAnswer> {
  const named = aspects.map(({ id, name }) => ({ id, name: inWords(name, language) }))
  return {
    task: 'panel',
    subject: { ...subject, aspects: named },
    instruction: panelInstruction(text, aspects, language, subject.flags),
    evidence: evidenceOf({
      question: subject.question,
      context: numbered(subject.context) || nothing[language].context,
      answer: subject.answer,
      points: subject.points.map((point) => `- ${point}`).join('\n') || nothing[language].points,
    }),
    answer: answerOf(
      named.map(({ name }) => name),
      text.scoresFirst.includes(language),
    ),
    language,
    sample,
  }
}

const nothing = {
  en: { context: '(no context)', points: '(none)' },
  ja: { context: '（コンテキストなし）', points: '（なし）' },
} as const

/** Requires a number for every aspect. Reasons may be missing, and points for unknown aspects are ignored. */
function answerOf(names: readonly string[], scoresFirst: boolean): z.ZodType<PanelAnswer> {
  const each = <Value extends z.ZodType>(value: Value) =>
    z.object(Object.fromEntries(names.map((name) => [name, value])))
  const scores = each(z.number().min(0).max(100)).refine(areOfHundred, {
    error: 'it counts to 1 or to 10, and the aspects are scored from 0 to 100',
  })
  const rationale = each(z.string().nullable()).nullable()
  const overall_comment = z.string().nullable()
  return scoresFirst
    ? z.object({ scores, rationale, overall_comment })
    : z.object({ rationale, scores, overall_comment })
}

/**
 * Returns whether scores use the scale from 0 to 100. A judge that counts to 1 or 10 would make a good answer look
 * nearly worthless, so it is asked again. 0 means the same on all scales.
 */
function areOfHundred(scores: Readonly<Record<string, number>>): boolean {
  const points = Object.values(scores)
  return (
    points.every((one) => one === 0 || one >= 1) && (points.some((one) => one > 10) || points.every((one) => one === 0))
  )
}

export function panelValue(
  { scores }: Pick<PanelAnswer, 'scores'>,
  aspects: readonly Aspect[],
  language: InstructionLanguage,
): number {
  return weightedMean(aspects.map((aspect) => ({ aspect, value: pointsFor(aspect, { scores }, language) / 100 }))) ?? 0
}

function pairsOf(evalCase: EvalCase, transcript: Transcript): readonly Pick<InvocationPair, 'actual'>[] {
  return pairInvocations(evalCase, transcript) ?? transcript.invocations.map((actual) => ({ actual }))
}

async function judgeTurn(
  actual: Invocation,
  evalCase: EvalCase,
  panel: JudgePanel,
  signal: AbortSignal | undefined,
): Promise<TurnOutcome> {
  const subject = subjectOf(actual, evalCase, panel)
  const language = panel.language ?? languageOf(subject)
  const asked = await askSamples(
    panel.judge,
    {
      samples: panel.samples,
      question: (sample) => panelQuestion(subject, panel, language, sample),
      read: (value) => ({ value: panelValue(value, panel.aspects, language), reason: value.overall_comment ?? '' }),
    },
    signal,
  )
  if (asked.failure !== undefined) return failedTurn(asked, asked.failure)
  const answers = asked.answers.filter((answer) => answer !== null)
  if (answers.length > 0) return turnOf(answers, asked, panel, { subject, language })
  return asked.unreadable === undefined
    ? notEvaluatedTurn(silenceOf(asked), judgedSamples(asked))
    : failedTurn(asked, new EvalError('judge', asked.unreadable))
}

export type PanelWording = Pick<JudgePanel, 'aspects' | 'text'> & Pick<PanelOptions, 'evidence' | 'language'>

/** Returns the question that a panel asks about an answer, for estimates. */
export function questionAbout(
  actual: Invocation,
  evalCase: EvalCase,
  { evidence = 'full', language, ...panel }: PanelWording,
): Question<PanelAnswer> {
  const subject = subjectOf(actual, evalCase, { evidence })
  return panelQuestion(subject, panel, language ?? languageOf(subject), 0)
}

function languageOf({ question }: PanelSubject): InstructionLanguage {
  return hasKana(question) ? 'ja' : 'en'
}

function subjectOf(actual: Invocation, evalCase: EvalCase, { evidence }: Pick<JudgePanel, 'evidence'>): PanelSubject {
  const expected = expectedFlagsOf(evalCase)
  return {
    question: textOf(actual.userContent) ?? '',
    context: panelPassages(actual, evalCase, evidence),
    answer: responseTextOf(actual) ?? '',
    points: keyPointsOf(evalCase),
    ...(actual.flags === undefined ? {} : { flags: actual.flags }),
    ...(expected === undefined ? {} : { expectedFlags: expected }),
  }
}

function hasKana(text: string): boolean {
  return /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
}

/** `value` is null when the aspect does not apply. */
type AspectOutcome = { readonly aspect: Aspect; readonly value: number | null }
type Judgement = { readonly subject: PanelSubject; readonly language: InstructionLanguage }

function turnOf(
  answers: readonly PanelAnswer[],
  asked: AskedSamples<PanelAnswer>,
  panel: JudgePanel,
  { subject, language }: Judgement,
): TurnOutcome {
  const isRefusal = panel.strict && rightlyRefuses(subject)
  const outcomes = panel.aspects.map((aspect): AspectOutcome => {
    if (isRefusal && aspect.notOfRefusals === true) return { aspect, value: null }
    const points = answers.map((answer) => pointsFor(aspect, answer, language))
    return { aspect, value: points.reduce((sum, one) => sum + one, 0) / points.length / 100 }
  })
  const value = weightedMean(outcomes)
  if (value === null)
    return notEvaluatedTurn(message('No aspect of the panel applies to this answer'), judgedSamples(asked))

  const valueOf = (answer: PanelAnswer) => panelValue(answer, panel.aspects, language)
  const nearest = answers.toSorted((a, b) => Math.abs(valueOf(a) - value) - Math.abs(valueOf(b) - value))[0]
  const passed = value >= panel.threshold
  const agreeing = answers.filter((answer) => valueOf(answer) >= panel.threshold === passed).length
  // Only the embedded judge measures; all other judges give an opinion.
  const label = asked.samples.every(({ reply }) => reply.judge === 'embedded') ? 'measured' : 'judged'
  return {
    score: {
      status: 'scored',
      value,
      passed,
      ...(passed ? {} : { reason: belowLine(outcomes, value, panel, language) }),
      parts: outcomes.map(({ aspect, value: part }) => ({ name: aspect.id, value: part })),
      evidence: [{ kind: 'verdicts', rows: outcomes.map((outcome) => verdictOn(outcome, label, nearest, language)) }],
      ...(nearest === undefined ? {} : { comment: nearest.overall_comment ?? '' }),
      judged: judgedSamples(asked, agreeing / answers.length),
    },
  }
}

function verdictOn(
  { aspect, value }: AspectOutcome,
  label: string,
  answer: PanelAnswer | undefined,
  language: InstructionLanguage,
) {
  const subject = inWords(aspect.name, language)
  const reason = answer?.rationale?.[subject] ?? undefined
  return {
    subject,
    label: value === null ? 'not-applicable' : label,
    value,
    ...(reason === undefined ? {} : { reason }),
  }
}

/** Returns whether an answer refuses as the case expects; then there is nothing to ground or to cite. */
function rightlyRefuses({ flags = {}, expectedFlags = {} }: PanelSubject): boolean {
  return ['insufficient_evidence', 'ambiguous_query'].some(
    (flag) => expectedFlags[flag] === true && flags[flag] === true,
  )
}

function pointsFor({ name }: Aspect, { scores }: Pick<PanelAnswer, 'scores'>, language: InstructionLanguage): number {
  const points = scores[inWords(name, language)]
  if (points === undefined) throw new Error(`a panel's answer was read without ${inWords(name, language)}`)
  return points
}

/** Returns the weighted mean, rounded so that floating-point noise misses no pass line; null when no aspect applies. */
function weightedMean(outcomes: readonly AspectOutcome[]): number | null {
  const weighed = outcomes.flatMap(({ aspect: { weight = 1 }, value }) => (value === null ? [] : [{ weight, value }]))
  if (weighed.length === 0) return null
  const total = weighed.reduce((sum, { weight }) => sum + weight, 0)
  return Number((weighed.reduce((sum, { weight, value }) => sum + weight * value, 0) / total).toFixed(9))
}

function belowLine(
  outcomes: readonly AspectOutcome[],
  value: number,
  { threshold }: JudgePanel,
  language: InstructionLanguage,
) {
  const [lowest] = outcomes
    .flatMap((outcome) => (outcome.value === null ? [] : [{ ...outcome, value: outcome.value }]))
    .toSorted((a, b) => a.value - b.value)
  return message('{mean} of 100 points, where {line} are needed; lowest: {aspect} ({points})', {
    ...pointsApart(value, threshold),
    aspect: lowest === undefined ? '' : inWords(lowest.aspect.name, language),
    points: Number(((lowest?.value ?? 0) * 100).toFixed(1)),
  })
}

/** Uses as many decimals as it takes to show that the mean misses the pass line. */
function pointsApart(value: number, threshold: number): { readonly mean: number; readonly line: number } {
  for (let digits = 1; ; digits += 1) {
    const [mean, line] = [value, threshold].map((share) => Number((share * 100).toFixed(digits))) as [number, number]
    if (mean !== line || digits === 9) return { mean, line }
  }
}

/** Averages each aspect over the turns. The reasons are those of the worst turn. */
function scoreOfPanel(panel: JudgePanel, scores: readonly InvocationScore[]): Score {
  const mean = meanScore(panel.name, panel.threshold, scores, { emptyReason: emptyReasonOf(scores) })
  const scored = scores.filter((score) => score.status === 'scored')
  const worst = scored.toSorted((a, b) => a.value - b.value)[0]
  if (mean.status !== 'scored' || worst === undefined) return mean
  const { evidence, comment } = worst
  return {
    ...mean,
    parts: panel.aspects.map(({ id }) => ({ name: id, value: meanOfPart(id, scored) })),
    ...(evidence === undefined ? {} : { evidence }),
    ...(comment === undefined ? {} : { comment }),
  }
}

function meanOfPart(id: string, scored: readonly { readonly parts?: ScorePart[] | undefined }[]): number | null {
  const values = scored.flatMap(({ parts = [] }) => parts.find(({ name }) => name === id)?.value ?? [])
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}
