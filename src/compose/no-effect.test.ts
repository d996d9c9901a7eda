import { expect, it } from 'vitest'
import { packs } from '../packs/index.ts'
import { reviewSettings, runSettings } from '../settings/index.ts'
import { idleSettings } from './no-effect.ts'

/** Settings that change every run, or are refused where they would not. */
const alwaysTold = {
  target: 'asked, or refused',
  name: 'stands on the run',
  filter: 'chooses cases, or is refused',
  tag: 'chooses cases, or is refused',
  first: 'chooses cases',
  sample: 'chooses cases',
  baseline: 'stands on the run',
  judgeErrors: 'refused where the file speaks of no metric of the run',
  github: 'elsewhere there is nobody to tell',
  whenUnsure: 'refused without a baseline',
  repeat: 'plays cases so often',
  concurrency: 'how many cases at once',
  seed: 'seeds the statistics',
  stopEarly: 'stops the run, or is refused',
  metric: 'is measured, or refused',
  thresholds: 'refused for metrics that are not there, or whose threshold is code',
  failOn: 'rules of metrics that are not there are refused, and `none` beside others',
  recordTools: 'refused for agents that cannot ask for tools',
  replayTools: 'refused for agents that cannot ask for tools',
  adkCompat: 'stands on the run',
  model: 'refused for agents that have a model of their own',
  'review.model': 'refused for other agents than the reviewer that ships',
  'review.prompt': 'refused for these, and without a model',
}

it('every setting of a run has an effect, is refused, or is said to have none', () => {
  const settings = [...Object.keys(runSettings), ...Object.keys(reviewSettings).map((key) => `review.${key}`)]
  const idle = Object.assign({}, idleSettings, ...packs.map((pack) => pack.idleSettings)) as object
  const unsaid = settings.filter((key) => !(key in alwaysTold) && !(key in idle))
  expect(unsaid).toEqual([])
})
