import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { evaluate } from '../evaluate.ts'

const cases = [{ id: 'city', ask: 'Capital of France?', answer: 'Paris' }]
const agent = () => 'Paris'

const exactly = ({ input, output, expected }: Record<'input' | 'output' | 'expected', unknown>) =>
  input === 'Capital of France?' && output === expected ? 1 : 0

const Levenshtein = async ({ output }: { readonly output: string }) => ({
  name: 'Levenshtein',
  score: output.length / 5,
  metadata: { rationale: 'all five' },
})

const trajectory = ({ outputs }: { readonly outputs: readonly { readonly role: string }[] }) => ({
  key: 'trajectory',
  score: outputs.map(({ role }) => role).join(' ') === 'user assistant',
  comment: 'in order',
})

const inner = ({ output }: { readonly output: string }) => ({ key: 'trajectory', score: output === 'Paris' })
const wrapped = Object.defineProperty(inner, 'name', { value: '_wrappedEvaluator' })

const ours = (evalCase: { readonly id: string }, transcript: { readonly invocations: readonly unknown[] }) =>
  evalCase.id === 'city' && transcript.invocations.length === 1

describe('metrics that people have already', () => {
  it('are functions of input, output and expected, by their own names', async () => {
    expect(await scoresOf([exactly])).toEqual({ exactly: 1 })
  })

  it('say a score with metadata, as Evalite and autoevals do, or with a comment, as agentevals does', async () => {
    const evaluation = await played([Levenshtein, { name: 'Order', scorer: trajectory }])
    expect(evaluation.results[0]?.scores.slice(0, 2)).toMatchObject([
      { metric: 'Levenshtein', value: 1, reason: { values: { reason: 'all five' } } },
      { metric: 'Order', value: 1, reason: { values: { reason: 'in order' } } },
    ])
  })

  it('pass from the threshold that stands beside them, and are not evaluated without a score', async () => {
    const half = { name: 'half', scorer: () => 0.5, threshold: 0.5 }
    const none = { name: 'none', scorer: () => ({ score: null }) }
    const { results } = await played([half, none])
    expect(results[0]?.scores.find(({ metric }) => metric === 'half')).toMatchObject({ passed: true })
    expect(results[0]?.scores.find(({ metric }) => metric === 'none')).toMatchObject({ status: 'not-evaluated' })
  })

  it('are functions of case and transcript where they take both', async () => {
    expect(await scoresOf([ours])).toEqual({ ours: 1 })
  })

  it('know what they are handed where they are written in the list, and have no inner names', async () => {
    const { results } = await played([
      ({ output, expected }) => output === expected,
      (evalCase, transcript) => evalCase.id === 'city' && transcript.invocations.length === 1,
      wrapped,
    ])
    expect(results[0]?.scores.slice(0, 3)).toMatchObject([
      { metric: 'scorer_1', value: 1 },
      { metric: 'scorer_2', value: 1 },
      { metric: 'scorer_3', value: 1 },
    ])
  })

  it('may hand back a promise that was made elsewhere', async () => {
    const score = { status: 'scored', metric: 'foreign', value: 1, threshold: 0.5, passed: true } as const
    const promise: Promise<typeof score> = runInNewContext('Promise.resolve(score)', { score })
    expect(await scoresOf([{ name: 'foreign', score: () => promise }])).toEqual({ foreign: 1 })
  })

  it('are told apart from what is none, by place, and a name says how it is written', async () => {
    await expect(played(['levenshtein' as unknown as () => number])).rejects.toMatchObject({
      message: 'metrics[0] is no metric and no scorer: levenshtein',
      hint: { values: { example: "import { rougeL } from 'shinsa/metrics' … metrics: [rougeL()]" } },
    })
  })
})

type Given = NonNullable<Parameters<typeof evaluate>[0]['metrics']>

async function played(metrics: Given) {
  return evaluate({ cases, agent, metrics, store: ':memory:' })
}

async function scoresOf(metrics: Given) {
  const { results } = await played(metrics)
  const { name } = metrics[0] as { readonly name: string }
  return Object.fromEntries(
    (results[0]?.scores ?? []).flatMap((score) =>
      score.metric === name && score.status === 'scored' ? [[score.metric, score.value]] : [],
    ),
  )
}
