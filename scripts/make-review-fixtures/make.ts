import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { reviewFixtures } from './review-fixtures.ts'

const root = join(import.meta.dirname, '..', '..')
for (const { path, bytes } of await reviewFixtures()) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), bytes)
  console.log(`${path}: ${bytes.length} bytes`)
}
