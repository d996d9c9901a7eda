/** The votes on one question: 1 is positive, any other number negative, null no vote. */
export type Votes = readonly (number | null)[]

/** Returns the first positive vote if these are the majority, else the first negative one; null without votes. */
export function majority(votes: Votes): number | null {
  const { positive, negative } = count(votes)
  if (positive > negative) return 1
  return votes.find((vote) => vote !== null && vote !== 1) ?? null
}

function isSettled(votes: Votes, remaining: number): boolean {
  const { positive, negative } = count(votes)
  if (remaining === 0 || positive > negative + remaining) return true
  return negative > 0 && positive + remaining <= negative
}

/** Returns the least number of further votes that settles the majority, if all of them agree; 0 when it is settled. */
export function fewestToSettle(votes: Votes, remaining: number): number {
  for (let more = 0; more < remaining; more += 1) {
    const settles = (vote: number) => isSettled([...votes, ...Array<number>(more).fill(vote)], remaining - more)
    if (settles(1) || settles(0)) return more
  }
  return remaining
}

export function countAgreeing(votes: Votes, outcome: number | null): { agreeing: number; voted: number } {
  const { positive, negative } = count(votes)
  if (outcome === null) return { agreeing: 0, voted: 0 }
  return { agreeing: outcome === 1 ? positive : negative, voted: positive + negative }
}

/** Returns the share of votes that agree with the outcome, 0–1; null without votes. */
export function voteAgreement(votes: Votes, outcome: number | null): number | null {
  const { agreeing, voted } = countAgreeing(votes, outcome)
  return voted === 0 ? null : agreeing / voted
}

function count(votes: Votes): { positive: number; negative: number } {
  const cast = votes.filter((vote) => vote !== null)
  const positive = cast.filter((vote) => vote === 1).length
  return { positive, negative: cast.length - positive }
}
