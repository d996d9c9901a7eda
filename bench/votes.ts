import { type EvalCase, type Invocation, type Judge, type Score, type Transcript, judgedOf } from '../src/core/index.ts'
import { scriptedJudge } from '../src/judges/index.ts'
import { finalResponseMatch } from '../src/metrics/index.ts'
import { createRandom } from '../src/statistics/index.ts'

const items = 5000
const samples = 5

/** What stopping early saves: the same votes once counted to the end and once only until the outcome is settled. */
export async function run(): Promise<void> {
  console.log(`${items} items, ${samples} samples each; the verdicts are compared item by item`)
  for (const chance of [0.8, 0.9, 0.947, 0.95, 1]) {
    const votes = drawVotes(chance)
    let asked = 0
    let different = 0
    for (const vote of votes) {
      const score = await judged(
        scriptedJudge((_question, index) => ({ value: { reason: 'vote', verdict: vote[index] } })),
      )
      asked += judgedOf(score).reduce((sum, { samples: given }) => sum + given.length, 0)
      const majority = vote.filter((verdict) => verdict === 'valid').length > samples / 2
      if ((score.status === 'scored' && score.passed) !== majority) different += 1
    }
    const saved = 1 - asked / (items * samples)
    const pairs = chance ** 2 + (1 - chance) ** 2
    console.log(
      `chance of the majority's verdict ${chance.toFixed(3)} (two samples agree in ${(100 * pairs).toFixed(0)} %): ` +
        `${(100 * saved).toFixed(1)} % of the calls saved, ${different} different verdicts`,
    )
  }
  console.log(
    '(aim: at least 35 % at 0.9 agreement; with 5 samples and exact verdicts 0.9 a vote gives 33.6 % at best)',
  )
}

type Verdict = 'valid' | 'invalid'

function drawVotes(chance: number): readonly (readonly Verdict[])[] {
  const random = createRandom(9)
  return Array.from({ length: items }, () => {
    const right: Verdict = random() < 0.5 ? 'valid' : 'invalid'
    const wrong: Verdict = right === 'valid' ? 'invalid' : 'valid'
    return Array.from({ length: samples }, () => (random() < chance ? right : wrong))
  })
}

async function judged(judge: Judge): Promise<Score> {
  return finalResponseMatch({ judge, samples }).score(evalCase, transcript, {})
}

const turn: Invocation = {
  userContent: { parts: [{ text: 'Where is my order?' }] },
  finalResponse: { parts: [{ text: 'It was sent on Monday.' }] },
}
const evalCase: EvalCase = { id: 'votes', conversation: [turn] }
const transcript: Transcript = { invocations: [turn] }
