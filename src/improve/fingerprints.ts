/** Fingerprints of what must not change, by name, such as `threshold of exact_match` or `file cases.jsonl`. */
export type Fingerprints = Readonly<Record<string, string>>

export function changedFingerprints(before: Fingerprints, after: Fingerprints): readonly string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted()
  return names.flatMap((name) => {
    const [was, is] = [before[name], after[name]]
    if (was === is) return []
    if (was === undefined) return [`${name}: is new`]
    if (is === undefined) return [`${name}: is gone`]
    return [isShown(was) && isShown(is) ? `${name}: ${was} → ${is}` : `${name}: has changed`]
  })
}

/** A setting's value is shown in a difference, a hash is not. */
function isShown(value: string): boolean {
  return value.length <= 60 && !/^[\da-f]{16,}$/.test(value)
}
