import { EvalError, message } from '../core/index.ts'
import { isPostgres, withCurrent } from '../compose/run-store.ts'
import type { Fleet } from '../fleet/fleet.ts'
import { storeFile } from './dependencies.ts'
import type { Terminal } from './command.ts'

/**
 * Opens the workers' shared queue in the project's run store until the command ends.
 *
 * @throws {EvalError} `usage` when the store is a file, which several machines cannot share
 */
export async function openFleetOf(terminal: Terminal, asked: string): Promise<Fleet> {
  const setting = storeFile(terminal)
  if (!isPostgres(setting)) throw withoutPostgres(asked)
  const { openFleet } = await import('../fleet/fleet.ts')
  const fleet = await openFleet(setting, {
    environment: terminal.environment,
    wrap: withCurrent,
    now: Date.now,
    clock: () => performance.now(),
  })
  terminal.closeAtEnd(fleet)
  return fleet
}

function withoutPostgres(asked: string): EvalError {
  return new EvalError(
    'usage',
    message('{asked} needs a run store on PostgreSQL, where workers find what there is to play', { asked }),
    {
      hint: message(
        'Start one (docker run -d -p 5432:5432 -e POSTGRES_PASSWORD=shinsa postgres:18) and name it: --store postgres://postgres:shinsa@localhost/postgres.',
      ),
    },
  )
}
