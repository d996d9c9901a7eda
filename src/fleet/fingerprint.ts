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
  const differing = (part: keyof Fingerprint, say: (values: { names: string }) => Message): readonly Message[] => {
    const names = changed(planned[part], here[part])
    const shown = names.slice(0, mostNames).join(', ')
    return names.length === 0 ? [] : [say({ names: names.length > mostNames ? `${shown}, …` : shown })]
  }
  return [
    ...versions,
    ...differing('config', (names) => message('another config: {names}', names)),
    ...differing('agent', (names) => message('other code of the agent: {names}', names)),
    ...differing('dataset', (names) => message('another dataset: {names}', names)),
    ...differing('settings', (names) => message('other settings: {names}', names)),
  ]
}

function changed(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): readonly string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((name) => one[name] !== other[name])
}
