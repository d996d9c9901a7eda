/** What must stay as it is while an agent is improved, by name: `threshold of exact_match`, `file cases.jsonl`. */
export type Fingerprints = Readonly<Record<string, string>>

/** What differs between two sets of fingerprints, each named with what became of it. */
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

/** A value of a setting says more than that it changed; a hash says nothing. */
function isShown(value: string): boolean {
  return value.length <= 60 && !/^[\da-f]{16,}$/.test(value)
}
