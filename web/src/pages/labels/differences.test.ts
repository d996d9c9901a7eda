import { expect, it } from 'vitest'
import type { HumanLabel } from '../../../../src/core/run/human-label.ts'
import { differencesIn } from './differences.ts'

it('are results on which verdicts differ, open ones first, with what settled the others', () => {
  const labels = [
    label(0, 'Aki', true),
    label(0, 'Ben', true),
    label(1, 'Aki', true),
    label(1, 'Ben', false),
    { ...label(1, 'Chi', false), settles: true as const },
    label(2, 'Aki', false),
    label(2, 'Ben', true),
    label(3, 'Aki', true),
    { ...label(3, 'Ben', false), metric: 'tone' },
    { ...label(3, 'Aki', true), metric: 'tone' },
  ]
  const found = differencesIn(labels)
  expect(
    found.map(({ position, subject, labels: said, settled }) => [position, subject.metric, said.length, settled?.by]),
  ).toEqual([
    [2, undefined, 2, undefined],
    [3, 'tone', 2, undefined],
    [1, undefined, 2, 'Chi'],
  ])
})

function label(position: number, by: string, passed: boolean): HumanLabel {
  return {
    runId: 'r',
    position,
    repeat: 0,
    caseId: `c${position}`,
    by,
    passed,
    blind: true,
    at: '2026-01-01T00:00:00Z',
  }
}
