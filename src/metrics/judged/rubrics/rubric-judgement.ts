import {
  type InstructionLanguage,
  type Judge,
  type Judged,
  type Question,
  type Rubric,
  type ScorePart,
  message,
  stringifyJson,
} from '../../../core/index.ts'
import { createRandom } from '../../../statistics/random.ts'
import { evidenceOf } from '../../shared/agent-evidence.ts'
import { type AskedSamples, askSamples, judgedSamples } from '../ask-samples.ts'
import { type InstructionText, instruct } from '../../instructions/instruction-text.ts'
import { type TurnOutcome, failedTurn, notEvaluatedTurn, silentTurn } from '../judged-case.ts'
import { plantedRubrics } from './planted-rubrics.ts'
import type { RubricForm } from './rubric-form.ts'
import type { RubricVerdict } from './rubric-reply.ts'
import { notFulfilled, verdictMean } from './rubric-verdicts.ts'

export type RubricInquiry<Value> = {
  readonly judge: Judge
  readonly samples: number
  readonly threshold: number
  readonly language: InstructionLanguage
  readonly adkCompat: boolean
  readonly form: RubricForm<Value>
  readonly instruction: InstructionText
  readonly rubrics: readonly Rubric[]
  readonly weights?: ReadonlyMap<string, number>
  readonly material: Readonly<Record<string, string | undefined>>
}

/**
 * Asks about all rubrics in one question. The turn's `parts` are the outcomes by rubric id. A rubric without an answer
 * is listed as uncovered, and the turn is not scored (ADK scores it on the others).
 */
export async function judgeRubrics<Value>(inquiry: RubricInquiry<Value>, signal?: AbortSignal): Promise<TurnOutcome> {
  const { rubrics, weights, form } = inquiry
  const asked = await askSamples(
    inquiry.judge,
    {
      samples: inquiry.samples,
      question: (sample) => rubricQuestion(inquiry, sample),
      ...(!inquiry.adkCompat && { planted }),
      read: (value) => ({ value: verdictMean(clearVerdicts(value, inquiry), weights) }),
      fewest: (answers, remaining) =>
        Math.max(...rubrics.map((rubric) => form.fewest(votesOn(rubric, answers, inquiry), remaining))),
    },
    signal,
  )
  if (asked.failure !== undefined) return failedTurn(asked, asked.failure)
  return turnOf(inquiry, asked)

  function planted() {
    const { screened, ...subject } = plantedRubrics(inquiry)
    return { question: (sample: number) => rubricQuestion({ ...inquiry, ...subject }, sample), screened }
  }
}

function turnOf<Value>(inquiry: RubricInquiry<Value>, asked: AskedSamples<Value>): TurnOutcome {
  const { rubrics, form, threshold, weights, adkCompat } = inquiry
  const outcomes = rubrics.map((rubric) => outcomeOf(rubric, asked, inquiry))
  const uncovered = outcomes.filter(({ score }) => score === null).map(({ id }) => id)
  const judged = judgedSamples(asked, agreementOf(outcomes, inquiry, asked), uncovered)
  const value = verdictMean(outcomes, weights)
  const parts = partsOf(outcomes, asked, inquiry)
  if (value === null) return silentTurn(asked, { judged, parts })
  if (uncovered.length > 0 && !adkCompat) return uncoveredTurn(uncovered, rubrics.length, judged)

  const answered = outcomes.filter(({ score }) => score !== null)
  const failing = answered.filter(({ score }) => score !== 1).map(({ id }) => id)
  const passed = value >= threshold
  return {
    score: {
      status: 'scored',
      value,
      passed,
      ...(passed ? {} : { reason: notFulfilled(failing, answered.length) }),
      parts,
      evidence: [{ kind: 'verdicts', rows: outcomes.map((outcome) => rowOf(outcome, rubrics, form)) }],
      judged,
    },
  }
}

/** Returns the rubrics that the judge mentioned. In ADK's form a mentioned rubric may have no value. */
function partsOf<Value>(
  outcomes: readonly RubricVerdict[],
  { answers }: AskedSamples<Value>,
  inquiry: RubricInquiry<Value>,
): ScorePart[] {
  const mentioned = new Set(
    answers.flatMap((value) => (value === null ? [] : clearVerdicts(value, inquiry).map(({ id }) => id))),
  )
  return outcomes.filter(({ id }) => mentioned.has(id)).map(({ id, score }) => ({ name: id, value: score }))
}

function uncoveredTurn(uncovered: readonly string[], total: number, judged: Judged): TurnOutcome {
  const reason = message('The judge left out {count} of {total} {total|rubric|rubrics}: {rubrics}', {
    count: uncovered.length,
    total,
    rubrics: uncovered.join(', '),
  })
  return notEvaluatedTurn(reason, judged)
}

export function rubricQuestion<Value>(
  inquiry: Pick<RubricInquiry<Value>, 'rubrics' | 'form' | 'instruction' | 'language' | 'adkCompat' | 'material'>,
  sample: number,
): Question<Value> {
  const { rubrics, form, instruction, language, adkCompat, material } = inquiry
  const { readReply, details } = form
  // Judges favour positions in a list, so samples differ in order. ADK keeps the order, and so does the first sample.
  const ordered = adkCompat || sample === 0 ? rubrics : shuffled(rubrics, sample)
  const written = ordered.map(({ id, property }) => ({ id, property, ...details?.(id) }))
  return {
    task: form.task,
    subject: { rubrics: written, ...material },
    instruction: instruct(instruction, language, { adkReply: readReply !== undefined }),
    evidence: evidenceOf({ ...material, rubrics: stringifyJson(written, 2) }),
    answer: form.schema(rubrics.map(({ id }) => id)),
    language,
    sample,
    ...(readReply === undefined ? {} : { readReply: (raw: string) => readReply(raw, rubrics) }),
  }
}

function outcomeOf<Value>(rubric: Rubric, asked: AskedSamples<Value>, inquiry: RubricInquiry<Value>): RubricVerdict {
  const score = inquiry.form.combine(votesOn(rubric, asked.answers, inquiry))
  const verdicts = asked.answers
    .flatMap((value) => (value === null ? [] : clearVerdicts(value, inquiry)))
    .filter(({ id }) => id === rubric.id)
  const decisive = verdicts.find((verdict) => verdict.score === score) ?? verdicts[0]
  return { id: rubric.id, score, reason: decisive?.reason ?? '' }
}

function votesOn<Value>(
  rubric: Rubric,
  answers: readonly (Value | null)[],
  inquiry: RubricInquiry<Value>,
): readonly (number | null)[] {
  return answers.flatMap((value) => {
    const verdicts = value === null ? [] : clearVerdicts(value, inquiry).filter(({ id }) => id === rubric.id)
    return verdicts.length === 0 ? null : verdicts.map(({ score }) => score)
  })
}

/** Two different verdicts on one rubric in one answer count as none. In ADK each of them is a vote. */
function clearVerdicts<Value>(value: Value, { form, adkCompat }: RubricInquiry<Value>): readonly RubricVerdict[] {
  const verdicts = form.verdictsOf(value)
  if (adkCompat) return verdicts
  return [...Map.groupBy(verdicts, ({ id }) => id).values()].flatMap((same) => {
    const [first] = same
    return first !== undefined && same.every(({ score }) => score === first.score) ? first : []
  })
}

function agreementOf<Value>(
  outcomes: readonly RubricVerdict[],
  inquiry: RubricInquiry<Value>,
  asked: AskedSamples<Value>,
): number | null {
  let agreeing = 0
  let voted = 0
  for (const [index, { score }] of outcomes.entries()) {
    const rubric = inquiry.rubrics[index]
    if (rubric === undefined) continue
    const votes = inquiry.form.countAgreeing(votesOn(rubric, asked.answers, inquiry), score)
    agreeing += votes.agreeing
    voted += votes.voted
  }
  return voted === 0 ? null : agreeing / voted
}

function rowOf<Value>({ id, score, reason }: RubricVerdict, rubrics: readonly Rubric[], form: RubricForm<Value>) {
  const subject = rubrics.find((rubric) => rubric.id === id)?.property ?? id
  return { subject, label: form.labelOf(score), value: score, ...(reason === '' ? {} : { reason }) }
}

function shuffled(rubrics: readonly Rubric[], sample: number): readonly Rubric[] {
  const random = createRandom(sample)
  const order = rubrics.map((rubric) => ({ rubric, at: random() }))
  return order.toSorted((a, b) => a.at - b.at).map(({ rubric }) => rubric)
}
