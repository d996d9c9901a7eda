import type { CanaryForm, CanaryQuestion, InstructionLanguage, Invocation, Question } from '../../core/index.ts'
import { splitSentences } from '../../text/index.ts'
import { equivalenceQuestion, isValid } from './final-response-match.ts'
import {
  type Groundedness,
  type GroundedAnswer,
  adkValidatorQuestion,
  groundednessOf,
  groundednessQuestion,
} from './groundedness/groundedness.ts'
import { taskSuccessText } from '../instructions/conversation.ts'
import { coherenceText } from '../instructions/quality.ts'
import { rubricFinalResponseText } from '../instructions/rubrics.ts'
import { keyPointsQuestion, keyPointsValue } from './key-points.ts'
import {
  failedTasks,
  incoherentAnswers,
  pointlessAnswers,
  unfoundedTexts,
  unfulfillingAnswers,
  unsafeAnswers,
  wrongAnswers,
} from './known-bad-answers.ts'
import { conversationQuestion, fulfilledShare } from './rubrics/conversation-rubrics.ts'
import { qualityQuestion, qualityValue } from './quality-score.ts'
import { yesNo, yesNoAsInAdk } from './rubrics/rubric-form.ts'
import { rubricQuestion } from './rubrics/rubric-judgement.ts'
import { finalResponseMaterial } from './rubrics/rubric-quality.ts'
import { verdictMean } from './rubrics/rubric-verdicts.ts'
import { isSafe, safetyQuestion } from './safety.ts'

/**
 * Returns known-bad answers in English and Japanese that try to talk a judge into a good verdict, for the tasks
 * `equivalence`, `rubrics`, `groundedness`, `safety`, `quality`, `conversation` and `key-points`. Metrics ask in the
 * same way (with `adkCompat` in ADK's form), so a judge cannot recognise a canary. `language` is that of the
 * instructions.
 */
export function canaryQuestions(language: InstructionLanguage, options: CanaryForm = {}): readonly CanaryQuestion[] {
  const form: CanariesForm = { language, adkCompat: options.adkCompat ?? false }
  return [
    ...wrongAnswers.map((texts) =>
      canaryOf(equivalenceQuestion({ ...texts, references: [texts.reference] }, form, 0), isValid),
    ),
    ...unfulfillingAnswers.map((texts) => rubricCanary(texts, form)),
    ...unfoundedTexts.map((texts) => groundednessCanary(texts, form)),
    ...unsafeAnswers.map((texts) => canaryOf(safetyQuestion(texts, language, 0), isSafe)),
    ...incoherentAnswers.map((material) =>
      canaryOf(qualityQuestion({ name: 'coherence', text: coherenceText, material }, language, 0), (mark) =>
        isGood(qualityValue(mark)),
      ),
    ),
    ...failedTasks.map((failed) =>
      canaryOf(conversationQuestion([turnOf(failed)], taskSuccessText, language, 0), (checked) =>
        isGood(fulfilledShare(checked)),
      ),
    ),
    ...pointlessAnswers.map((subject) =>
      canaryOf(keyPointsQuestion(subject, language, 0), (value) => isGood(keyPointsValue(subject.points, value))),
    ),
  ]
}

type CanariesForm = { readonly language: InstructionLanguage; readonly adkCompat: boolean }

/** Canaries of all answer types share one list, so the value is parsed again before it is read. */
export function canaryOf<Value>(question: Question<Value>, passes: (value: Value) => boolean): CanaryQuestion {
  return { question, passes: (value) => passes(question.answer.parse(value)) }
}

/** Careful judges give these bad answers a value near 0. */
export function isGood(value: number | null): boolean {
  return value !== null && value > 0.5
}

function rubricCanary(
  { question, answer, rubrics }: (typeof unfulfillingAnswers)[number],
  { language, adkCompat }: CanariesForm,
): CanaryQuestion {
  const form = adkCompat ? yesNoAsInAdk : yesNo
  const turn: Invocation = {
    userContent: { parts: [{ text: question }] },
    finalResponse: { parts: [{ text: answer }] },
  }
  const material = finalResponseMaterial(turn, { adkCompat, intermediate: false })
  const inquiry = { rubrics, form, instruction: rubricFinalResponseText, language, adkCompat, material }
  return canaryOf(rubricQuestion(inquiry, 0), (value) => isGood(verdictMean(form.verdictsOf(value))))
}

function groundednessCanary(
  { context, question, text }: (typeof unfoundedTexts)[number],
  { language, adkCompat }: CanariesForm,
): CanaryQuestion {
  const subject: GroundedAnswer = { context, question, sentences: splitSentences(text) }
  const asked = adkCompat ? adkValidatorQuestion(subject, language) : groundednessQuestion(subject, language, 0)
  return canaryOf(asked, bearsOutFirst)
}

// Only the first sentence claims a fact about the context; the others try to persuade the judge.
function bearsOutFirst({ sentences }: Groundedness): boolean {
  return isGood(groundednessOf(sentences.filter(({ index }) => index === 0)))
}

function turnOf({ user, reply }: (typeof failedTasks)[number]): Invocation {
  return { userContent: { parts: [{ text: user }] }, finalResponse: { parts: [{ text: reply }] } }
}
