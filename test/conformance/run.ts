// npm run --silent conformance -- FILE…   runs vector files through the real code; a bare name is a file beside this one.
import { fileURLToPath } from 'node:url'
import { EvalError, toEnglish } from '../../src/core/index.ts'
import { type Vector, check, readVectors } from './vectors.ts'

const files = process.argv
  .slice(2)
  .map((file) => (/^[\w-]+$/.test(file) ? fileURLToPath(new URL(`${file}.json`, import.meta.url)) : file))
if (files.length === 0) {
  console.error('which vector files? npm run --silent conformance -- FILE…')
  process.exit(2)
}

let passed = 0
let failed = 0
for (const vector of vectorsOf(files)) {
  const outcome = await check(vector)
  if (outcome.status === 'passed') {
    passed += 1
    continue
  }
  failed += 1
  console.log(
    `${outcome.id} (${outcome.op}): ${outcome.status === 'failed' ? '' : 'not implemented: '}${outcome.detail}`,
  )
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

function vectorsOf(names: readonly string[]): readonly Vector[] {
  try {
    return names.flatMap(readVectors)
  } catch (error) {
    if (!(error instanceof EvalError)) throw error
    console.error(`error: ${error.message}${error.hint === undefined ? '' : `\n  ${toEnglish(error.hint)}`}`)
    process.exit(2)
  }
}
