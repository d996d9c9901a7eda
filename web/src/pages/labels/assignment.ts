/** Which results a person labels, as in the address sent to them. */
export type LabelAssignment = {
  readonly people: readonly string[]
  /** The share of results that everybody labels, to measure agreement between people. */
  readonly shared: number
}

export function parseAssignment(search: URLSearchParams): LabelAssignment | undefined {
  const people = [...new Set(search.getAll('person').map((name) => name.trim()))].filter((name) => name !== '')
  const shared = Number(search.get('shared') ?? '20') / 100
  return people.length < 2 ? undefined : { people, shared: shared >= 0 && shared <= 1 ? shared : 0.2 }
}

export function printAssignment({ people, shared }: LabelAssignment): readonly (readonly [string, string])[] {
  return [...people.map((name) => ['person', name] as const), ['shared', String(Math.round(shared * 100))]]
}

/** The results of one person, in order: the shared ones first, then every n-th of the others. */
export function assignedTo<Place>(
  author: string,
  places: readonly Place[],
  { people, shared }: LabelAssignment,
): readonly Place[] {
  const own = people.indexOf(author)
  if (own < 0) return places
  const forAll = Math.ceil(places.length * shared)
  return places.filter((_, index) => index < forAll || (index - forAll) % people.length === own)
}
