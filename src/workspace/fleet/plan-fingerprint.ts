import { relative } from 'node:path'
import { stringifyJson } from '../../core/index.ts'
import type { PreparedRun } from '../../compose/prepared-run.ts'
import type { Fingerprint } from '../../fleet/fingerprint.ts'
import { agentInputs } from '../watch/agent-inputs.ts'
import { hashOf, hashOfText } from '../watch/file-state.ts'

/** What the results of a run depend on, told the same on every machine that has the same project. */
export async function planFingerprint(prepared: PreparedRun): Promise<Fingerprint> {
  const { plan, asked } = prepared
  const { cwd } = asked.request
  const inputs = await agentInputs(prepared)
  const files = [...inputs.files, ...inputs.loaded(), ...(inputs.evalFile === undefined ? [] : [inputs.evalFile])]
  const { config, dataset, metrics, target, environment, user, repeat, adkCompat } = plan
  const others = { metrics, target, environment: { ...environment, file: undefined }, user, repeat, adkCompat }
  return {
    versions: { shinsa: plan.version, 'Node.js': process.versions.node.split('.')[0] ?? '' },
    config: config === undefined ? {} : { [config.file]: config.sha256 },
    agent: Object.fromEntries(
      [...new Set(files)].map((file) => [relative(cwd, file), hashOf(file)]).filter(([, hash]) => hash !== 'missing'),
    ),
    dataset: {
      [dataset.path === undefined ? dataset.id : relative(cwd, dataset.path)]: hashOfText(
        stringifyJson([dataset.sha256 ?? '', dataset.cases, dataset.selected ?? []]),
      ),
    },
    settings: Object.fromEntries(
      Object.entries(others).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, hashOfText(stringifyJson(value))]],
      ),
    ),
  }
}
