import { fileURLToPath } from 'node:url'
import { exactMatch, toolRules } from 'shinsa/metrics'
import { expectAgent } from 'shinsa/testing'
import { describe, it } from 'vitest'
import { greeter } from './greeter.ts'

const dataset = fileURLToPath(new URL('greetings.csv', import.meta.url))

describe('greeter', () => {
  it('greets by the hour', async () => {
    await expectAgent(greeter, { store: ':memory:' })
      .ask("It is 8 o'clock.")
      .toCall('part_of_day', { hour: 8 })
      .toAnswer('Good morning!')
      .next("It is 15 o'clock.")
      .not.toAnswer(/morning/)
  })

  it('passes every case of its dataset', async () => {
    await expectAgent(greeter).toPass(dataset, {
      metrics: [exactMatch(), toolRules({ required: ['part_of_day'], counts: { '*': { max: 1 } } })],
      repeat: 2,
      gate: ['failed', 'error', 'not-evaluated'],
      store: ':memory:',
    })
  })
})
