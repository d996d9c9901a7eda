import { message } from '../core/index.ts'
import type { PreparedRun } from '../compose/prepared-run.ts'
import type { Terminal } from './command.ts'
import { printMessage } from './print-message.ts'

export function printWarnings({ warnings }: PreparedRun, terminal: Terminal): void {
  for (const { sentence, hint } of warnings.takeNew()) {
    printMessage(message('warning:'), sentence, terminal)
    if (hint !== undefined) printMessage(message('hint:'), hint, terminal)
  }
}
