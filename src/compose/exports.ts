import type { RunExport } from '../core/index.ts'
import { packs } from '../packs/index.ts'

/** Every file that another tool keeps runs in. */
export const foreignExports: readonly RunExport[] = packs.flatMap((pack) => pack.exports ?? [])
