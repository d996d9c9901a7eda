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
import { degenerateAnswer } from '../../../text/index.ts'
import { evidenceOf } from '../../../metrics/shared/agent-evidence.ts'
import { type AskedSamples, askSamples, judgedSamples, silenceOf } from '../../../metrics/judged/ask-samples.ts'
import { expectedFlagsOf } from './expected-flags.ts'
import { type PanelText, judgePanelText, panelInstruction } from './instructions.ts'
import {
  type TurnOutcome,
  emptyReasonOf,
  failedTurn,
  notEvaluatedTurn,
  rejectedTurn,
  scoreOfTurns,
} from '../../../metrics/judged/judged-case.ts'
import { keyPointsOf } from '../../../metrics/judged/key-points.ts'
import { meanScore } from '../../../metrics/shared/mean-score.ts'
import { type InvocationPair, pairInvocations } from '../../../metrics/shared/pair-invocations.ts'
import { type Aspect, type PanelWords, assertAspects, inWords } from './panel-aspects.ts'
import { type PanelEvidence, numbered, panelPassages } from './panel-context.ts'

export type PanelOptions = {
  readonly judge: Judge
  /** What the weighted mean of the aspects has to reach, 0–100. 70 unless given. */
  readonly passLine?: number
  /** Of the instruction; that of the question unless given. */
  readonly language?: InstructionLanguage
  /** How many independent answers are averaged, aspect by aspect. */
  readonly samples?: number
  /** Aspects that cannot apply are not applicable, instead of being averaged in: those `notOfRefusals` where a refusal is right. */
  readonly strict?: boolean
  /** All passages that the answer was made from, unless `compat`: the first three, 200 characters of each. */
  readonly evidence?: PanelEvidence
}

type PanelDefinition = PanelOptions & {
  readonly name: string
  readonly aspects: readonly Aspect[]
  /** Who the judge is, in a sentence that stands in front of its instruction. */
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

function textWith(role: PanelWords | undefined): PanelText {
  return role === undefined ? judgePanelText : { ...judgePanelText, role }
}

/** What differs from panel to panel in what it asks. */
export type PanelWording = Pick<PanelDefinition, 'aspects' | 'role' | 'evidence' | 'language'>

/** What such a panel asks about an answer, for estimates. */
export function judgePanelQuestion(
  answer: Invocation,
  evalCase: EvalCase,
  { role, evidence = 'full', ...wording }: PanelWording,
): Question<PanelAnswer> {
  return questionAbout(answer, evalCase, { ...wording, evidence, text: textWith(role) })
}

/** A panel in its own words. */
export function panelOf(definition: PanelOptions & Pick<JudgePanel, 'name' | 'aspects' | 'text'>): Metric {
  const { passLine = 70, samples = 1, strict = false, evidence = 'full', ...rest } = definition
  const panel: JudgePanel = { ...rest, threshold: passLine / 100, samples, strict, evidence }
  assertAspects(panel.name, panel.aspects)
  return {
    name: panel.name,
    async score(evalCase, transcript, { signal }) {
      const outcomes: TurnOutcome[] = []
      for (const { actual } of pairsOf(evalCase, transcript)) {
        outcomes.push(rejected(actual, panel) ?? (await judgeTurn(actual, evalCase, panel, signal)))
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

/** What is put to the judge about one answer. */
export type PanelSubject = {
  readonly question: string
  /** In the order of the marks in the answer: the first is [1]. */
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

/** Asks for all aspects of one answer, by their names in the language of the instruction. */
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

/** Every aspect needs its number; a reason may be missing, and what a judge scores beside the aspects counts for nothing. */
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
 * Whether scores are counted to 100. A judge that counts to 1 or to 10 says 0.8 or 8 of what is good, and nobody can tell
 * that from what is nearly worthless: it is asked again. What is worth nothing is 0 on all scales.
 */
function areOfHundred(scores: Readonly<Record<string, number>>): boolean {
  const points = Object.values(scores)
  return (
    points.every((one) => one === 0 || one >= 1) && (points.some((one) => one > 10) || points.every((one) => one === 0))
  )
}

/** The weighted mean of an answer's aspects, 0–1. */
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

/** A turn that is settled without a judge. */
function rejected(actual: Invocation | undefined, { aspects, threshold }: JudgePanel): TurnOutcome | undefined {
  const missing = actual === undefined
  const reason = missing ? message('The agent never reached this turn') : degenerateAnswer(responseTextOf(actual) ?? '')
  if (reason === undefined) return undefined
  const { score } = rejectedTurn(threshold, reason, { missing })
  return { score: { ...score, parts: aspects.map(({ id }) => ({ name: id, value: 0 })) } }
}

async function judgeTurn(
  actual: Invocation | undefined,
  evalCase: EvalCase,
  panel: JudgePanel,
  signal: AbortSignal | undefined,
): Promise<TurnOutcome> {
  if (actual === undefined) return notEvaluatedTurn(message('The agent never reached this turn'))
  const subject = subjectOf(actual, evalCase, panel)
  const language = panel.language ?? languageOf(subject)
  const asked = await askSamples(
    panel.judge,
    {
      samples: panel.samples,
      question: (sample) => panelQuestion(subject, panel, language, sample),
      read: (value) => ({ value: panelValue(value, panel.aspects, language), reason: value.overall_comment ?? '' }),
      settled: () => false,
      fewest: (_, remaining) => remaining,
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

/** What a panel asks about an answer, first and in the language of the question: for estimates. */
export function questionAbout(
  actual: Invocation,
  evalCase: EvalCase,
  { aspects, text, evidence, language }: Pick<JudgePanel, 'aspects' | 'text' | 'evidence' | 'language'>,
): Question<PanelAnswer> {
  const subject = subjectOf(actual, evalCase, { evidence })
  return panelQuestion(subject, { aspects, text }, language ?? languageOf(subject), 0)
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

/** What became of an aspect: null where it does not apply. */
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
  // Only the embedded judge measures; all others say what they think.
  const label = asked.samples.every(({ reply }) => reply.judge === 'embedded') ? 'measured' : 'judged'
  return {
    score: {
      status: 'scored',
      value,
      passed,
      ...(passed ? {} : { reason: belowLine(outcomes, value, panel, language) }),
      parts: outcomes.map(({ aspect, value: part }) => ({ name: aspect.id, value: part })),
      evidence: [
        {
          kind: 'verdicts',
          rows: outcomes.map(({ aspect, value: part }) => {
            const subjectName = inWords(aspect.name, language)
            const reason = nearest?.rationale?.[subjectName] ?? undefined
            return {
              subject: subjectName,
              label: part === null ? 'not-applicable' : label,
              value: part,
              ...(reason === undefined ? {} : { reason }),
            }
          }),
        },
      ],
      ...(nearest === undefined ? {} : { comment: nearest.overall_comment ?? '' }),
      judged: judgedSamples(asked, agreeing / answers.length),
    },
  }
}

/** An answer that refuses where the case wants it to: there is nothing to ground and nothing to cite. */
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

/** Rounded, so that no pass line is missed by the last bit of a fraction; null where no aspect applies. */
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

/** With as many decimals as it takes to see that the line is missed. */
function pointsApart(value: number, threshold: number): { readonly mean: number; readonly line: number } {
  for (let digits = 1; ; digits += 1) {
    const [mean, line] = [value, threshold].map((share) => Number((share * 100).toFixed(digits))) as [number, number]
    if (mean !== line || digits === 9) return { mean, line }
  }
}

/** Of several turns, each aspect is averaged, and what was said is that of the worst. */
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
