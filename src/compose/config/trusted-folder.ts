import { existsSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { EvalError, message } from '../../core/index.ts'
import { isPathInside } from '../../files/path-inside.ts'
import type { LoadedConfig } from './load-config.ts'

/**
 * Checks that the project's config trusts a folder before code that a data file names is run: anybody may write a
 * dataset and the code beside it.
 *
 * @throws {EvalError} `config` for a folder that is not among `trust`, nor in one of them
 */
export async function assertTrusted(
  folder: string,
  code: string,
  { config, folder: base }: Pick<LoadedConfig, 'config' | 'folder'>,
): Promise<void> {
  for (const trusted of config.trust ?? []) {
    const place = resolve(base, trusted)
    if (existsSync(place) && (await isPathInside(folder, place))) return
  }
  const name = relative(base, folder) || '.'
  throw new EvalError(
    'config',
    message('{folder} is not trusted, so its code ({code}) is not run', { folder: name, code }),
    {
      hint: message(
        'If it is yours, write {setting} into shinsa.config.ts, or name its test_config.json: --config FILE',
        {
          setting: `trust: [${JSON.stringify(name)}]`,
        },
      ),
    },
  )
}
