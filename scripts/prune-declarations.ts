// Deletes the declarations in dist/ that no entry of the package leads to: a user's compiler can never ask for them.
import { globSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import packageJson from '../package.json' with { type: 'json' }

const entries = Object.values(packageJson.exports).flatMap((entry) =>
  typeof entry === 'string' ? [] : [normalize(entry.types)],
)
const reached = new Set<string>()
for (const entry of entries) reach(entry)
for (const file of globSync('dist/**/*.d.ts')) if (!reached.has(normalize(file))) rmSync(file)

function reach(file: string): void {
  if (reached.has(file)) return
  reached.add(file)
  for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import\() ?['"](\.[^'"]+)['"]/g)) {
    reach(join(dirname(file), specifier.replace(/\.[jt]s$/, '.d.ts')))
  }
}
