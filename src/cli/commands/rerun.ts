import { prepareRun } from '../../compose/prepare-run.ts'
import type { PreparedRun } from '../../compose/prepared-run.ts'
import { type Message, type Run, type Verdict, message, type RunStore } from '../../core/index.ts'
import { flagsOf, oneOfWords, readFlag, runSettings, valuesFromFlags } from '../../settings/index.ts'
import { knownDatasetOf, notPassed, rerunRequest, type CasesToRerun } from '../../workspace/runs/rerun-request.ts'
import { defineCommand, storeOption, type Terminal } from '../command.ts'
import { confirmCost } from '../confirm-cost.ts'
import { dependenciesOf, storeToRead } from '../dependencies.ts'
import { executeRuns } from '../execute-runs.ts'
import { findNamedRun } from '../find-run.ts'
import { outputsFrom, outputOptions, takesStandardOutput } from '../output.ts'
import { printAgents } from '../print-agents.ts'
import { sayLine, printLine } from '../print-message.ts'

const verdicts = [...notPassed, 'passed'] as const satisfies readonly Verdict[]
const changeable = [
  'filter',
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
    'shinsa rerun latest --filter weather-hot',
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
    ...storeOption,
  },
  async run(operands, flags, terminal) {
    const outputs = outputsFrom(flags)
    const { filter, ...changes } = valuesFromFlags(runSettings, flags)
    // Named cases are evaluated again whatever their verdict.
    const unsaid = filter === undefined ? notPassed : undefined
    const only = flags.only?.split(',').map((word) => readFlag('only', word.trim(), oneOfWords(verdicts))) ?? unsaid
    const dependencies = dependenciesOf(terminal, storeToRead)
    const store = dependencies.openStore()
    const before = await findNamedRun(store, operands[0])
    const request = await rerunRequest(before, { only, filter }, store)
    if (request.selected.length === 0) {
      const sentence = noneMeant({ only, filter })
      const write = takesStandardOutput(outputs) ? terminal.stderr : terminal.stdout
      sayLine(sentence, terminal, write)
      return 0
    }
    const prepared = await prepareRun(
      { ...request, ...changes },
      { ...dependencies, knownDataset: knownDatasetOf(before) },
    )
    printAgents([prepared], terminal)
    await confirmCost([prepared], { yes: flags.yes === true, limited: prepared.budget !== undefined }, terminal)
    const exitCode = await executeRuns([prepared], { resumed: false, outputs, terminal, store })
    if (outputs.some(({ format, file }) => format === 'terminal' && file === undefined))
      await sayWhatPasses(before, prepared, { store, terminal })
    return exitCode
  },
})

function noneMeant({ only, filter }: CasesToRerun): Message {
  const outcomes = only?.join(', ') ?? ''
  if (filter === undefined) return message('no case of the run came out as {verdicts}', { verdicts: outcomes })
  const names = filter.map((name) => JSON.stringify(name)).join(', ')
  return message('no case of the run that came out as {verdicts} fits {names}', { verdicts: outcomes, names })
}

/** Reports how many of the repeated cases pass now, and why that alone proves no improvement. */
async function sayWhatPasses(
  before: Run,
  { plan }: PreparedRun,
  { store, terminal }: { readonly store: RunStore; readonly terminal: Terminal },
): Promise<void> {
  const lost = new Set<string>()
  const played = new Set<string>()
  for await (const { caseId, verdict } of store.scoredCases(plan.runId)) {
    played.add(caseId)
    if (verdict !== 'passed') lost.add(caseId)
  }
  const [first, second] = [before.plan.runId, plan.runId]
  const sentences = [
    message('{passed} of {count} {count|case|cases} that {count|was|were} played again {passed|passes|pass} now', {
      passed: played.size - lost.size,
      count: played.size,
    }),
    message(
      'They were chosen for how they came out, so some pass by chance: shinsa compare {first} {second} shows both, and a run of all cases says whether the agent is better.',
      { first, second },
    ),
  ]
  for (const sentence of sentences) printLine(sentence, terminal)
}
