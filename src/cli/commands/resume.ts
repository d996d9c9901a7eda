import { message } from '../../core/index.ts'
import { prepareResume } from '../../compose/prepare-resume.ts'
import { translate } from '../../i18n/index.ts'
import { flagsOf, runSettings, valuesFromFlags } from '../../settings/index.ts'
import { defineCommand, storeOption } from '../command.ts'
import { unlimitedSentence } from '../confirm-cost.ts'
import { executeRuns } from '../execute-runs.ts'
import { findRun } from '../find-run.ts'
import { resumedPreference } from '../../workspace/preference/prepare-preference.ts'
import { refuseActiveRun } from '../../workspace/runs/active-run.ts'
import { outputsFrom, outputOptions } from '../output.ts'
import { dependenciesOf } from '../dependencies.ts'

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
    force: { summary: message('even if a process with the number of the one that ran it is alive') },
    ...outputOptions,
    ...storeOption,
  },
  async run(operands, flags, terminal) {
    const outputs = outputsFrom(flags)
    const dependencies = dependenciesOf(terminal)
    const store = dependencies.openStore()
    const run = await findRun(store, operands[0])
    if (flags.force !== true) refuseActiveRun(run)
    const prepared =
      (await resumedPreference(run, dependencies, store)) ??
      (await prepareResume(run.plan, dependencies, valuesFromFlags(runSettings, flags)))
    const unlimited = prepared.budget === undefined ? undefined : await unlimitedSentence(prepared)
    // Whoever began the run has allowed that, so it is said and not refused.
    if (unlimited !== undefined) terminal.stderr(`${translate(unlimited, terminal.language)}\n`)
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
