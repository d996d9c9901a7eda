import {
  type InstructionLanguage,
  type EvidencePiece,
  type Judge,
  type Question,
  type Scenario,
  EvalError,
  message,
} from '../../../core/index.ts'
import { z } from 'zod'
import { scenarioId } from '../adk-scenarios.ts'

export type GenerationWish = {
  readonly count: number
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

/** Returns the usual number of questions to the model and the characters in them, to estimate the cost. */
export function generationRounds(wish: GenerationWish) {
  const calls = Math.ceil(wish.count / perRound)
  const { instruction, evidence } = questionFor(wish, wish.existing, Math.min(wish.count, perRound))
  const shown = instruction.text.length + evidence.reduce((sum, { text }) => sum + text.length, 0)
  return { calls, characters: calls * shown }
}

/**
 * Asks a model for scenarios, ten at a time, and yields the new ones of each reply. It ends when there are enough, or
 * when a reply brings nothing new.
 *
 * @throws {EvalError} `judge` for a reply that cannot be read
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

const generationText: { readonly id: string; readonly version: number } & Record<InstructionLanguage, string> = {
  id: 'generate-scenarios',
  version: 1,
  en: `You write test scenarios for an AI agent. In each of them a simulated user talks with the agent: it begins with \`starting_prompt\` word by word, and then plays after \`conversation_plan\` until its goals are reached.

\`starting_prompt\` is the first message, as a real user would type it: natural, without telling everything at once.
\`conversation_plan\` says in a few sentences to the one who plays the user what it wants, in which order, which details it gives when it is asked, and when it is content. It says nothing of how the agent works inside.

The material may show what the agent is (\`agent\`), the data behind its tools (\`environment\`) and scenarios that there are already (\`existing\`). Names, ids, dates and amounts come from that data where there is some, and are never made up against it. Make the scenarios differ in goal, difficulty, tone and in what goes wrong: ordinary wishes, several wishes in one conversation, changes of mind, details that are missing or do not exist, things that the agent must not do. None repeats one that is there already.

Write in the language of the material and of what is asked for.`,
  ja: `AI エージェントを試すためのシナリオを書いてください。各シナリオでは模擬ユーザーがエージェントと話します。最初の発言は \`starting_prompt\` をそのまま使い、その後は目的を達するまで \`conversation_plan\` に沿って会話します。

\`starting_prompt\` は、実際のユーザーが入力するような自然な最初の発言です。一度にすべてを伝えません。
\`conversation_plan\` は、ユーザー役に向けて、何をどの順で望み、尋ねられたらどの詳細を伝え、いつ満足するのかを数文で示します。エージェントの内部の仕組みには触れません。

資料には、エージェントの説明（\`agent\`）、ツールの背後にあるデータ（\`environment\`）、既にあるシナリオ（\`existing\`）が含まれることがあります。データがある場合、名前・ID・日付・数量はそこから取り、矛盾するものを作らないでください。目的、難しさ、口調、起こる問題がそれぞれ異なるシナリオにします。普通の要望、一つの会話での複数の要望、途中での心変わり、欠けた情報や存在しないもの、エージェントがしてはならないことなどです。既にあるものを繰り返さないでください。

資料と依頼の言語で書いてください。`,
}
