import type { Pack } from '../../core/index.ts'
import { adkExports } from './exports.ts'
import { adkFormats } from './formats.ts'

/** Google's Agent Development Kit: eval sets, old tests, and results. */
export const adkPack: Pack = { name: 'adk', formats: adkFormats, exports: adkExports }
