import { describe, expect, it } from 'vitest'
import { assignedTo, parseAssignment, printAssignment } from './assignment.tsx'

const places = Array.from({ length: 10 }, (_, index) => index)

describe('an assignment', () => {
  it('gives everybody the shared results and each other one to one person', () => {
    const assignment = { people: ['Aki', 'Ben', 'Chi'], shared: 0.2 }
    const parts = assignment.people.map((name) => assignedTo(name, places, assignment))
    expect(parts).toEqual([
      [0, 1, 2, 5, 8],
      [0, 1, 3, 6, 9],
      [0, 1, 4, 7],
    ])
    expect(new Set(parts.flat())).toEqual(new Set(places))
  })

  it('leaves all results to who is not among them', () => {
    expect(assignedTo('Dai', places, { people: ['Aki', 'Ben'], shared: 0 })).toEqual(places)
  })

  it('stands in an address, whatever the names are', () => {
    const assignment = { people: ['Aki, the first', '江藤', 'a&b=c'], shared: 0.5 }
    const search = new URLSearchParams(printAssignment(assignment).map(([name, value]) => [name, value]))
    expect(parseAssignment(new URLSearchParams(String(search)))).toEqual(assignment)
    expect(parseAssignment(new URLSearchParams('person=Aki'))).toBeUndefined()
    expect(parseAssignment(new URLSearchParams('person=a&person=b&shared=x'))).toEqual({
      people: ['a', 'b'],
      shared: 0.2,
    })
  })
})
