import { message } from '../../core/index.ts'
import { loadRunList } from '../../workspace/runs/reports.ts'
import { storeName } from '../../compose/run-store.ts'
import { projectFolder } from '../../compose/config/load-config.ts'
import { defineCommand, refuseIdleFlags, wholeNumberFrom, storeOption, type Terminal } from '../command.ts'
import { printJson } from '../print-json.ts'
import { isAlive } from '../../workspace/runs/active-run.ts'
import { storeFile, storeToRead } from '../dependencies.ts'
import { printMessage } from '../print-message.ts'

export const listCommand = defineCommand({
  name: 'list',
  summary: message('the runs there are, newest first'),
  operands: '[OPTIONS]',
  mostOperands: 0,
  details: [message('Runs lie in .shinsa/runs.db of the project, or where SHINSA_STORE says.')],
  examples: ['shinsa list', 'shinsa list --limit 5 --json', 'shinsa list --datasets'],
  options: {
    limit: { value: 'N', summary: message('at most N runs (20)') },
    json: { summary: message('one JSON array') },
    datasets: { summary: message('the datasets of the project in place of its runs') },
    ...storeOption,
  },
  async run(_operands, flags, terminal) {
    if (flags.datasets === true) {
      refuseIdleFlags(flags, ['limit', 'store'], { beside: '--datasets' })
      return listDatasets(flags.json === true, terminal)
    }
    const limit = wholeNumberFrom('limit', flags.limit, { min: 1, max: 100_000 }) ?? 20
    const store = storeToRead(terminal)
    const runs = (await store.list()).slice(0, limit)
    if (flags.json === true) printJson(runs, terminal)
    else {
      const name = await storeName(storeFile(terminal), terminal.environment)
      terminal.stdout(await loadRunList(runs, { ...terminal, store: name, isAlive }))
    }
    for (const { reason } of await store.unreadable()) printMessage(message('warning:'), reason, terminal)
    return 0
  },
})

async function listDatasets(asJson: boolean, terminal: Terminal): Promise<number> {
  const { projectDatasets } = await import('../../workspace/datasets/project-datasets.ts')
  const { datasets, unreadable } = await projectDatasets(projectFolder(terminal.cwd)).list()
  const own = datasets.filter(({ shipped }) => !shipped).map(({ name, format, cases }) => ({ name, format, cases }))
  if (asJson) printJson(own, terminal)
  else for (const { name, format, cases } of own) terminal.stdout(`${name}  ${format}  ${cases}\n`)
  if (own.length === 0)
    printMessage(
      message('note:'),
      message('the project has no dataset in a file; `shinsa run` plays *.eval.ts'),
      terminal,
    )
  for (const { problem } of unreadable) printMessage(message('warning:'), problem.sentence, terminal)
  return 0
}
