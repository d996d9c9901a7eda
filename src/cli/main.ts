#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { version } from '../config/version.ts'

const [first] = process.argv.slice(2)
if (first === '--version' || first === '-v') {
  process.stdout.write(`${version()}\n`)
} else {
  enableCompileCache()
  const { runCli } = await import('./run-cli.ts')
  await runCli(process.argv.slice(2))
}
