import { message } from '../../core/index.ts'
import { flagsOf, runSettings } from '../../settings/index.ts'
import { type Flags, storeOption } from '../command.ts'

export const judgeOptions = {
  judge: {
    value: 'MODEL',
    multiple: true,
    summary: message('who judges (embedded); in a race each of them, several times'),
  },
  metric: {
    value: 'NAME',
    short: 'm',
    multiple: true,
    summary: message("the metric to ask for (each label's own); in a race each of them"),
  },
  config: {
    value: 'FILE',
    short: 'c',
    multiple: true,
    summary: message('a shinsa.config.ts; in a race each of them, such as one for each prompt'),
  },
  format: { value: 'FORMAT', short: 'f', summary: message('terminal or json (else from the ending of --output)') },
  output: {
    value: 'FILE',
    short: 'o',
    takesDash: true,
    summary: message('write the report to this file instead of standard output'),
  },
  'fail-on': { value: 'RULES', summary: message('what makes the exit code 1, such as kappa-low<0.6, or changed') },
  against: { value: 'FILE', summary: message('an earlier validation in JSON: has the judge changed since?') },
  sensitivity: { value: 'SHARE', summary: message('admit: how much of what people failed it has to find (0.75)') },
  specificity: { value: 'SHARE', summary: message('admit: how much of what people passed it has to pass (0.75)') },
  battery: { summary: message('admit: also look for biases, which takes eight times as many answers of the judge') },
  ...flagsOf(runSettings, ['seed', 'cache', 'maxCost']),
  concurrency: { value: 'N', short: 'j', summary: message('results at once (64)') },
  yes: { short: 'y', summary: message('do not ask before a run that costs money') },
  ...storeOption,
} as const

export type JudgeFlags = Flags<typeof judgeOptions>
