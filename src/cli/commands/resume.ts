import { message } from '../../core/index.ts'
import { prepareResume } from '../../compose/prepare-resume.ts'
import { flagsOf, runSettings, valuesFromFlags } from '../../settings/index.ts'
import { defineCommand, oneOfFrom, refuseIdleFlags, storeOption } from '../command.ts'
import { unlimitedSentence } from '../confirm-cost.ts'
import { executeRuns } from '../execute-runs.ts'
import { findNamedRun } from '../find-run.ts'
import { resumedPreference } from '../../workspace/preference/prepare-preference.ts'
import { refuseActiveRun } from '../../workspace/runs/active-run.ts'
import { outputsFrom, outputOptions } from '../output.ts'
import { dependenciesOf, storeToRead } from '../dependencies.ts'
import { sayLine } from '../print-message.ts'

export const resume = defineCommand({
  name: 'resume',
  summary: message('go on with a run that was stopped or killed; nothing that is done is asked again'),
  operands: 'RUN [OPTIONS]',
  mostOperands: 1,
  details: [
    message('RUN is an id, its beginning, or `latest`. Dataset, target and metrics must still be what they were.'),
    message(
      'A conversation that was cut off in the middle begins anew, unless its target can continue from a history.',
    ),
  ],
  examples: ['shinsa resume latest', 'shinsa resume 20261121-215358-k3f9 --output report.xml'],
  options: {
    ...flagsOf(runSettings, ['maxCost', 'github']),
    all: { summary: message('play also what a run left out that stopped early; then the whole run decides') },
    'on-interrupt': {
      value: 'leave|stop',
      summary: message('of a run with --queue, what Ctrl-C does: workers go on with the run (leave), or it is stopped'),
    },
    force: { summary: message('even if a process with the number of the one that ran it is alive') },
    ...outputOptions,
    ...storeOption,
  },
  async run(operands, flags, terminal) {
    const outputs = outputsFrom(flags)
    const dependencies = dependenciesOf(terminal, storeToRead)
    const store = dependencies.openStore()
    const run = await findNamedRun(store, operands[0])
    const isQueued = run.plan.origin?.['queue'] === true
    if (!isQueued) refuseIdleFlags(flags, ['on-interrupt'], { beside: 'a run without --queue' })
    if (!isQueued && flags.force !== true) refuseActiveRun(run)
    const changes = valuesFromFlags(runSettings, flags)
    const prepared =
      (await resumedPreference(run, dependencies, store)) ?? (await prepareResume(run.plan, dependencies, changes))
    if (isQueued) {
      const { playQueued } = await import('../queued-runs.ts')
      const { openFleetOf } = await import('../open-fleet.ts')
      const onInterrupt = oneOfFrom('on-interrupt', flags['on-interrupt'], ['leave', 'stop']) ?? 'leave'
      const fleet = await openFleetOf(terminal, 'shinsa resume')
      const play = playQueued({ fleet, resumed: true, onInterrupt, maxCost: changes.maxCost, terminal })
      return executeRuns([prepared], { resumed: true, outputs, terminal, store: fleet.store, play })
    }
    const unlimited = prepared.budget === undefined ? undefined : await unlimitedSentence(prepared)
    // The run's first start allowed these models, so this is a warning and no refusal.
    if (unlimited !== undefined) sayLine(unlimited, terminal)
    return executeRuns([prepared], {
      resumed: true,
      playAll: flags.all === true,
      takenOverFrom: run.processId,
      outputs,
      terminal,
      store,
    })
  },
})
