import { prepareRun } from '../../compose/prepare-run.ts'
import type { PreparedRun } from '../../compose/prepared-run.ts'
import type { Run, RunStore, Verdict } from '../../core/index.ts'
import { EvalError, message } from '../../core/index.ts'
import { translate } from '../../i18n/index.ts'
import { flagsOf, oneOf, readFlag, runSettings, valuesFromFlags } from '../../settings/index.ts'
import { RunRequest } from '../../settings/run-request.ts'
import { defineCommand } from '../command.ts'
import type { Terminal } from '../command.ts'
import { confirmCost } from '../confirm-cost.ts'
import { dependenciesOf, storeOf } from '../dependencies.ts'
import { executeRuns } from '../execute-runs.ts'
import { findRun } from '../find-run.ts'
import { outputsFrom, outputOptions, takesStandardOutput } from '../output.ts'
import { printAgents } from '../print-agents.ts'

const verdicts = ['failed', 'error', 'not-evaluated', 'passed'] as const satisfies readonly Verdict[]
const changeable = [
  'target',
  'name',
  'repeat',
  'concurrency',
  'timeoutMs',
  'judge',
  'failOn',
  'cache',
  'maxCost',
  'github',
] as const

export const rerun = defineCommand({
  name: 'rerun',
  summary: message('play cases of a run again, as a new run beside the old one'),
  operands: 'RUN [OPTIONS]',
  mostOperands: 1,
  details: [message('RUN is an id, its beginning, or `latest`. What is not said here is as it was then.')],
  examples: [
    'shinsa rerun latest',
    'shinsa rerun latest --only error,not-evaluated',
    'shinsa rerun main --target ./new.ts',
  ],
  options: {
    only: {
      value: 'VERDICTS',
      summary: message('cases that came out as one of these in a repeat (failed,error,not-evaluated)'),
    },
    ...flagsOf(runSettings, changeable),
    yes: { short: 'y', summary: message('do not ask before a run that costs money') },
    ...outputOptions,
  },
  async run(operands, flags, terminal) {
    const outputs = outputsFrom(flags)
    const only = (flags.only?.split(',') ?? verdicts.slice(0, 3)).map((word) =>
      readFlag('only', word.trim(), oneOf(verdicts)),
    )
    const dependencies = dependenciesOf(terminal)
    const store = dependencies.openStore()
    const before = await findRun(store, operands[0])
    const selected = await casesOf(before, { only, store })
    if (selected.length === 0) {
      await store.close()
      const sentence = message('no case of the run came out as {verdicts}', { verdicts: only.join(', ') })
      const write = takesStandardOutput(outputs) ? terminal.stderr : terminal.stdout
      write(`${translate(sentence, terminal.language)}\n`)
      return 0
    }
    const prepared = await prepareRun(
      { ...originOf(before), ...valuesFromFlags(runSettings, flags), selected },
      dependencies,
    )
    printAgents([prepared], terminal)
    await confirmCost([prepared], { yes: flags.yes === true, limited: prepared.budget !== undefined }, terminal)
    const exitCode = await executeRuns([prepared], { resumed: false, outputs, terminal, store })
    if (outputs.some(({ format, file }) => format === 'terminal' && file === undefined))
      await sayWhatPasses(before, prepared, terminal)
    return exitCode
  },
})

async function casesOf(
  { plan }: Run,
  { only, store }: { readonly only: readonly Verdict[]; readonly store: RunStore },
): Promise<readonly string[]> {
  const ids = new Set<string>()
  for await (const { caseId, verdict } of store.scoredCases(plan.runId)) if (only.includes(verdict)) ids.add(caseId)
  return [...ids]
}

/**
 * What was asked for then; which cases were meant is said anew.
 *
 * @throws {EvalError} `usage` for runs that no request began
 */
function originOf({ plan }: Run): RunRequest {
  const origin = RunRequest.safeParse(plan.origin)
  if (!origin.success) {
    throw new EvalError('usage', message('run {run} does not say how it was begun', { run: plan.runId }), {
      hint: message('Begin a new one with `shinsa run`.'),
    })
  }
  return {
    ...origin.data,
    name: undefined,
    filter: undefined,
    tag: undefined,
    first: undefined,
    sample: undefined,
    chosenByOutcome: true,
    stopEarly: false,
  }
}

/** How many come out better now, and why that alone proves nothing. */
async function sayWhatPasses(before: Run, { plan }: PreparedRun, terminal: Terminal): Promise<void> {
  const store = storeOf(terminal)
  try {
    const notPassed = new Set<string>()
    const played = new Set<string>()
    for await (const { caseId, verdict } of store.scoredCases(plan.runId)) {
      played.add(caseId)
      if (verdict !== 'passed') notPassed.add(caseId)
    }
    const [first, second] = [before.plan.runId, plan.runId]
    const sentences = [
      message('{passed} of {count} {count|case|cases} that {count|was|were} played again {passed|passes|pass} now', {
        passed: played.size - notPassed.size,
        count: played.size,
      }),
      message(
        'They were chosen for how they came out, so some pass by chance: shinsa compare {first} {second} shows both, and a run of all cases says whether the agent is better.',
        { first, second },
      ),
    ]
    for (const sentence of sentences) terminal.stdout(`${translate(sentence, terminal.language)}\n`)
  } finally {
    await store.close()
  }
}
