import { z } from 'zod'
import {
  type EvidencePiece,
  type InstructionLanguage,
  type Judge,
  type Question,
  type Scenario,
  EvalError,
  message,
} from '../../../core/index.ts'
import { scenarioId } from '../adk-scenarios.ts'
import { generationText } from './generation-text.ts'

export type GenerationWish = {
  readonly count: number
  /** What the people want who ask for them. */
  readonly instruction?: string | undefined
  /** The data behind the agent's tools. */
  readonly context?: string | undefined
  /** Texts about the agent: its instructions, its source. */
  readonly about?: readonly EvidencePiece[]
  readonly existing: readonly Scenario[]
  readonly language: InstructionLanguage
}

type Round = { readonly scenarios: readonly Scenario[]; readonly cost: number | undefined }

const perRound = 10

/** How many questions a wish takes as a rule, and what they show, for the estimate. */
export function generationRounds(wish: GenerationWish) {
  const calls = Math.ceil(wish.count / perRound)
  const { instruction, evidence } = questionFor(wish, wish.existing, Math.min(wish.count, perRound))
  const shown = instruction.text.length + evidence.reduce((sum, { text }) => sum + text.length, 0)
  return { calls, characters: calls * shown }
}

/**
 * Asks a model for scenarios, ten at a time, and hands out what is new of each reply. It ends when there are enough, or when a
 * reply brings nothing new.
 *
 * @throws {EvalError} `judge` for a reply that nobody can read
 */
export async function* generateScenarios(
  wish: GenerationWish,
  model: Judge,
  signal: AbortSignal,
): AsyncGenerator<Round> {
  const known = new Map(wish.existing.map((scenario) => [scenarioId(scenario), scenario]))
  for (let missing = wish.count; missing > 0;) {
    const answer = await model.ask(questionFor(wish, [...known.values()], Math.min(missing, perRound)), signal)
    if (answer.status !== 'answered') {
      throw new EvalError('judge', message('{model} made no scenarios', { model: model.id }), {
        hint: answer.reason,
      })
    }
    const scenarios: Scenario[] = []
    for (const { starting_prompt: startingPrompt, conversation_plan: plan } of answer.value.scenarios) {
      const scenario = { startingPrompt: startingPrompt.trim(), plan: plan.trim() }
      const id = scenarioId(scenario)
      if (scenario.startingPrompt === '' || scenario.plan === '' || known.has(id) || scenarios.length === missing) {
        continue
      }
      known.set(id, scenario)
      scenarios.push(scenario)
    }
    yield { scenarios, cost: answer.reply.cost }
    if (scenarios.length === 0) return
    missing -= scenarios.length
  }
}

const Made = z.object({
  scenarios: z.array(z.object({ starting_prompt: z.string(), conversation_plan: z.string() })),
})

function questionFor(
  { instruction, context, about = [], language }: GenerationWish,
  known: readonly Scenario[],
  count: number,
): Question<z.infer<typeof Made>> {
  const words = generationText[language]
  const wanted = language === 'ja' ? `シナリオを ${count} 件書いてください。` : `Write ${count} scenarios.`
  const asked = language === 'ja' ? '次の依頼に従ってください: ' : 'This is what is asked for: '
  const existing = known.map(({ startingPrompt, plan }) => `${startingPrompt} → ${plan}`).join('\n')
  return {
    task: generationText.id,
    subject: undefined,
    instruction: {
      id: generationText.id,
      version: generationText.version,
      text: [words, wanted, ...(instruction === undefined ? [] : [`${asked}${instruction}`])].join('\n\n'),
    },
    evidence: [
      ...about.map(({ label, text }) => ({ label: `agent: ${label}`, text, authored: true })),
      ...(context === undefined ? [] : [{ label: 'environment', text: context, authored: true }]),
      ...(existing === '' ? [] : [{ label: 'existing', text: existing, authored: true }]),
    ],
    answer: Made,
    language,
    sample: 0,
  }
}
