import { message } from '../core/index.ts'
import type { PreparedRun } from '../compose/prepared-run.ts'
import type { Terminal } from './command.ts'
import { tell } from './tell.ts'

/** Says what is not as somebody may think, once. */
export function tellWarnings({ warnings }: PreparedRun, terminal: Terminal): void {
  for (const { sentence, hint } of warnings.takeNew()) {
    tell(message('warning:'), sentence, terminal)
    if (hint !== undefined) tell(message('hint:'), hint, terminal)
  }
}
