import { describe, expect, it } from 'vitest'
import { parseDatasetSelectors } from './dataset-selector.ts'

describe('parseDatasetSelectors', () => {
  it.each([
    [['a.json'], { 'a.json': [] }],
    [['a.json:e1,e2'], { 'a.json': ['e1', 'e2'] }],
    [['a.json:e1,, ,e2'], { 'a.json': ['e1', 'e2'] }],
    [['a.json: e1'], { 'a.json': [' e1'] }],
    [['a.json:e1', 'b', 'a.json:e2'], { 'a.json': ['e1', 'e2'], b: [] }],
    [['a.json:e1:e2'], { 'a.json': ['e1'] }],
    [['C:\\evals\\a.json:e1'], { 'C:\\evals\\a.json': ['e1'] }],
    [['c:/evals/a.json'], { 'c:/evals/a.json': [] }],
    [['a:e1'], { a: ['e1'] }],
  ])('reads %j', (texts, selection) => {
    expect(Object.fromEntries(parseDatasetSelectors(texts).map(({ path, caseIds }) => [path, caseIds]))).toEqual(
      selection,
    )
  })
})
