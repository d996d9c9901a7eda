import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from '../../compose/config/load-config.ts'
import { EvalError, message, parseJson, stringifyJson } from '../../core/index.ts'
import { ProductionEntry } from '../../failures/production-state.ts'

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
  mkdirSync(folder, { recursive: true })
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  // What stands behind the last end of a line was cut off by whoever killed us.
  if (lines.pop()) appendFileSync(file, '\n')
  const entries = lines.flatMap((line, index) => {
    const entry = ProductionEntry.safeParse(tryParse(line))
    if (entry.success) return [entry.data]
    if (line === '' || !line.endsWith('}')) return []
    throw new EvalError('store', message('{file} is broken', { file: `${file}:${index + 1}` }), {
      hint: message('It was written by another version, or by hand. Move it away.'),
    })
  })
  return {
    entries: () => entries,
    inbox: join(folder, 'inbox'),
    add(entry) {
      appendFileSync(file, `${stringifyJson(entry)}\n`)
      entries.push(entry)
    },
  }
}

function tryParse(line: string): unknown {
  try {
    return parseJson(line)
  } catch {
    // A line that was cut off.
    return undefined
  }
}
