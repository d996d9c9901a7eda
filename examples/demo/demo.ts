// Runs the shipped eval set against the shipped agent and shows what a build would have seen. No model, no key: the embedded
// judge judges.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const args = ['run', 'examples/demo/tea-shop.evalset.json', ...process.argv.slice(2)]

console.log(`$ shinsa ${args.join(' ')}\n`)
const run = spawnSync(process.execPath, ['--conditions=shinsa-source', 'bin/shinsa.js', ...args], {
  cwd: root,
  stdio: 'inherit',
})

console.log(
  run.status === 1
    ? '\nSome cases really fail, so a build would have stopped here with exit code 1. The demo itself has done its job: exit code 0.'
    : `\nThe run ended with exit code ${run.status}, and the demo expected 1: some of its cases are meant to fail.`,
)
process.exitCode = run.status === 1 ? 0 : (run.status ?? 3)
