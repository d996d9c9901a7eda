import { type RunStore, message } from '../../core/index.ts'
import { refuseActiveRun } from '../../workspace/runs/active-run.ts'
import { defineCommand, storeOption } from '../command.ts'
import { deleteAgreedRuns, type Doomed } from '../delete-runs.ts'
import { storeToRead } from '../dependencies.ts'
import { findNamedRun } from '../find-run.ts'

export const deleteNamed = defineCommand({
  name: 'delete',
  summary: message('delete runs with their results, costs and labels'),
  operands: 'RUN … [OPTIONS]',
  details: [
    message('RUN is an id, its beginning, a name, or `latest`; a damaged one is named by its whole id.'),
    message('What judges answered stays in the cache. A run that is at work is not deleted.'),
  ],
  examples: ['shinsa delete latest', 'shinsa delete 20261121-215358-k3f9 --yes'],
  options: { yes: { short: 'y', summary: message('do not ask') }, ...storeOption },
  async run(operands, flags, terminal) {
    const store = storeToRead(terminal)
    const doomed = []
    for (const operand of operands.length === 0 ? [undefined] : operands) doomed.push(await runNamed(operand, store))
    await deleteAgreedRuns(doomed, { store, terminal, yes: flags.yes === true })
    return 0
  },
})

async function runNamed(name: string | undefined, store: RunStore): Promise<Doomed> {
  const unreadable = name === undefined ? [] : await store.unreadable('runs')
  const damaged = unreadable.find(({ what, runId }) => what === 'run' && runId === name)
  if (damaged !== undefined) return damaged
  const run = await findNamedRun(store, name)
  refuseActiveRun(run)
  return run.plan
}
