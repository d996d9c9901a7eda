import { join } from 'node:path'
import { projectFolder } from '../../compose/config/load-config.ts'
import { ProductionEntry } from '../../failures/production-state.ts'
import { addJsonLines, jsonLinesIn } from '../../files/index.ts'

/** What happened in one watch of production, durable before anybody hears of it: killed at any moment, it goes on from there. */
export type ProductionJournal = {
  readonly entries: () => readonly ProductionEntry[]
  /** Where what was received waits. */
  readonly inbox: string
  add(entry: ProductionEntry): void
}

/** @throws {EvalError} `store` for a line that is none of a journal */
export function openProductionJournal(name: string, cwd: string): ProductionJournal {
  const folder = join(projectFolder(cwd), '.shinsa', 'production', name)
  const file = join(folder, 'journal.jsonl')
  const entries = jsonLinesIn(file, ProductionEntry)
  return {
    entries: () => entries,
    inbox: join(folder, 'inbox'),
    add(entry) {
      addJsonLines(file, [entry])
      entries.push(entry)
    },
  }
}
