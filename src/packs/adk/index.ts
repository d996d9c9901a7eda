import { basename } from 'node:path'
import { type RunExport, type Pack, message } from '../../core/index.ts'
import { adkFormats } from './formats.ts'

const adkExports: readonly RunExport[] = [
  {
    name: 'adk',
    named: true,
    flag: {
      name: 'adk-version',
      value: 'VERSION',
      summary: message('with `adk`: also what that version knows and 1.29 does not (informational metrics, durations)'),
    },
    several: {
      sentence: message('several runs are several ADK result files'),
      hint: message('Name a folder for them: --output FOLDER.'),
    },
    async write(run, records, version) {
      const { readAdkVersion } = await import('./adk-version.ts')
      const adk = version === undefined ? undefined : readAdkVersion(version)
      const { writeAdkResult } = await import('./adk-result.ts')
      const { text, path } = writeAdkResult(run, records, { adk })
      return { text, fileName: basename(path) }
    },
  },
]

/** Reads and writes the eval sets, older test files and results of Google's Agent Development Kit (ADK). */
export const adkPack: Pack = { name: 'adk', formats: adkFormats, exports: adkExports }
