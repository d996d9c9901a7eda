import { z } from 'zod'
import { type Message, message } from '../core/index.ts'

/** The facts on which a run's results depend, by name, as hashes or readable values. */
export const Fingerprint = z.object({
  versions: z.record(z.string(), z.string()),
  config: z.record(z.string(), z.string()),
  agent: z.record(z.string(), z.string()),
  dataset: z.record(z.string(), z.string()),
  settings: z.record(z.string(), z.string()),
})
export type Fingerprint = z.infer<typeof Fingerprint>

const mostNames = 5

/** Returns the differences between a worker's project and that of the run; empty when there are none. */
export function fingerprintDifferences(planned: Fingerprint, here: Fingerprint): readonly Message[] {
  const versions = changed(planned.versions, here.versions).map((name) =>
    message('{name}: {here} here, {planned} where the run was planned', {
      name,
      here: here.versions[name] ?? '–',
      planned: planned.versions[name] ?? '–',
    }),
  )
  const names = (part: keyof Fingerprint) => {
    const all = changed(planned[part], here[part])
    const shown = all.slice(0, mostNames).join(', ')
    return all.length === 0 ? undefined : { names: all.length > mostNames ? `${shown}, …` : shown }
  }
  const [config, agent, dataset, settings] = [names('config'), names('agent'), names('dataset'), names('settings')]
  return [
    ...versions,
    ...(config === undefined ? [] : [message('another config: {names}', config)]),
    ...(agent === undefined ? [] : [message('other code of the agent: {names}', agent)]),
    ...(dataset === undefined ? [] : [message('another dataset: {names}', dataset)]),
    ...(settings === undefined ? [] : [message('other settings: {names}', settings)]),
  ]
}

function changed(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): readonly string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((name) => one[name] !== other[name])
}
