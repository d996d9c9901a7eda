import {
  type Evidence,
  type InstructionLanguage,
  type Judge,
  type Judged,
  type Message,
  type Metric,
  type Score,
  type ScorePart,
  message,
  toEnglish,
} from '../../../core/index.ts'
import { type AskedSamples, askSamples, silenceOf } from '../../../metrics/judged/ask-samples.ts'
import { judgeFailed } from '../../../metrics/judged/judged-case.ts'
import { type AnswerPair, pairOf } from '../pair.ts'
import {
  type Compared,
  type Order,
  type PreferenceVerdict,
  comparedTexts,
  preferenceQuestion,
  turnsOf,
} from './preference-question.ts'

type PreferenceOptions = {
  readonly judge: Judge
  readonly samples?: number | undefined
  readonly language?: InstructionLanguage | undefined
  readonly criteria?: string | undefined
}

const metric = 'preference'
const tie = 0.5

/**
 * Measures whether a judge prefers the first answer of a pair (1) or the second (0). The judge is asked in both orders;
 * a verdict that changes with the order is a tie (0.5), and so is one that finds the answers equal. There is no score
 * where one of the orders has no readable verdict. A pair passes where the first answer is at least as good.
 */
export function preference(options: PreferenceOptions): Metric {
  return {
    name: metric,
    async score(evalCase, transcript, { signal }) {
      const pair = pairOf(evalCase)
      if (pair === undefined) {
        const reason = message('The case is no pair of answers: `shinsa prefer` makes them from two runs')
        return { status: 'not-evaluated', metric, reason, informational: true }
      }
      const texts = comparedTexts(evalCase, [turnsOf(transcript.invocations), pair.second.turns], options.criteria)
      return withoutJudge(pair, texts) ?? (await judgePair(pair, texts, options, signal))
    },
  }
}

/** Scores pairs that need no judge: the same answer twice, no answer, or an agent that failed. */
function withoutJudge(pair: AnswerPair, { answers }: Compared): Score | undefined {
  const parts = partsOf(pair, answers)
  const broken = [pair.first, pair.second].find(({ silent }) => silent?.whose === 'others')
  if (broken?.silent !== undefined) {
    const reason = message('{run} has no answer, which is not its agent’s fault: {reason}', {
      run: broken.name,
      reason: toEnglish(broken.silent.reason),
    })
    return { status: 'not-evaluated', metric, reason, parts }
  }
  const [first, second] = answers
  if (first === '' && second === '') {
    return { status: 'not-evaluated', metric, reason: message('Neither of the two has an answer'), parts }
  }
  const failed = [pair.first, pair.second].filter(({ silent }) => silent?.whose === 'agent')
  const [loser] = failed
  if (loser?.silent !== undefined) {
    const failure = { run: loser.name, reason: toEnglish(loser.silent.reason) }
    if (failed.length === 2) {
      const reason = message('Both agents failed; {run}: {reason}', failure)
      return { status: 'not-evaluated', metric, reason, parts }
    }
    const reason = message('{run} failed: {reason}', failure)
    return settled(loser === pair.first ? 0 : 1, reason, parts)
  }
  if (first === second) return settled(tie, message('The two answers are the same'), parts)
  if (second === '') return settled(1, message('{run} has no answer', { run: pair.second.name }), parts)
  if (first === '') return settled(0, message('{run} has no answer', { run: pair.first.name }), parts)
  return undefined
}

function settled(value: number, reason: Message, parts: ScorePart[]): Score {
  return { status: 'scored', metric, value, threshold: tie, passed: value >= tie, reason, parts }
}

async function judgePair(
  pair: AnswerPair,
  texts: Compared,
  { judge, samples = 1, language = 'en' }: PreferenceOptions,
  signal: AbortSignal | undefined,
): Promise<Score> {
  const ask = (order: Order) =>
    askSamples(
      judge,
      {
        samples,
        question: (sample) => preferenceQuestion(texts, { order, language, sample }),
        read: (verdict) => ({ value: valueIn(verdict, order), reason: verdict.reason }),
        fewest: (answers, remaining) => (isSettled(votesOf(answers, order), remaining) ? 0 : 1),
      },
      signal,
    )
  const [asIs, exchanged] = await Promise.all([ask('as they are'), ask('exchanged')])
  const judged = judgedIn([asIs, exchanged])
  const failure = asIs.failure ?? exchanged.failure
  if (failure !== undefined) return { ...judgeFailed(metric, failure), judged }
  const votes = [votesOf(asIs.answers, 'as they are'), votesOf(exchanged.answers, 'exchanged')] as const
  const [one, other] = [leader(votes[0]), leader(votes[1])]
  const parts = partsOf(pair, texts.answers)
  if (one === null || other === null) {
    return { status: 'not-evaluated', metric, reason: silenceOf(one === null ? asIs : exchanged), parts, judged }
  }
  const value = one === other ? one : tie
  return {
    status: 'scored',
    metric,
    value,
    threshold: tie,
    passed: value >= tie,
    ...(one !== other && { reason: message('The verdict changes with the order in which the answers are shown') }),
    parts: [...parts, { name: 'shown_first', value: one }, { name: 'shown_second', value: other }],
    evidence: [evidenceFor(pair, [asIs, exchanged], [one, other])],
    judged,
  }
}

function valueIn({ verdict }: PreferenceVerdict, order: Order): number {
  if (verdict === 'tie') return tie
  return (verdict === '1') === (order === 'as they are') ? 1 : 0
}

function votesOf(answers: readonly (PreferenceVerdict | null)[], order: Order): readonly number[] {
  return answers.flatMap((answer) => (answer === null ? [] : valueIn(answer, order)))
}

/** Returns the most frequent vote; a tie where two votes are equally frequent, null without votes. */
function leader(votes: readonly number[]): number | null {
  const [first, second] = counted(votes)
  if (first === undefined) return null
  return first[1] === second?.[1] ? tie : first[0]
}

function counted(votes: readonly number[]): readonly (readonly [number, number])[] {
  const counts = new Map<number, number>()
  for (const vote of votes) counts.set(vote, (counts.get(vote) ?? 0) + 1)
  return [...counts].toSorted(([, one], [, other]) => other - one)
}

function isSettled(votes: readonly number[], remaining: number): boolean {
  const [first, second] = counted(votes)
  return (first?.[1] ?? 0) - (second?.[1] ?? 0) > remaining
}

function judgedIn(asked: readonly AskedSamples<PreferenceVerdict>[]): Judged {
  return {
    samples: asked.flatMap(({ samples }) => samples),
    saved: asked.reduce((sum, { saved }) => sum + saved, 0),
    agreement: null,
  }
}

/** Returns the numbers that the summary of all pairs needs, since it is made without reading any texts. */
function partsOf({ cluster }: AnswerPair, [first, second]: Compared['answers']): ScorePart[] {
  return [
    { name: 'case', value: cluster },
    { name: 'length_first', value: first.length },
    { name: 'length_second', value: second.length },
  ]
}

function evidenceFor(
  { first, second }: AnswerPair,
  asked: readonly AskedSamples<PreferenceVerdict>[],
  values: readonly number[],
): Evidence {
  const shown = [
    [first.name, second.name],
    [second.name, first.name],
  ]
  return {
    kind: 'verdicts',
    rows: values.map((value, index) => {
      const reason = asked[index]?.samples.find((sample) => sample.value === value)?.reason
      return {
        subject: shown[index]?.map((name, place) => `${place + 1}. ${name}`).join(', ') ?? '',
        label: value === tie ? 'tie' : value === 1 ? first.name : second.name,
        value,
        ...(reason !== undefined && { reason }),
      }
    }),
  }
}
