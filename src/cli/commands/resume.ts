import { message } from '../../core/index.ts'
import { prepareResume } from '../../compose/prepare-resume.ts'
import { translate } from '../../i18n/index.ts'
import { flagsOf, runSettings, valuesFromFlags } from '../../settings/index.ts'
import { defineCommand } from '../command.ts'
import { unlimitedSentence } from '../confirm-cost.ts'
import { conductRuns } from '../conduct-runs.ts'
import { findRun } from '../find-run.ts'
import { refuseLivingRun } from '../../workspace/living-run.ts'
import { outputFrom, outputOptions } from '../output.ts'
import { surroundings } from '../surroundings.ts'

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
    ...flagsOf(runSettings, ['maxCost']),
    force: { summary: message('even if a process with the number of the one that ran it is alive') },
    ...outputOptions,
  },
  async run(operands, flags, terminal) {
    const output = outputFrom(flags)
    const around = surroundings(terminal)
    const store = around.openStore()
    const run = await findRun(store, operands[0])
    if (flags.force !== true) refuseLivingRun(run)
    const prepared = await prepareResume(run.plan, around, valuesFromFlags(runSettings, flags))
    const unlimited = prepared.budget === undefined ? undefined : await unlimitedSentence(prepared)
    // Whoever began the run has allowed that, so it is said and not refused.
    if (unlimited !== undefined) terminal.stderr(`${translate(unlimited, terminal.language)}\n`)
    return conductRuns([prepared], {
      resumed: true,
      takenOverFrom: run.processId,
      output,
      terminal,
      store,
    })
  },
})
