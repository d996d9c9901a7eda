import type { Pack } from '../core/index.ts'
import { adk } from './adk/index.ts'
import { preference } from './preference/index.ts'
import { review } from './review/index.ts'
import { runbook } from './runbook/index.ts'
import { strands } from './strands/index.ts'

/** Every product, each in a folder of its own. Formats are asked in this order whether a document is theirs. */
export const packs: readonly Pack[] = [adk, review, runbook, strands, preference]
