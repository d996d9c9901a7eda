import type { Pack } from '../core/index.ts'
import { adkPack } from './adk/index.ts'
import { preferencePack } from './preference/index.ts'
import { reviewPack } from './review/index.ts'
import { runbookPack } from './runbook/index.ts'
import { strandsPack } from './strands/index.ts'

/** Every product, each in a folder of its own. Formats are asked in this order whether a document is theirs. */
export const packs: readonly Pack[] = [adkPack, reviewPack, runbookPack, strandsPack, preferencePack]
