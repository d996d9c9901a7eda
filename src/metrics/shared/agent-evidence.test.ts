import { expect, it } from 'vitest'
import { evidenceOf } from './agent-evidence.ts'

it('evidenceOf leaves out what is empty, and marks what authors wrote and agents did not', () => {
  expect(
    evidenceOf({ question: 'Capital?', steps: '', reference: 'Canberra', rubrics: '[]', answer: 'Sydney' }),
  ).toEqual([
    { label: 'question', text: 'Capital?' },
    { label: 'reference', text: 'Canberra', authored: true },
    { label: 'rubrics', text: '[]', authored: true },
    { label: 'answer', text: 'Sydney' },
  ])
})
