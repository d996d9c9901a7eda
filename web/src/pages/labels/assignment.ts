/** Who labels which results of a run, as it stands in an address that is sent to each of them. */
export type LabelAssignment = {
  readonly people: readonly string[]
  /** The share of the results that everybody labels, so that people can be compared with each other. */
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

/** The results of one person, in the order of all: first those that everybody has, then every so many of the others. */
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
