import { resolve } from 'node:path'
import { type Run, EvalError, message, stringifyJson } from '../../core/index.ts'
import { atomicWrite } from '../../files/index.ts'
import { translate } from '../../i18n/index.ts'
import { mutationScoreOf, type MutationScore } from '../../mutation/mutation-score.ts'
import type { MutantOutcome } from '../../mutation/mutate-results.ts'
import { mutateRun } from '../../workspace/runs/mutate-run.ts'
import { loadMutationReport } from '../../workspace/runs/reports.ts'
import { defineCommand, storeOption, wholeNumberFrom, type Terminal } from '../command.ts'
import { dependenciesOf } from '../dependencies.ts'
import { findNamedRun } from '../find-run.ts'

export const mutate = defineCommand({
  name: 'mutate',
  summary: message('how good the eval set is: plant faults in what passed, and see which its metrics notice'),
  operands: 'RUN [OPTIONS]',
  mostOperands: 1,
  details: [
    message('Each mutant is a transcript that passed with exactly one fault. The agent is not asked, and no model.'),
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
    suggest: { value: 'FILE', summary: message('write criteria that would notice what is alive') },
    json: { summary: message('the score, each operator and each mutant as JSON') },
    ...storeOption,
  },
  async run(operands, flags, terminal) {
    const rules = (flags['fail-on'] ?? '')
      .split(',')
      .filter((rule) => rule !== '')
      .map(gateRule)
    const dependencies = dependenciesOf(terminal)
    const store = dependencies.openStore()
    try {
      const run = await findNamedRun(store, operands[0])
      const { outcomes, leftOut, thresholds } = await mutateRun(run, {
        store,
        dependencies,
        cwd: terminal.cwd,
        operatorsFile: flags.operators,
        only: flags.only?.split(',').map((id) => id.trim()),
        perCase: wholeNumberFrom('per-case', flags['per-case'], { min: 1, max: 1000 }),
        seed: wholeNumberFrom('seed', flags.seed, { min: 0, max: 2 ** 31 }),
        signal: terminal.signal,
      })
      const mutants = await Array.fromAsync(outcomes)
      const score = mutationScoreOf(mutants)
      await print(run, { score, mutants, leftOut, json: flags.json === true }, terminal)
      if (flags.suggest !== undefined) await writeSuggestions(flags.suggest, { score, thresholds }, terminal)
      const closed = rules.filter((rule) => isClosed(rule, score))
      for (const { text } of closed)
        terminal.stderr(`${translate(message('the gate is closed: {rule}', { rule: text }), terminal.language)}\n`)
      return closed.length > 0 ? 1 : 0
    } finally {
      await store.close()
    }
  },
})

type MutateOutput = {
  readonly score: MutationScore
  readonly mutants: readonly MutantOutcome[]
  readonly leftOut: readonly string[]
  readonly json: boolean
}

async function print(
  { plan }: Run,
  { score, mutants, leftOut, json }: MutateOutput,
  terminal: Terminal,
): Promise<void> {
  if (json) {
    terminal.stdout(`${stringifyJson({ run: plan.runId, ...score, leftOut, outcomes: mutants })}\n`)
    return
  }
  const alive = Map.groupBy(
    mutants.filter(({ fate }) => fate === 'alive'),
    ({ operator, tool }) => `${operator} ${tool}`,
  )
  const examples = [...alive.values()].flatMap(([first]) => first ?? []).slice(0, 8)
  const { language, color, columns } = terminal
  terminal.stdout(await loadMutationReport({ ...score, leftOut, examples }, { language, color, columns }))
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

/** What could not be measured closes the gate. */
function isClosed({ side, limit }: GateRule, { score }: MutationScore): boolean {
  return score === null || score[side] < limit
}

async function writeSuggestions(
  named: string,
  { score, thresholds }: { readonly score: MutationScore; readonly thresholds: Readonly<Record<string, number>> },
  terminal: Terminal,
): Promise<void> {
  const file = resolve(terminal.cwd, named)
  const criteria = Object.fromEntries(score.suggestions.map(({ metric }) => [metric, thresholds[metric] ?? 1]))
  await atomicWrite(file, `${JSON.stringify({ criteria }, undefined, 2)}\n`)
  terminal.stderr(`${translate(message('{file} is written', { file: named }), terminal.language)}\n`)
}
