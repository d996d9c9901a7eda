import {
  type Invocation,
  type InvocationScore,
  type Rubric,
  type Score,
  EvalError,
  stringifyJson,
} from '../../src/core/index.ts'
import { type AdkStatus, evalStatus } from '../../src/packs/adk/adk-verdict.ts'
import { adkInvocationFrom } from '../../src/formats/index.ts'
import { agentSteps } from '../../src/metrics/shared/agent-steps.ts'
import { dialogueOf } from '../../src/metrics/judged/dialogue.ts'
import { effectiveRubrics } from '../../src/metrics/judged/rubrics/effective-rubrics.ts'
import { finalResponseMatch } from '../../src/metrics/judged/final-response-match.ts'
import { readFinalResponseReply } from '../../src/metrics/judged/final-response-reply.ts'
import { adkContext } from '../../src/metrics/judged/groundedness/grounding-context.ts'
import { parseSentences, parseValidation } from '../../src/metrics/judged/groundedness/hallucination-reply.ts'
import { hallucinations } from '../../src/metrics/judged/groundedness/hallucinations.ts'
import { turnOfSteps } from '../../src/metrics/judged/judged-step.ts'
import { rubricToolUseQuality, rubricTrajectoryQuality } from '../../src/metrics/judged/rubrics/rubric-quality.ts'
import {
  type RubricVerdict,
  matchRubrics,
  normaliseProperty,
  parseRubricReply,
} from '../../src/metrics/judged/rubrics/rubric-reply.ts'
import { majorityVerdicts, pooledVerdicts, verdictMean } from '../../src/metrics/judged/rubrics/rubric-verdicts.ts'
import { toolSteps } from '../../src/metrics/shared/tool-steps.ts'
import { shareOfAllTurns, userSimulatorQuality } from '../../src/metrics/judged/user-simulator-quality.ts'
import { readUserSimulatorReply } from '../../src/metrics/judged/user-simulator-reply.ts'
import { repliesBySample, writtenJudge } from './written-judge.ts'

/**
 * The judged metrics under ADK's rules, with judges whose replies stand in the vectors. Texts that only feed prompts are
 * compared by structure: where our placeholders and headings read differently, the vector's words are put in.
 */
export const judgedOperations: Readonly<Record<string, (input: never) => unknown>> = {
  tool_calls_and_responses_json: ({ intermediate_data }: { intermediate_data: unknown }) => {
    const steps = toolSteps(invocationFrom({ ...question, intermediate_data }), adk)
    if (steps.length === 0) return { text: 'No intermediate steps were taken.' }
    const json = { tool_calls_and_response: steps }
    return { json, text: stringifyJson(json, 2) }
  },
  multi_turn_dialogue: ({ invocations }: { invocations: readonly unknown[] }) => ({
    dialogue: dialogueOf(invocations.map(invocationFrom), adk),
  }),
  halluc_context: ({ invocation, app_details }: { invocation: object; app_details?: unknown }) => {
    const read = invocationFrom(app_details === undefined ? invocation : { ...invocation, app_details })
    return { context: adkContext(read, agentSteps(read, adk)).replace('There are no tools.', 'Agent has no tools.') }
  },

  frm2_parse: ({ reply }: Reply) => ({ score: binaryScore(readFinalResponseReply(reply ?? '')) }),
  frm2_case: async (input: Sampled & { judge_replies_per_invocation: Replies[] }) => {
    const turns = input.judge_replies_per_invocation.map(() => answering('a'))
    const judge = writtenJudge(repliesBySample(input.judge_replies_per_invocation))
    const metric = finalResponseMatch({ ...optionsOf(input), judge })
    return outcomeOf(await metric.score({ id: 'case', conversation: turns }, { invocations: turns }, {}))
  },

  rubric_parse: ({ reply }: Reply) => ({
    items: parseRubricReply(reply ?? '').map(({ rubricId, property, rationale, score }) => ({
      rubric_id: rubricId,
      property_text: property,
      rationale,
      score,
    })),
  }),
  rubric_normalize: ({ text }: { text: string }) => ({ normalized: normaliseProperty(text) }),
  rubric_score_reply: ({ rubrics, reply }: { rubrics: RubricRow[] } & Reply) => {
    const verdicts = matchRubrics(parseRubricReply(reply ?? ''), rubrics.map(rubricFrom))
    return { score: verdictMean(verdicts), rubric_scores: verdicts.map(rubricScore) }
  },
  rubric_majority: ({ samples, threshold }: { samples: ScoreRow[][]; threshold: number }) => {
    const winners = majorityVerdicts(samples.map((rows) => rows.map(verdictFrom)))
    const score = verdictMean(winners)
    return { score, status: evalStatus(score, threshold), rubric_scores: winners.map(rubricScore) }
  },
  rubric_summarize: (input: { per_invocation_rubric_scores: (ScoreRow[] | null)[]; threshold: number }) => {
    const turns = input.per_invocation_rubric_scores.map((rows) => (rows ?? []).map(verdictFrom))
    const { value, parts } = pooledVerdicts(turns)
    return {
      overall_score: value,
      overall_status: evalStatus(value, input.threshold),
      overall_rubric_scores: parts.map(partScore),
    }
  },
  rubric_effective_list: (input: {
    metric_rubric_type: string
    criterion_rubrics: RubricRow[]
    case_and_invocation_rubrics?: RubricRow[] | null
  }) => {
    const caseAndTurn = (input.case_and_invocation_rubrics ?? []).map(rubricFrom)
    const rubrics = effectiveRubrics(input.criterion_rubrics.map(rubricFrom), caseAndTurn, input.metric_rubric_type)
    if (rubrics.length === 0) throw new EvalError('format', 'no rubric')
    return { ids: rubrics.map(({ id }) => id) }
  },
  rubric_case: async (input: Sampled & { rubrics: RubricRow[]; judge_replies_per_invocation: Replies[] }) => {
    const judge = writtenJudge(repliesBySample(input.judge_replies_per_invocation))
    const metric = rubricToolUseQuality({ ...optionsOf(input), judge, rubrics: input.rubrics.map(rubricFrom) })
    const invocations = input.judge_replies_per_invocation.map(() => answering('a'))
    const score = await metric.score({ id: 'case' }, { invocations }, {})
    const parts = 'parts' in score ? (score.parts ?? []) : []
    return { ...outcomeOf(score), overall_rubric_scores: parts.map(partScore) }
  },
  multi_turn_case: async (input: Sampled & { turns: number; rubrics: RubricRow[]; judge_replies: Replies }) => {
    const judge = writtenJudge(repliesBySample([input.judge_replies]))
    const metric = rubricTrajectoryQuality({ ...optionsOf(input), judge, rubrics: input.rubrics.map(rubricFrom) })
    const invocations = Array.from({ length: input.turns }, () => answering('a'))
    return outcomeOf(await metric.score({ id: 'case' }, { invocations }, {}))
  },

  halluc_parse_sentences: ({ reply }: Reply) => ({ sentences: parseSentences(reply ?? '') }),
  halluc_parse_validation: ({ reply }: Reply) => ({
    items: parseValidation(reply ?? '').map((block) => ({
      sentence: block.sentence,
      label: block.label,
      rationale: block.rationale,
      supporting_excerpt: block.supportingExcerpt,
      contradicting_excerpt: block.contradictingExcerpt,
    })),
  }),
  halluc_score_step: async (input: { segmenter_reply: string | null; validator_reply?: string | null }) => {
    const judge = writtenJudge(repliesBySample([[input.segmenter_reply], [input.validator_reply]]))
    const metric = hallucinations({ judge, threshold: 0.5, adkCompat: true })
    const score = await metric.score({ id: 'case' }, { invocations: [answering('a')] }, {})
    return { score: valueOf(score) }
  },
  halluc_case: async (input: {
    threshold: number
    evaluate_intermediate_nl_responses?: boolean
    invocations: unknown[]
    judge_replies_in_order: Replies
  }) => {
    const { threshold, evaluate_intermediate_nl_responses: intermediate } = input
    const judge = writtenJudge(repliesBySample(input.judge_replies_in_order.map((reply) => [reply])))
    const metric = hallucinations({ judge, threshold, adkCompat: true, intermediate })
    return outcomeOf(await metric.score({ id: 'case' }, { invocations: input.invocations.map(invocationFrom) }, {}))
  },
  halluc_mean: ({ step_scores, threshold }: { step_scores: (number | null)[]; threshold: number }) => {
    const nothing = { rows: [], samples: [], saved: 0, agreement: null, uncovered: [] }
    const { score } = turnOfSteps(
      step_scores.map((value) => ({ ...nothing, value })),
      { threshold, adkCompat: true },
    )
    const mean = valueOf(score)
    return { mean, status: statusOf(score), naive_sum_over_n: mean }
  },

  per_turn_parse: ({ reply }: Reply) => ({ score: binaryScore(readUserSimulatorReply(reply ?? '')) }),
  per_turn_aggregate: (input: { turns: { score: number | null; status: AdkStatus }[]; threshold: number }) => {
    const score = shareOfAllTurns(input.turns.map(turnScore), input.threshold)
    return { overall_score: valueOf(score), overall_status: statusOf(score) }
  },
  per_turn_case: async (
    input: Sampled & { starting_prompt: string; user_messages: (string | null)[]; judge_replies_in_order: Replies },
  ) => {
    const { num_samples: samples, judge_replies_in_order: replies } = input
    const judge = writtenJudge(repliesBySample(inGroupsOf(samples, replies)))
    const scenario = { startingPrompt: input.starting_prompt, plan: 'plan' }
    const metric = userSimulatorQuality({ ...optionsOf(input), judge })
    const invocations = input.user_messages.map(saying)
    return outcomeOf(await metric.score({ id: 'case', scenario }, { invocations }, {}))
  },
}

type Reply = { reply: string | null }
type Replies = (string | null)[]
type Sampled = { num_samples: number; threshold: number }
type RubricRow = { rubric_id: string; text?: string; type?: string | null }
type ScoreRow = { rubric_id: string; score: number | null; rationale?: string }

const adk = { adkCompat: true }
const question = { user_content: { parts: [{ text: 'q' }] } }

function invocationFrom(invocation: unknown): Invocation {
  return adkInvocationFrom(invocation, { file: 'vector' })
}

function answering(text: string): Invocation {
  return { userContent: { parts: [{ text: 'q' }] }, finalResponse: { parts: [{ text }] } }
}

function saying(text: string | null): Invocation {
  return { userContent: { parts: text === null ? [] : [{ text }] }, finalResponse: { parts: [{ text: 'a' }] } }
}

function optionsOf({ num_samples: samples, threshold }: Sampled) {
  return { samples, threshold, adkCompat: true }
}

function inGroupsOf(size: number, replies: Replies): readonly Replies[] {
  return Array.from({ length: Math.ceil(replies.length / size) }, (_, group) =>
    replies.slice(group * size, (group + 1) * size),
  )
}

function binaryScore(read: { verdict: 'valid' | 'invalid' } | undefined): number | null {
  return read === undefined ? null : read.verdict === 'valid' ? 1 : 0
}

function rubricFrom({ rubric_id: id, text, type }: RubricRow): Rubric {
  return { id, property: text ?? id, ...(type ? { type } : {}) }
}

function verdictFrom({ rubric_id: id, score, rationale }: ScoreRow): RubricVerdict {
  return { id, score, reason: rationale ?? '' }
}

function rubricScore({ id, score, reason }: RubricVerdict) {
  return { rubric_id: id, score, rationale: reason }
}

function partScore({ name, value }: { name: string; value: number | null }) {
  return { rubric_id: name, score: value }
}

function turnScore({ score, status }: { score: number | null; status: AdkStatus }): InvocationScore {
  if (score === null) return { status: 'not-evaluated', reason: { text: 'not judged' } }
  return { status: 'scored', value: score, passed: status === 'PASSED' }
}

/** A score that ADK could not compute is a refusal. */
function outcomeOf(score: Score) {
  if (score.status === 'error') throw new EvalError('format', score.reason)
  return {
    overall_score: valueOf(score),
    overall_status: statusOf(score),
    per_invocation: (score.invocations ?? []).map((turn) => ({ score: valueOf(turn), status: statusOf(turn) })),
  }
}

function valueOf(score: Score | InvocationScore): number | null {
  return score.status === 'scored' ? score.value : null
}

function statusOf(score: Score | InvocationScore): AdkStatus {
  if (score.status !== 'scored') return 'NOT_EVALUATED'
  return score.passed ? 'PASSED' : 'FAILED'
}
