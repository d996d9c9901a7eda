import { expect, it } from 'vitest'
import { runSettings } from '../settings/index.ts'
import { idleSettings } from './no-effect.ts'

/** Settings that change every run, or are refused where they would not. */
const alwaysTold = {
  target: 'asked, or refused',
  name: 'stands on the run',
  repeat: 'plays cases so often',
  concurrency: 'how many cases at once',
  seed: 'seeds the statistics',
  failOn: 'rules of metrics that are not there are refused',
  environment: 'refused for agents that cannot ask for tools',
  recordTools: 'refused for agents that cannot ask for tools',
  replayTools: 'refused for agents that cannot ask for tools',
  adkCompat: 'stands on the run',
}

it('every setting of a run has an effect, is refused, or is said to have none', () => {
  const idle = new Set(idleSettings.map(({ name }) => name))
  const unsaid = Object.entries(runSettings).filter(
    ([key, { flag }]) => !(key in alwaysTold) && !idle.has(key) && !idle.has(`--${flag?.name}`),
  )
  expect(unsaid.map(([key]) => key)).toEqual([])
})
