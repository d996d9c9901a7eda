import { join } from 'node:path'
import type { Message } from '../core/index.ts'
import { EvalError, message } from '../core/index.ts'
import { prepareRun } from '../config/prepare-run.ts'
import { findSuite, reviewExperiments, reviewProgress, reviewResultName } from '../config/reviews.ts'
import type { RunRequest } from '../config/run-request.ts'
import { translate } from '../i18n/index.ts'
import type { Flags, Terminal } from './command.ts'
import { defineCommand, oneOf, wholeNumber } from './command.ts'
import { conductRuns } from './conduct-runs.ts'
import { confirmCost, dollars } from './confirm-cost.ts'
import { surroundings } from './surroundings.ts'

const options = {
  suite: { value: 'FILE', summary: message('an array of review cases (or one case)') },
  case: { value: 'FILE', summary: message('one review case') },
  'fixtures-dir': { value: 'FOLDER', summary: message('where the documents lie (fixtures beside the suite)') },
  experiment: {
    value: 'TYPE',
    summary: message(
      'accuracy: verdicts and confidence, no judge; tool: also how tools were used; comprehensive: also explanations (comprehensive)',
    ),
  },
  output: { value: 'FILE', short: 'o', summary: message('the result file (results/results_TIMESTAMP.json)') },
  verbose: { short: 'v', summary: message('show what the reviewer answered to each case') },
  target: {
    value: 'TARGET',
    short: 't',
    summary: message('your own reviewer: ./reviewer.ts, command:…, http://… (the document reviewer that ships)'),
  },
  model: {
    value: 'MODEL',
    short: 'm',
    summary: message('the model of the document reviewer that ships; without one it compares by rules, offline'),
  },
  prompt: { value: 'FILE', summary: message('other instructions for the document reviewer; see docs/reviews.md') },
  judge: { value: 'MODEL', summary: message('who judges explanations (embedded)') },
  preset: {
    value: 'NAME',
    summary: message('rapid-compat counts a confidence of 0.8 and more as high, not only above 0.85'),
  },
  'max-miss-rate': {
    value: 'SHARE',
    summary: message('the share of violations that auto-approval may miss, for the certified threshold (0.05)'),
  },
  'max-approved-errors': {
    value: 'SHARE',
    summary: message(
      'the share of what is approved that may be violations, for its own certificate (as --max-miss-rate)',
    ),
  },
  certainty: { value: 'SHARE', summary: message('how sure a certificate has to be (0.95)') },
  name: { value: 'TEXT', summary: message('a name for the run; other commands find it by that') },
  config: { value: 'FILE', short: 'c', summary: message('a shinsa.config.ts') },
  repeat: { value: 'N', short: 'n', summary: message('review each case N times (1)') },
  concurrency: { value: 'N', short: 'j', summary: message('cases at once (8)') },
  'fail-on': {
    value: 'RULES',
    summary: message(
      'what closes the gate (failed,error,not-evaluated); also critical-error, recall<0.95, ece>0.2 and the like, none',
    ),
  },
  'no-cache': { summary: message('ask judges everything anew') },
  'max-cost': {
    value: 'DOLLARS',
    summary: message('stop cleanly when the models that Shinsa asks have cost this much'),
  },
  yes: { short: 'y', summary: message('do not ask before a run that costs money') },
} as const

export const review = defineCommand({
  name: 'review',
  summary: message('evaluate a reviewer of documents: accuracy, calibration, critical errors, explanations'),
  operands: '--suite FILE | --case FILE [OPTIONS]',
  details: [
    message(
      'The same suites run under `shinsa run` too. A path that is not in the working directory is looked for in the examples that ship.',
    ),
  ],
  examples: [
    'shinsa review --suite examples/document-review/en/quick_start_suite.json',
    'shinsa review --suite my_tests/my_suite.json --experiment accuracy --verbose',
    'shinsa review --case my_tests/single_case.json --model claude-sonnet-4-5 --output my_results.json',
  ],
  options,
  async run(operands, flags, terminal) {
    const file = findSuite(suiteOf(operands, flags), terminal.cwd)
    const around = surroundings(terminal)
    const prepared = await prepareRun(requestFrom(flags, file, { terminal, now: around.now() }), around)
    await confirmCost([prepared], { yes: flags.yes === true, limited: flags['max-cost'] !== undefined }, terminal)
    const { dataset, metrics } = prepared.plan
    const judging = metrics.filter(({ threshold }) => threshold !== undefined)
    const say = (sentence: Message) => terminal.stdout(`${translate(sentence, terminal.language)}\n`)
    say(message('✓ {count} test {count|case|cases} loaded from {file}', { count: dataset.cases, file }))
    say(
      message('✓ Experiment with {count} {count|metric|metrics}: {names}', {
        count: judging.length,
        names: judging.map(({ name }) => name).join(', '),
      }),
    )
    return conductRuns([prepared], {
      resumed: false,
      output: { format: 'terminal', file: undefined },
      terminal,
      store: around.openStore(),
      progress: await reviewProgress(terminal, { verbose: flags.verbose === true }),
    })
  },
})

/** @throws {EvalError} `usage` unless exactly one file is named */
function suiteOf(operands: readonly string[], { suite, case: single }: Flags<typeof options>): string {
  const [named, ...more] = [suite, single, ...operands].filter((file) => file !== undefined)
  if (named !== undefined && more.length === 0) return named
  throw new EvalError(
    'usage',
    named === undefined
      ? message('which suite? None was named')
      : message('--suite and --case exclude each other, and one file is enough'),
    { hint: message('shinsa review --suite FILE, or --case FILE') },
  )
}

function requestFrom(
  flags: Flags<typeof options>,
  dataset: string,
  { terminal, now }: { readonly terminal: Terminal; readonly now: Date },
): RunRequest {
  return {
    cwd: terminal.cwd,
    dataset,
    selected: [],
    config: flags.config,
    target: flags.target,
    name: flags.name,
    repeat: wholeNumber('repeat', flags.repeat, { min: 1, max: 1000 }),
    concurrency: wholeNumber('concurrency', flags.concurrency, { min: 1, max: 1024 }),
    failOn: flags['fail-on']?.split(',').map((rule) => rule.trim()),
    judge: flags.judge,
    cache: flags['no-cache'] === true ? false : undefined,
    maxCost: dollars(flags['max-cost']),
    resultFile: flags.output ?? join('results', reviewResultName(now)),
    review: {
      experiment: oneOf('experiment', flags.experiment, reviewExperiments) ?? 'comprehensive',
      fixtures: flags['fixtures-dir'],
      model: flags.model,
      prompt: flags.prompt,
      preset: oneOf('preset', flags.preset, ['rapid-compat']),
      maxMissRate: share('max-miss-rate', flags['max-miss-rate']),
      maxApprovedErrors: share('max-approved-errors', flags['max-approved-errors']),
      certainty: share('certainty', flags.certainty),
    },
  }
}

/** A share from a flag, between 0 and 1. @throws {EvalError} `usage` */
function share(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (text.trim() !== '' && value > 0 && value < 1) return value
  throw new EvalError(
    'usage',
    message('--{flag} takes a share between 0 and 1, not {text}', { flag, text: JSON.stringify(text) }),
  )
}
