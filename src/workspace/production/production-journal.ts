import { join } from 'node:path'
import { projectFolder } from '../../compose/config/load-config.ts'
import { ProductionEntry } from '../../failures/production-state.ts'
import { addJsonLines, jsonLinesIn } from '../../files/index.ts'

/** The journal of a production watch. Every event is durable before it is announced, so that a killed watch continues from there. */
export type ProductionJournal = ReturnType<typeof openProductionJournal>

/** @throws {EvalError} `store` for a line that is no journal entry */
export function openProductionJournal(name: string, cwd: string) {
  const folder = join(projectFolder(cwd), '.shinsa', 'production', name)
  const file = join(folder, 'journal.jsonl')
  const entries = jsonLinesIn(file, ProductionEntry)
  return {
    entries: () => entries,
    /** The folder of received traces. */
    inbox: join(folder, 'inbox'),
    add(entry: ProductionEntry) {
      addJsonLines(file, [entry])
      entries.push(entry)
    },
  }
}
