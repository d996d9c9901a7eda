import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runbookPdfs } from './runbook-pdfs.ts'

for (const { path, bytes } of await runbookPdfs()) {
  writeFileSync(join(import.meta.dirname, '..', '..', path), bytes)
  console.log(`${path}: ${bytes.length} bytes`)
}
