import { resolve } from 'node:path'
import { type Run, type RunStore, EvalError, message, stringifyJson } from '../../core/index.ts'
import { atomicWrite } from '../../files/index.ts'
import { mutationScoreOf, type MutationScore } from '../../mutation/mutation-score.ts'
import type { MutantOutcome } from '../../mutation/mutate-results.ts'
import { mutateRun } from '../../workspace/runs/mutate-run.ts'
import { loadMutationReport } from '../../workspace/runs/reports.ts'
import { writeDataset } from '../../compose/datasets.ts'
import { suggestedCases } from '../../mutation/suggested-cases.ts'
import { openBudget } from '../../compose/cost/open-account.ts'
import { flagsOf, runSettings, valuesFromFlags } from '../../settings/index.ts'
import { defineCommand, refuseIdleFlags, shareFrom, storeOption, wholeNumberFrom, type Terminal } from '../command.ts'
import { confirmCalls } from '../confirm-cost.ts'
import { dependenciesOf, storeToRead } from '../dependencies.ts'
import { findNamedRun } from '../find-run.ts'
import { sayLine } from '../print-message.ts'

export const mutate = defineCommand({
  name: 'mutate',
  summary: message('how good the eval set is: plant faults in what passed, and see which its metrics notice'),
  operands: 'RUN [OPTIONS]',
  mostOperands: 1,
  details: [
    message('Each mutant is a transcript that passed with exactly one fault. The agent is not asked.'),
    message(
      'Without --judged no model is asked. With it the judges of the run are, about so many mutants of each operator as the interval takes, and whether what nobody noticed makes a difference at all.',
    ),
    message(
      'A fault is killed when a metric that had passed fails. What differs in blanks alone, unnoticed, is equivalent.',
    ),
    message('Rules of --fail-on: mutation-score<0.8, and mutation-score-low<0.8 for the lower end of its interval.'),
  ],
  examples: [
    'shinsa mutate latest',
    'shinsa mutate latest --only drop-call,answer-negation --json',
    'shinsa mutate latest --fail-on "mutation-score-low<0.8" --suggest criteria.json',
  ],
  options: {
    only: { value: 'IDS', summary: message('only these operators, such as drop-call,argument-number') },
    operators: {
      value: 'FILE',
      summary: message('a module that exports operators of your own, beside those that ship'),
    },
    'per-case': { value: 'N', summary: message('at most so many mutants of an operator in one result (3)') },
    seed: { value: 'N', summary: message('which mutants are drawn where there are more (that of the run)') },
    'fail-on': { value: 'RULES', summary: message('what closes the gate: mutation-score<0.8, mutation-score-low<0.8') },
    judged: { summary: message('also ask judges about a sample of what code cannot tell; this may cost money') },
    judge: { value: 'MODEL', summary: message('who judges, unless it is who judged the run') },
    width: {
      value: 'SHARE',
      summary: message('judged: how far the interval of the score may reach on either side (0.05)'),
    },
    ...flagsOf(runSettings, ['maxCost']),
    yes: { short: 'y', summary: message('do not ask before a run that costs money') },
    suggest: {
      value: 'FILE',
      summary: message('write criteria (.json), or cases (.jsonl), that would notice what is alive'),
    },
    json: { summary: message('the score, each operator and each mutant as JSON') },
    ...storeOption,
  },
  async run(operands, flags, terminal) {
    const rules = (flags['fail-on'] ?? '')
      .split(',')
      .filter((rule) => rule !== '')
      .map(gateRule)
    const { maxCost } = valuesFromFlags(runSettings, flags)
    const budget = maxCost === undefined ? undefined : openBudget(maxCost)
    const dependencies = { ...dependenciesOf(terminal, storeToRead), ...(budget !== undefined && { budget }) }
    const store = dependencies.openStore()
    const run = await findNamedRun(store, operands[0])
    if (flags.judged !== true)
      refuseIdleFlags(flags, ['judge', 'width', 'max-cost'], { beside: 'mutate, without --judged,' })
    const mutated = await mutateRun(run, {
      store,
      dependencies,
      cwd: terminal.cwd,
      operatorsFile: flags.operators,
      only: flags.only?.split(',').map((id) => id.trim()),
      perCase: wholeNumberFrom('per-case', flags['per-case'], { min: 1, max: 1000 }),
      seed: wholeNumberFrom('seed', flags.seed, { min: 0, max: 2 ** 31 }),
      isJudged: flags.judged === true,
      judge: flags.judge,
      signal: terminal.signal,
    })
    const { leftOut, thresholds } = mutated
    const byCode = await Array.fromAsync(mutated.outcomes)
    const mutants =
      flags.judged === true
        ? await mutated.judged(byCode, {
            width: shareFrom('width', flags.width) ?? 0.05,
            beforeRound: (count) =>
              confirmRound(run, count, { yes: flags.yes === true || maxCost !== undefined }, terminal),
          })
        : byCode
    const score = mutationScoreOf(mutants)
    terminal.stdout(
      flags.json === true
        ? `${stringifyJson({ run: run.plan.runId, ...score, leftOut, outcomes: mutants })}\n`
        : await loadMutationReport({ ...score, leftOut, examples: examplesOf(mutants) }, terminal),
    )
    if (flags.suggest !== undefined) {
      const criteria = Object.fromEntries(score.suggestions.map(({ metric }) => [metric, thresholds[metric] ?? 1]))
      const text = flags.suggest.endsWith('.jsonl')
        ? await suggestedLines(run, mutants, store)
        : `${JSON.stringify({ criteria }, undefined, 2)}\n`
      await atomicWrite(resolve(terminal.cwd, flags.suggest), text)
      sayLine(message('{file} is written', { file: flags.suggest }), terminal)
    }
    const closed = rules.filter((rule) => isClosed(rule, score))
    for (const { text } of closed) sayLine(message('the gate is closed: {rule}', { rule: text }), terminal)
    return closed.length > 0 ? 1 : 0
  },
})

/** Estimates a round of judging from the cost of the run's own judging, and asks before it costs anything. */
async function confirmRound(
  { summary }: Run,
  count: number,
  allowed: { readonly yes: boolean },
  terminal: Terminal,
): Promise<void> {
  const { judge } = summary?.cost ?? {}
  const share = count / Math.max(1, summary?.results.total ?? 1)
  const calls = message('Judges are asked about {count} {count|mutant|mutants}', { count })
  const tokens = Math.round(((judge?.inputTokens ?? 0) + (judge?.outputTokens ?? 0)) * share)
  // Each mutant is also judged as good or worse than its original, which costs about as much again.
  const dollars = judge?.dollars === undefined ? undefined : 2 * judge.dollars * share
  await confirmCalls({ calls, tokens, dollars }, allowed, terminal)
}

function examplesOf(mutants: readonly MutantOutcome[]): readonly MutantOutcome[] {
  const alive = Map.groupBy(
    mutants.filter(({ fate }) => fate === 'alive'),
    ({ operator, tool }) => `${operator} ${tool}`,
  )
  return [...alive.values()].flatMap(([first]) => first ?? []).slice(0, 8)
}

type GateRule = { readonly text: string; readonly side: 'value' | 'low'; readonly limit: number }

function gateRule(text: string): GateRule {
  const match = /^\s*mutation-score(-low)?\s*<\s*(0(?:\.\d+)?|1(?:\.0+)?)\s*$/.exec(text)
  if (match === null) {
    throw new EvalError('usage', message('{rule} is no rule for a mutation score', { rule: text }), {
      hint: message('Write mutation-score<0.8, or mutation-score-low<0.8.'),
    })
  }
  return { text: text.trim(), side: match[1] === undefined ? 'value' : 'low', limit: Number(match[2]) }
}

/** A score that could not be measured closes the gate. */
function isClosed({ side, limit }: GateRule, { score }: MutationScore): boolean {
  return score === null || score[side] < limit
}

async function suggestedLines({ plan }: Run, mutants: readonly MutantOutcome[], store: RunStore): Promise<string> {
  const cases = await suggestedCases(mutants, async (mutant) => (await store.record(plan.runId, mutant))?.result)
  return (await writeDataset('case-lines', { id: 'suggested' }, cases)).text
}
