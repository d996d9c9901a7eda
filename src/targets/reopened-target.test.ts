import { describe, expect, it } from 'vitest'
import type { Target } from '../core/index.ts'
import { knownSecrets } from '../text/secrets/secrets.ts'
import { checkedTarget } from './checked-target.ts'
import type { ServableTarget } from './environment/servable-target.ts'
import { withRedactedTarget } from './with-redaction.ts'
import { withTargetRetries } from './with-retries.ts'
import { withTargetTimeout } from './with-timeout.ts'

const wrappers: readonly (readonly [string, (target: ServableTarget) => Target])[] = [
  ['checked', checkedTarget],
  ['with a time limit', (target) => withTargetTimeout(target, 1000)],
  ['with retries', (target) => withTargetRetries(target)],
  ['redacted', (target) => withRedactedTarget(target, knownSecrets())],
]

describe.each(wrappers)('a target %s', (_what, wrap) => {
  it('says of itself what the target says', async () => {
    const wrapped: ServableTarget = wrap(new Recording())
    expect(wrapped).toMatchObject({
      name: 'recording',
      continues: true,
      recorded: true,
      environmentModels: ['tools'],
      agentModels: ['agent'],
    })
    expect(await wrapped.recordedTurns?.()).toBe(3)
  })

  it('is itself again among other tools', () => {
    const among = (wrap(new Recording()) as ServableTarget).within?.([])
    expect(among).toMatchObject({ name: 'recording among 0', agentModels: ['agent'] })
  })
})

/** Nothing of it is its own: a copy of its properties would be empty. */
class Recording implements ServableTarget {
  readonly #turns = 3
  readonly #among: string
  constructor(among = '') {
    this.#among = among
  }
  get name() {
    return `recording${this.#among}`
  }
  get continues() {
    return true
  }
  get recorded() {
    return true
  }
  get environmentModels() {
    return ['tools']
  }
  get agentModels() {
    return ['agent']
  }
  async recordedTurns() {
    return this.#turns
  }
  within(sources: readonly unknown[]) {
    return new Recording(` among ${sources.length}`)
  }
  async open(): ReturnType<Target['open']> {
    return { say: async () => undefined, close: async () => {} }
  }
}
