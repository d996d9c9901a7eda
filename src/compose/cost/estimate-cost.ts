import { type AskedPanel, type Invocation, type ModelRole, textOf, expectedCallsOf } from '../../core/index.ts'
import { canaryRate } from '../judging/canary-tracker.ts'
import type { JudgeUse } from '../judging/choose-judge.ts'
import type { UserUse } from '../targets/choose-user.ts'
import type { PreparedRun } from '../prepared-run.ts'

export type CostEstimate = {
  readonly role: ModelRole
  readonly models: readonly string[]
  /** The usual number, when every call gets a readable reply. */
  readonly calls: number
  /** Upper limit including all retries; absent where it is unknown. Not part of tokens and dollars. */
  readonly most?: number
  readonly tokens: number
  /** US dollars; undefined when the price of one of the models is unknown. */
  readonly dollars: number | undefined
}

// Measured on our own instructions. The estimate gives an order of magnitude; the report has the real usage.
const asking = { instructionTokens: 600, replyTokens: 150 }
const playing = { instructionTokens: 700, replyTokens: 50, exchangeTokens: 100 }
const simulating = { instructionTokens: 500, replyTokens: 150, callsPerTurn: 2 }
// Passages of documents are included; about every other answer takes a tool call first.
const answering = { instructionTokens: 1500, passageTokens: 3000, replyTokens: 400, callsPerTurn: 1.5 }
// Typical passages and answers about the shipped runbooks, and a reply about six aspects.
const paneling = { passages: 3, passageCharacters: 450, answerCharacters: 700, replyTokensOfSix: 320 }
const charactersPerToken = 4
// With this estimate the panel's Japanese prompt has 862 tokens; OpenAI's tokenizer o200k counts 893.
const tokensPerWideCharacter = 1
// Unwritten texts are estimated as long as the reference, or as this.
const unwrittenCharacters = 200

/**
 * Estimates a run's calls of models: every turn of a built-in agent, every sample of every turn, every turn of a
 * simulated user, without cache or early stops. Empty when no model with costs is used.
 */
export async function estimateCost(prepared: PreparedRun): Promise<readonly CostEstimate[]> {
  const { agents, judges, users, environment } = askedBy(prepared)
  if (agents.length + judges.length + users.length + environment.length === 0) return []
  const size = await sizeOf(prepared)
  const watched = prepared.canaries !== undefined
  const judging = await Promise.all(
    judges.map((use) =>
      use.panel === undefined ? judgeCalls(use, size, watched) : panelCalls(use, use.panel, prepared, watched),
    ),
  )
  const roles = [
    { role: 'agent', asked: agents.map((model) => agentCalls(model, size)) },
    { role: 'judge', asked: judging, most: await mostJudgeCalls(judges, size, prepared) },
    { role: 'user', asked: users.map((use) => userCalls(use, size)), most: await mostUserCalls(users, size) },
    { role: 'environment', asked: environment.map((model) => environmentCalls(model, size)) },
  ] as const
  const estimates = roles.map(async ({ asked, ...role }) => ({ ...role, ...(await totalOf(asked)) }))
  return (await Promise.all(estimates)).filter(({ calls }) => calls > 0)
}

/**
 * Counts every sample of every question about every turn. An unreadable reply is requested once more, and each call is
 * retried while the judge is overloaded. A question may be preceded by a canary, and be repeated without passages that
 * address the judge.
 */
async function mostJudgeCalls(
  judges: readonly JudgeUse[],
  { turns, openTurns }: Size,
  { judgePatienceMs, secondLook, canaries }: PreparedRun,
): Promise<number | undefined> {
  if (openTurns || judges.some(({ questions }) => questions !== undefined && questions.most === undefined))
    return undefined
  const { mostAttempts } = await import('../../models/index.ts')
  const looks = secondLook ? 2 : 1
  const perQuestion =
    repliesPerQuestion * mostAttempts({ patienceMs: judgePatienceMs }) * looks * (canaries === undefined ? 1 : 2)
  return sum(
    judges.map(({ samples, questions, decoys }) => {
      const asked = samples * (questions?.most ?? 1) + (decoys === 'own call' ? 1 : 0)
      return turns * asked * perQuestion
    }),
  )
}

const repliesPerQuestion = 2

async function mostUserCalls(users: readonly UserUse[], { repeat }: Size): Promise<number | undefined> {
  if (!users.every(({ limited }) => limited)) return undefined
  const { mostAttempts } = await import('../../models/index.ts')
  return sum(users.map(({ cases, turns }) => cases * repeat * Math.max(0, turns - 1) * mostAttempts()))
}

/** Returns the models without a known price, which no spending limit can control. */
export async function unpricedModels(prepared: PreparedRun): Promise<readonly string[]> {
  const { agents, judges, users, environment } = askedBy(prepared)
  const models = [...agents, ...judges.map(({ judge }) => judge.id), ...users.map(({ model }) => model), ...environment]
  if (models.length === 0) return []
  const { costOf } = await import('../../models/index.ts')
  return [...new Set(models)].filter((model) => costOf(model, { inputTokens: 0, outputTokens: 0 }) === undefined)
}

function askedBy({ judgeUses, userUse, target }: PreparedRun) {
  return {
    agents: target.agentModels ?? [],
    judges: judgeUses.filter(({ judge }) => !(judge.id === 'embedded')),
    users: userUse === undefined || target.recorded === true ? [] : [userUse],
    environment: target.environmentModels ?? [],
  }
}

type Size = {
  readonly turns: number
  readonly characters: number
  readonly toolCalls: number
  readonly repeat: number
  readonly openTurns: boolean
}
type Calls = {
  readonly model: string
  readonly calls: number
  readonly inputTokens: number
  readonly outputTokens: number
}

async function sizeOf({ cases, plan: { repeat }, userUse, target }: PreparedRun): Promise<Size> {
  const recorded = await target.recordedTurns?.()
  let turns = 0
  let scenarios = 0
  let characters = 0
  let toolCalls = 0
  for await (const { conversation } of cases()) {
    if (conversation === undefined) scenarios += 1
    for (const turn of conversation ?? Array.from({ length: userUse?.turns ?? 1 }, () => undefined)) {
      turns += 1
      characters += lengthOf(turn)
      toolCalls += turn?.steps === undefined ? simulating.callsPerTurn : expectedCallsOf(turn).length
    }
  }
  const played = Math.max(turns, recorded ?? 0)
  const isLimited = target.recorded === true ? recorded !== undefined : scenarios === 0 || userUse?.limited === true
  return {
    turns: played * repeat,
    characters: characters * repeat,
    toolCalls: toolCalls * repeat,
    repeat,
    openTurns: !isLimited,
  }
}

function lengthOf(turn: Invocation | undefined): number {
  const question = textOf(turn?.userContent)?.length ?? unwrittenCharacters
  return question + 2 * (textOf(turn?.finalResponse)?.length ?? unwrittenCharacters)
}

function agentCalls(model: string, { turns, characters }: Size): Calls {
  const calls = Math.ceil(turns * answering.callsPerTurn)
  return {
    model,
    calls,
    inputTokens: calls * (answering.instructionTokens + answering.passageTokens) + characters / charactersPerToken,
    outputTokens: calls * answering.replyTokens,
  }
}

function judgeCalls(
  { judge, samples, questions, decoys }: JudgeUse,
  { turns, characters }: Size,
  watched: boolean,
): Calls {
  // With several votes, a decoy replaces a vote that is not needed.
  const decoyCalls = decoys === 'own call' && samples === 1 ? turns : 0
  const asked = turns * samples * (questions?.typical ?? 1) + decoyCalls
  const calls = watched ? asked + 1 + Math.ceil(asked * canaryRate) : asked
  return {
    model: judge.id,
    calls,
    inputTokens: calls * asking.instructionTokens + (characters / charactersPerToken) * samples,
    // Every answer comes with one about its decoy.
    outputTokens: calls * asking.replyTokens * (decoys === 'along' ? 2 : 1),
  }
}

/** A panel's questions have its own instructions, and passages and an answer of typical length. */
async function panelCalls(
  { judge, samples }: JudgeUse,
  { aspects, question }: AskedPanel,
  { cases, plan: { repeat }, userUse }: PreparedRun,
  watched: boolean,
): Promise<Calls> {
  const { judgePrompt } = await import('../../judges/judge-prompt.ts')
  let asked = 0
  let inputTokens = 0
  for await (const evalCase of cases()) {
    for (const turn of evalCase.conversation ?? Array.from({ length: userUse?.turns ?? 1 }, () => undefined)) {
      asked += 1
      const { system, user } = judgePrompt(question(unwrittenAnswer(turn), evalCase), '0123456789abcdef')
      inputTokens += tokensOf(system) + tokensOf(user)
    }
  }
  const calls = watched ? asked + 1 + Math.ceil(asked * canaryRate) : asked
  return {
    model: judge.id,
    calls: calls * repeat * samples,
    inputTokens: inputTokens * (calls / Math.max(1, asked)) * repeat * samples,
    outputTokens: calls * ((paneling.replyTokensOfSix * aspects) / 6) * repeat * samples,
  }
}

function unwrittenAnswer(turn: Invocation | undefined): Invocation {
  const userContent = turn?.userContent ?? {}
  const letter = wideLetters.test(textOf(userContent) ?? '') ? '字' : 'a'
  const citations = Array.from({ length: paneling.passages }, (_, index) => ({
    id: String(index),
    text: letter.repeat(paneling.passageCharacters),
  }))
  return { userContent, citations, finalResponse: { parts: [{ text: letter.repeat(paneling.answerCharacters) }] } }
}

const wideLetters = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

function tokensOf(text: string): number {
  const wide = text.match(new RegExp(wideLetters, 'gu'))?.length ?? 0
  return wide * tokensPerWideCharacter + (text.length - wide) / charactersPerToken
}

/** The first message is given; each later one is a call with all exchanges before it. */
function userCalls({ model, cases, turns }: UserUse, { repeat }: Size): Calls {
  const each = Math.max(0, turns - 1)
  const exchanges = (each * (each + 1)) / 2
  return {
    model,
    calls: cases * repeat * each,
    inputTokens: cases * repeat * (each * playing.instructionTokens + exchanges * playing.exchangeTokens),
    outputTokens: cases * repeat * each * playing.replyTokens,
  }
}

function environmentCalls(model: string, { toolCalls }: Size): Calls {
  // One more call describes how the tools are connected.
  const calls = toolCalls + 1
  return {
    model,
    calls,
    inputTokens: calls * simulating.instructionTokens,
    outputTokens: calls * simulating.replyTokens,
  }
}

async function totalOf(asked: readonly Calls[]): Promise<Omit<CostEstimate, 'role' | 'most'>> {
  const { costOf } = await import('../../models/index.ts')
  const prices = asked.map(({ model, calls, inputTokens, outputTokens }) => {
    if (calls === 0) return 0
    // Prices apply per call and may be higher for long calls.
    const dollars = costOf(model, { inputTokens: inputTokens / calls, outputTokens: outputTokens / calls })
    return dollars === undefined ? undefined : dollars * calls
  })
  const known = prices.flatMap((dollars) => dollars ?? [])
  return {
    models: [...new Set(asked.map(({ model }) => model))],
    calls: sum(asked.map(({ calls }) => calls)),
    tokens: Math.round(sum(asked.map(({ inputTokens, outputTokens }) => inputTokens + outputTokens))),
    dollars: known.length < prices.length ? undefined : sum(known),
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
