import { message, type Evidence, type InvocationScore, type Metric, type ToolCall } from '../../core/index.ts'
import type { ArgumentMatchers } from './argument-matchers.ts'
import { meanOfHeard, pairedCalls, scoreTold, unheardTurn, type PairedCalls } from './paired-calls.ts'
import { pairInvocations, type InvocationPair } from '../shared/pair-invocations.ts'
import { compareArguments, type ArgumentComparison } from './compare-arguments.ts'

type ToolChoiceOptions = { readonly threshold?: number; readonly argumentMatchers?: ArgumentMatchers | undefined }

export const toolChoiceName = 'tool_choice'

/**
 * Scores the share of expected calls that went to the right tool with the right arguments, whatever else was called.
 * The evidence shows the tool that was called in place of each. A turn that expects no call is right when there is
 * none.
 */
export function toolChoice({ threshold = 1, argumentMatchers }: ToolChoiceOptions = {}): Metric {
  const name = toolChoiceName
  const comparison = compareArguments(argumentMatchers === undefined ? {} : { argumentMatchers })
  return {
    name,
    score(evalCase, transcript) {
      const pairs = pairInvocations(evalCase, transcript, {})
      if (pairs === undefined || pairs.every(({ expected }) => expected?.steps === undefined)) {
        return { status: 'not-evaluated', metric: name, reason: message('The case says nothing about tools') }
      }
      const scores = pairs.map((pair) => scoreTurn(pair, threshold, comparison))
      return meanOfHeard(name, { threshold, pairs }, scores, { emptyReason: message('The case has no turns') })
    },
  }
}

function scoreTurn(pair: InvocationPair, threshold: number, comparison: ArgumentComparison): InvocationScore {
  if (pair.expected?.steps === undefined)
    return { status: 'not-evaluated', reason: message('The turn says nothing about tools') }
  const calls = pairedCalls(pair)
  if (calls === undefined) return unheardTurn
  return scoreTold(calls, comparison, (own) => scoreCalls(calls, pair, { threshold, comparison: own }))
}

function scoreCalls(
  calls: PairedCalls,
  pair: InvocationPair,
  { threshold, comparison }: { readonly threshold: number; readonly comparison: ArgumentComparison },
): InvocationScore {
  const choices = choicesOf(calls.expected, calls.actual)
  const rated = choices.map((choice) => ({ ...choice, isRight: isRight(choice, comparison) }))
  const wanted = rated.filter((choice) => choice.expected !== undefined)
  const right = wanted.filter((choice) => choice.isRight).length
  const value = wanted.length === 0 ? (rated.length === 0 ? 1 : 0) : right / wanted.length
  const rightTools = wanted.filter((choice) => choice.expected?.name === choice.actual?.name).length
  const wrong = rated.find((choice) => !choice.isRight)
  return {
    status: 'scored',
    value,
    passed: value >= threshold,
    ...(pair.actual === undefined && { missing: true }),
    ...(wrong !== undefined && { reason: whyWrong(wrong) }),
    parts: [{ name: 'right tool', value: wanted.length === 0 ? null : rightTools / wanted.length }],
    evidence: rated.map(evidenceOf),
  }
}

type ToolChoice = { readonly expected?: ToolCall | undefined; readonly actual?: ToolCall | undefined }

function choicesOf(expected: readonly ToolCall[], actual: readonly ToolCall[]): readonly ToolChoice[] {
  const open = [...actual]
  const found = expected.map((call) => {
    const same = open.findIndex(({ name }) => name === call.name)
    return { expected: call, actual: same === -1 ? undefined : open.splice(same, 1)[0] }
  })
  const filled = found.map((choice) => (choice.actual === undefined ? { ...choice, actual: open.shift() } : choice))
  return [...filled, ...open.map((call) => ({ actual: call }))]
}

function isRight({ expected, actual }: ToolChoice, comparison: ArgumentComparison): boolean {
  if (expected === undefined || actual === undefined || expected.name !== actual.name) return false
  return comparison.differences(expected, actual).length === 0
}

function whyWrong({ expected, actual }: ToolChoice) {
  const values = { expected: expected?.name ?? '', actual: actual?.name ?? '' }
  if (expected === undefined) return message('{actual} was called, which nobody expected', values)
  if (actual === undefined) return message('{expected} was not called', values)
  if (expected.name !== actual.name) return message('{actual} was called in place of {expected}', values)
  return message('{expected} was called with other arguments', values)
}

/** An empty name means that there was no call. */
function evidenceOf({ expected, actual, isRight: right }: ToolChoice & { readonly isRight: boolean }): Evidence {
  return { kind: 'classification', expected: expected?.name ?? '', actual: actual?.name ?? '', details: { right } }
}
