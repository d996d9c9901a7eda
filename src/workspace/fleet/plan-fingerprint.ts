import { relative } from 'node:path'
import { stringifyJson } from '../../core/index.ts'
import type { PreparedRun } from '../../compose/prepared-run.ts'
import { wayInside } from '../../files/path-inside.ts'
import { agentInputs } from '../watch/agent-inputs.ts'
import { hashOf, hashOfText } from '../watch/file-state.ts'
import { filesOfRun } from './files-of-run.ts'

/**
 * Returns a hash of all that the results of a run depend on. It is equal on all machines that have the same project.
 *
 * @param elsewhere returns where files lie that this project lacks
 */
export async function planFingerprint(prepared: PreparedRun, elsewhere: (path: string) => string = (path) => path) {
  const { plan, asked } = prepared
  const { cwd } = asked.request
  const fetched = elsewhere(cwd)
  const nameOf = (path: string) => wayInside(fetched, path) ?? relative(cwd, path)
  const files = await filesOfRun(prepared, elsewhere)
  const inputs = await agentInputs(prepared)
  const code = [...inputs.files, ...inputs.loaded(), ...(inputs.evalFile === undefined ? [] : [inputs.evalFile])]
  const { config, dataset, metrics, target, environment, user, repeat, adkCompat } = plan
  const others = { metrics, target, environment: { ...environment, file: undefined }, user, repeat, adkCompat }
  const ownName = dataset.path === undefined ? dataset.id : nameOf(dataset.path)
  // Absolute paths differ from machine to machine, as do those of fetched files.
  const told = (value: unknown) =>
    [fetched, cwd, ...(fetched === cwd ? [] : [relative(cwd, fetched)])].reduce(
      (text, folder) => text.replaceAll(`${stringifyJson(folder).slice(1, -1)}/`, ''),
      stringifyJson(value),
    )
  const fingerprint = {
    versions: { shinsa: plan.version, 'Node.js': process.versions.node.split('.')[0] ?? '' },
    config: config === undefined ? {} : { [config.file]: config.sha256 },
    agent: Object.fromEntries(
      [...new Set(code)].map((file) => [nameOf(file), hashOf(file)]).filter(([, hash]) => hash !== 'missing'),
    ),
    dataset: {
      ...Object.fromEntries(files.map(({ path, sha256 }) => [path, sha256])),
      [ownName]: hashOfText(stringifyJson([dataset.sha256 ?? '', dataset.cases, dataset.selected ?? []])),
    },
    settings: Object.fromEntries(
      Object.entries(others).flatMap(([name, value]) => (value === undefined ? [] : [[name, hashOfText(told(value))]])),
    ),
  }
  return { fingerprint, files }
}
