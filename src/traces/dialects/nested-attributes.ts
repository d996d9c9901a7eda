import type { JsonObject } from '../../core/index.ts'

type Branch = Map<string, Branch | { readonly leaf: unknown }>

/**
 * Builds lists and objects from flat attributes such as `gen_ai.prompt.0.role`; undefined when there are none below the
 * name. A level whose names are all numbers becomes a list.
 */
export function nestedAttributes(attributes: JsonObject, name: string): unknown {
  const root: Branch = new Map()
  for (const [key, leaf] of Object.entries(attributes)) {
    if (key.startsWith(`${name}.`)) grow(root, key.slice(name.length + 1).split('.'), leaf)
  }
  return root.size === 0 ? undefined : valueOf(root)
}

function grow(root: Branch, path: readonly string[], leaf: unknown): void {
  let branch = root
  for (const step of path.slice(0, -1)) {
    const next = branch.get(step)
    const child = next instanceof Map ? next : new Map<string, Branch | { leaf: unknown }>()
    if (child !== next) branch.set(step, child)
    branch = child
  }
  const last = path.at(-1) ?? ''
  if (!(branch.get(last) instanceof Map)) branch.set(last, { leaf })
}

function valueOf(branch: Branch | { readonly leaf: unknown }): unknown {
  if (!(branch instanceof Map)) return branch.leaf
  const entries = [...branch].map(([key, child]): [string, unknown] => [key, valueOf(child)])
  if (!entries.every(([key]) => /^\d{1,9}$/.test(key))) return Object.fromEntries(entries)
  return entries.toSorted(([one], [other]) => Number(one) - Number(other)).map(([, value]) => value)
}
