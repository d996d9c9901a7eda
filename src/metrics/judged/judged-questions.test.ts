import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { writtenJudge } from '../../../test/conformance/written-judge.ts'
import type { EvalCase, Invocation, Metric } from '../../core/index.ts'
import { defineRubric } from './rubrics/define-rubric.ts'
import { finalResponseMatch } from './final-response-match.ts'
import { hallucinations } from './groundedness/hallucinations.ts'
import type { JudgedOptions } from './judged-case.ts'
import { keyPoints } from './key-points.ts'
import { taskSuccess, toolUseQuality, trajectoryQuality } from './rubrics/conversation-rubrics.ts'
import { responseEvaluation } from './quality-score.ts'
import { rubricFinalResponseQuality, rubricToolUseQuality, rubricTrajectoryQuality } from './rubrics/rubric-quality.ts'
import { safety } from './safety.ts'
import { userSimulatorQuality } from './user-simulator-quality.ts'

const rubrics = [{ id: 'r', property: 'Is short.' }]
const criteria = [{ id: 'c', text: 'Is short.' }]

const makers: readonly [string, (options: JudgedOptions) => Metric][] = [
  ['final response match', finalResponseMatch],
  ['rubrics on answers', (options) => rubricFinalResponseQuality({ ...options, rubrics })],
  ['rubrics on tool use', (options) => rubricToolUseQuality({ ...options, rubrics })],
  ['rubrics on conversations', (options) => rubricTrajectoryQuality({ ...options, rubrics })],
  ['hallucinations', hallucinations],
  ['safety', safety],
  ['coherence', responseEvaluation],
  ['task success', taskSuccess],
  ['trajectory quality', trajectoryQuality],
  ['tool use quality', toolUseQuality],
  ['simulated users', userSimulatorQuality],
  ['key points', (options) => keyPoints({ ...options, points: ['p'] })],
  ["a rubric of one's own", (options) => defineRubric({ name: 'own', criteria, ...options })],
  ["marks of one's own", (options) => defineRubric({ name: 'own', criteria, scale: 5, ...options })],
]

const turn: Invocation = {
  userContent: { parts: [{ text: 'Where?' }] },
  finalResponse: { parts: [{ text: 'In Paris.' }] },
  steps: { form: 'lists', toolCalls: [], toolResponses: [], responses: [] },
}
const evalCase: EvalCase = { id: 'c', conversation: [turn], scenario: { startingPrompt: 'Where?', plan: 'Ask.' } }

describe('every question to a judge', () => {
  it.each(makers)('asks for reasons before verdicts, and for all fields: %s', async (_name, make) => {
    const { answer } = await firstQuestion(make, {})
    const objects = objectsIn(z.toJSONSchema(answer))
    const fields = objects.map(({ properties }) => Object.keys(properties))
    expect(fields.some((names) => names.includes('reason'))).toBe(true)
    for (const names of fields.filter((each) => each.includes('reason'))) {
      expect(names.indexOf('reason')).toBeLessThan(
        names.findIndex((name) => /verdict|label|score|categories|fulfilled/.test(name)),
      )
    }
    expect(objects.map(({ required }) => required)).toEqual(fields)
  })

  it.each(makers)('is put in Japanese on request: %s', async (_name, make) => {
    const question = await firstQuestion(make, { language: 'ja' })
    expect(question.language).toBe('ja')
    expect(question.instruction.text).toMatch(/[ぁ-ん]/)
  })

  it.each(makers)('shows what the instruction speaks of by its labels: %s', async (_name, make) => {
    const { instruction, evidence } = await firstQuestion(make, {})
    const mentioned = new Set(instruction.text.match(/(?<=`)\w+(?=`)/g))
    expect(evidence.filter(({ label }) => !mentioned.has(label))).toEqual([])
  })
})

async function firstQuestion(make: (options: JudgedOptions) => Metric, options: Partial<JudgedOptions>) {
  const judge = writtenJudge(() => 'nothing')
  await make({ judge, samples: 1, ...options }).score(evalCase, { invocations: [turn] }, {})
  const [question] = judge.asked
  if (question === undefined) throw new Error('it asked nothing')
  return question
}

type ObjectSchema = { readonly properties: object; readonly required: unknown }

function objectsIn(schema: unknown): readonly ObjectSchema[] {
  if (typeof schema !== 'object' || schema === null) return []
  const here = 'properties' in schema && 'required' in schema ? [schema as ObjectSchema] : []
  return [...here, ...Object.values(schema).flatMap(objectsIn)]
}
