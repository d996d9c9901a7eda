import type { RunExport } from '../core/index.ts'
import { packs } from '../packs/index.ts'

export const foreignExports: readonly RunExport[] = packs.flatMap((pack) => pack.exports ?? [])
