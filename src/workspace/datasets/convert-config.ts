import { resolve } from 'node:path'
import { readCriteriaDocument } from '../../compose/criteria/criteria-document.ts'
import { collectWarnings } from '../../compose/warnings.ts'
import { type Message, stringifyJson } from '../../core/index.ts'
import { atomicWrite } from '../../files/index.ts'
import { decodeText } from '../../formats/kit/decode-text.ts'
import { readWhole } from '../../formats/kit/read-file.ts'
import { toYamlDocument } from '../../formats/kit/yaml-document.ts'
import { toAgentsCliConfig } from '../../compose/criteria/to-agents-cli-config.ts'

/** What says which metrics run: ADK's `test_config.json`, and the `eval_config.yaml` of agents-cli. */
type ConfigFormat = 'adk-eval-config' | 'agents-cli-config'

/** Rewrites such a config in the words of the other; `dropped` says what that one cannot hold. */
export async function convertConfig(
  path: string,
  {
    cwd,
    to,
    output,
    stdout,
  }: {
    readonly cwd: string
    readonly to: ConfigFormat
    readonly output: string | undefined
    readonly stdout: (text: string) => void
  },
): Promise<{ readonly dropped: readonly Message[] }> {
  const file = resolve(cwd, path)
  const warnings = collectWarnings()
  const { criteria } = await readCriteriaDocument(decodeText(await readWhole(file), file), path, warnings)
  const { text, losses } = await written(criteria, to)
  if (output === undefined) stdout(text)
  else await atomicWrite(resolve(cwd, output), [text])
  return { dropped: [...warnings.all.map(({ sentence }) => sentence), ...losses] }
}

async function written(
  criteria: Awaited<ReturnType<typeof readCriteriaDocument>>['criteria'],
  to: ConfigFormat,
): Promise<{ readonly text: string; readonly losses: readonly Message[] }> {
  if (to === 'agents-cli-config') {
    const { config, losses } = toAgentsCliConfig(criteria)
    return { text: await toYamlDocument(config), losses }
  }
  const own = Object.fromEntries(criteria.map(({ metricName, criterion }) => [metricName, criterion]))
  return { text: `${stringifyJson({ criteria: own }, 2)}\n`, losses: [] }
}
