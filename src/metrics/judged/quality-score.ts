import { z } from 'zod'
import { type InstructionLanguage, type Invocation, type Metric, type Question, textOf } from '../../core/index.ts'
import { degenerateAnswer } from '../../text/index.ts'
import { randomFor, shuffled } from './decoys/decoys.ts'
import { evidenceOf } from '../shared/agent-evidence.ts'
import { type InstructionText, instruct } from '../instructions/instruction-text.ts'
import { coherenceText } from '../instructions/quality.ts'
import { type JudgedOptions, type TurnOutcome, DEFAULT_THRESHOLD, rejectedTurn, scoreOfTurns } from './judged-case.ts'
import { fractionOf, judgeOnScale } from './scale-judgement.ts'

const POINTS = 5
const Mark = z.object({ reason: z.string(), score: z.number().int().min(1).max(POINTS) })
type Mark = z.infer<typeof Mark>

type QualityScoreMaterial = Readonly<Record<string, string | undefined>>

/**
 * Measures how coherent each answer is, marked by a judge from 1 to 5 and stored as 0–1 (1 → 0, 3 → 0.5, 5 → 1). A
 * threshold above 1 is on ADK's scale of 1–5, one up to 1 is on ours.
 *
 * @example responseEvaluation({ judge, threshold: 4 }) // the same as 0.75
 */
export function responseEvaluation(options: JudgedOptions): Metric {
  const metric = 'response_evaluation_score'
  const threshold = onOurScale(options.threshold ?? DEFAULT_THRESHOLD)
  return {
    name: metric,
    async score(_evalCase, transcript, { signal }) {
      const outcomes: TurnOutcome[] = []
      for (const invocation of transcript.invocations) {
        outcomes.push(await judgeAnswer(invocation, { ...options, threshold }, signal))
      }
      return scoreOfTurns(metric, { ...options, threshold }, outcomes)
    },
  }
}

function onOurScale(threshold: number): number {
  return threshold > 1 ? fractionOf(threshold, POINTS) : threshold
}

function judgeAnswer(
  invocation: Invocation,
  options: JudgedOptions & { readonly threshold: number },
  signal: AbortSignal | undefined,
): Promise<TurnOutcome> | TurnOutcome {
  const prompt = textOf(invocation.userContent)
  const answer = textOf(invocation.finalResponse) ?? ''
  const degenerate = degenerateAnswer(answer)
  if (degenerate !== undefined) return rejectedTurn(options.threshold, degenerate)
  return mark('coherence', coherenceText, { prompt, answer }, options, signal)
}

function incoherent(answer: string, prompt: string): string {
  const random = randomFor(answer)
  // A single word has no wrong order, so words of the answer and the prompt are mixed in.
  const others = [...wordsOf(answer).slice(0, 12), ...wordsOf(prompt).slice(0, 12)]
  return answer
    .split('\n')
    .map((line) => `${line} ${shuffled([...wordsOf(line), ...others], random).join(' ')}`)
    .join('\n')
}

function wordsOf(line: string): readonly string[] {
  return line.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[^\s]+/gu) ?? []
}

function mark(
  name: string,
  text: InstructionText,
  material: QualityScoreMaterial,
  options: JudgedOptions & { readonly threshold: number },
  signal: AbortSignal | undefined,
): Promise<TurnOutcome> {
  const { judge, threshold, samples = 1, language = 'en' } = options
  const question = (sample: number) => qualityQuestion({ name, text, material }, language, sample)
  const { answer = '', prompt = '' } = material
  const changed = incoherent(answer, prompt)
  const decoy = () => ({
    question: qualityQuestion({ name, text, material: { ...material, answer: changed } }, language, 0),
    judged: answer,
    decoy: changed,
  })
  return judgeOnScale({ judge, samples, threshold, points: POINTS, subject: name, question, decoy }, signal)
}

export function qualityQuestion(
  {
    name,
    text,
    material,
  }: { readonly name: string; readonly text: InstructionText; readonly material: QualityScoreMaterial },
  language: InstructionLanguage,
  sample: number,
): Question<Mark> {
  return {
    task: 'quality',
    subject: { name, ...material },
    instruction: instruct(text, language),
    evidence: evidenceOf(material),
    answer: Mark,
    language,
    sample,
  }
}

export function qualityValue({ score }: Mark): number {
  return fractionOf(score, POINTS)
}
