import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { recordPage, recordings } from './getting-started.ts'
import { toSvg } from './to-svg.ts'

const root = join(import.meta.dirname, '..', '..')
for (const { page, picture, title } of recordings) {
  writeFileSync(join(root, picture), toSvg(await recordPage(page), title))
  console.log(`${picture}: the first commands of ${page}`)
}
