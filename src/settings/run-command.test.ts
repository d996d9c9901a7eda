import { expect, it } from 'vitest'
import { commandWords } from './run-command.ts'

it('asks for the same again, with paths from the folder in which it was asked', () => {
  const request = {
    cwd: '/home/project',
    dataset: '/home/project/evals/weather cases.jsonl',
    selected: ['rain', 'snow'],
    config: '/home/project/shinsa.config.ts',
    target: './agent.ts',
    name: 'nightly',
    repeat: 5,
    timeoutMs: 90_000,
    thresholds: { rouge_l: 0.7, polite: 1 },
    failOn: ['failed', 'pass-rate<0.9'],
    cache: false,
    github: true,
    resultFile: 'results/of-then.json',
    rerunOf: 'run-1',
  }
  expect(commandWords(request).join('\n')).toMatchInlineSnapshot(`
    "shinsa
    run
    evals/weather cases.jsonl
    --target
    ./agent.ts
    --name
    nightly
    --filter
    rain,snow
    --repeat
    5
    --timeout
    90
    --fail-on
    failed,pass-rate<0.9
    --threshold
    rouge_l=0.7,polite=1
    --no-cache
    --config
    shinsa.config.ts"
  `)
})

it('is the command of reviews where reviews were asked for', () => {
  const request = { cwd: '/a', dataset: '/b/suite.json', selected: [], review: { experiment: 'accuracy' as const } }
  expect(commandWords(request)).toEqual(['shinsa', 'review', '--suite', '/b/suite.json', '--experiment', 'accuracy'])
})
