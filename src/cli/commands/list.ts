import { message } from '../../core/index.ts'
import { loadRunList } from '../../workspace/runs/reports.ts'
import { defineCommand, wholeNumberFrom, storeOption } from '../command.ts'
import { printJson } from '../print-json.ts'
import { isAlive } from '../../workspace/runs/active-run.ts'
import { storeOf } from '../dependencies.ts'
import { printMessage } from '../print-message.ts'

export const listCommand = defineCommand({
  name: 'list',
  summary: message('the runs there are, newest first'),
  operands: '[OPTIONS]',
  mostOperands: 0,
  details: [message('Runs lie in .shinsa/runs.db of the project, or where SHINSA_STORE says.')],
  examples: ['shinsa list', 'shinsa list --limit 5 --json'],
  options: {
    limit: { value: 'N', summary: message('at most N runs (20)') },
    json: { summary: message('one JSON array') },
    ...storeOption,
  },
  async run(_operands, flags, terminal) {
    const limit = wholeNumberFrom('limit', flags.limit, { min: 1, max: 100_000 }) ?? 20
    const store = storeOf(terminal)
    try {
      const runs = (await store.list()).slice(0, limit)
      if (flags.json === true) printJson(runs, terminal)
      else terminal.stdout(await loadRunList(runs, { ...terminal, isAlive }))
      for (const { reason } of await store.unreadable()) printMessage(message('warning:'), reason, terminal)
      return 0
    } finally {
      await store.close()
    }
  },
})
