import { expect, it } from 'vitest'
import type { JudgedItem } from '../../core/index.ts'
import { batteryOf } from './bias-battery.ts'

const isEven = (index: number) => index % 2 === 0
const verdicts = (arm: string, passed: (index: number) => boolean | undefined): readonly JudgedItem[] =>
  Array.from({ length: 60 }, (_, index) => {
    const verdict = passed(index)
    const judged = verdict === undefined ? { passedDecoy: true } : { judge: { passed: verdict } }
    return { id: `${arm}-${index}`, name: 'a case', case: 'c', people: { passed: isEven(index) }, ...judged }
  })

it('finds a bias of a judge that passes the praised decoys as well', () => {
  const [praise] = batteryOf(verdicts('answer', isEven), {
    praise: verdicts('praise', (index) => (isEven(index) ? true : undefined)),
    placebo: verdicts('placebo', isEven),
  })
  expect(praise).toMatchObject({ bias: 'praise', trials: 60, found: true, excess: { value: 0.5 } })
})
