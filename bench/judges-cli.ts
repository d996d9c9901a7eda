// npm run bench:judges -- DATA_FOLDER   measures the embedded judge against people's labels.
import { run } from './judges.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) {
  console.error('which folder has the labelled sets? npm run bench:judges -- FOLDER')
  process.exit(2)
}
await run(folder)
