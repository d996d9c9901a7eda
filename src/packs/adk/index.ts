import type { Pack } from '../../core/index.ts'
import { adkExports } from './exports.ts'
import { adkFormats } from './formats.ts'

/** Reads and writes the eval sets, older test files and results of Google's Agent Development Kit (ADK). */
export const adkPack: Pack = { name: 'adk', formats: adkFormats, exports: adkExports }
