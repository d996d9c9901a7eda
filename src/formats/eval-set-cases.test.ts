import { describe, expect, it } from 'vitest'
import { addCase, deleteCase, updateCase } from './eval-set-cases.ts'

const cases = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id).join('')

describe('the cases of an eval set', () => {
  it('grow at the end, and an updated one moves there', () => {
    expect(ids(addCase(cases, { id: 'd' }))).toBe('abcd')
    expect(ids(updateCase(cases, { id: 'a' }))).toBe('bca')
    expect(ids(deleteCase(cases, 'b'))).toBe('ac')
    expect(ids(cases)).toBe('abc')
  })

  it('have different ids, and only those there are can be changed', () => {
    expect(() => addCase(cases, { id: 'a' })).toThrow('there is a case "a" already')
    expect(() => updateCase(cases, { id: 'z' })).toThrow('there is no case "z"')
    expect(() => deleteCase(cases, 'z')).toThrow('there is no case "z"')
  })
})
