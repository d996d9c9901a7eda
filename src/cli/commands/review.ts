import { resolve } from 'node:path'
import { type Message, EvalError, message } from '../../core/index.ts'
import { packOf } from '../../compose/pack-of.ts'
import { prepareRun } from '../../compose/prepare-run.ts'
import type { PreparedRun } from '../../compose/prepared-run.ts'
import { findSuite, loadReviewProgress, reviewResultFile, reviewResultPath } from '../../workspace/documents/reviews.ts'
import { resultText } from '../../workspace/runs/result-files.ts'
import type { RunRequest } from '../../settings/run-request.ts'
import { translate } from '../../i18n/index.ts'
import { flagsOf, readFlag, reviewSettings, runSettings, valuesFromFlags } from '../../settings/index.ts'
import { share } from '../../settings/kind.ts'
import { oneLine } from '../../workspace/visible-text.ts'
import { type Flags, type Terminal, defineCommand, refuseIdleFlags, storeOption } from '../command.ts'
import { executeRuns } from '../execute-runs.ts'
import { confirmCost } from '../confirm-cost.ts'
import { dependenciesOf } from '../dependencies.ts'
import { printAgents } from '../print-agents.ts'
import { printLine, printMessage } from '../print-message.ts'

const options = {
  check: {
    value: 'FILE',
    summary: message('requirements, a row each, as .xlsx or CSV: nothing is evaluated, documents are reviewed'),
  },
  documents: { value: 'FOLDER', summary: message('the documents that are held against them') },
  sure: { value: 'SHARE', summary: message('with --check: below this confidence a person is needed (0.85)') },
  suite: { value: 'FILE', summary: message('an array of review cases (or one case)') },
  case: { value: 'FILE', summary: message('one review case') },
  ...flagsOf(reviewSettings),
  output: {
    value: 'FILE',
    short: 'o',
    summary: message('the result file (results/results_TIMESTAMP.json), - is standard output'),
  },
  verbose: { short: 'v', summary: message('show what the reviewer answered to each case') },
  target: {
    value: 'TARGET',
    short: 't',
    summary: message('your own reviewer: ./reviewer.ts, command:…, http://… (the document reviewer that ships)'),
  },
  judge: { value: 'MODEL', summary: message('who judges explanations (embedded)') },
  config: { value: 'FILE', short: 'c', summary: message('a shinsa.config.ts') },
  ...flagsOf(runSettings, ['name', 'repeat', 'concurrency', 'timeoutMs', 'cache', 'maxCost', 'github']),
  ...storeOption,
  'fail-on': {
    value: 'RULES',
    summary: message(
      'what closes the gate (failed,error,not-evaluated); also critical-error, recall<0.95, ece>0.2 and the like, none',
    ),
  },
  yes: { short: 'y', summary: message('do not ask before a run that costs money') },
} as const

export const reviewCommand = defineCommand({
  name: 'review',
  summary: message('evaluate a reviewer of documents: accuracy, calibration, critical errors, explanations'),
  operands: '--suite FILE | --case FILE | --check FILE --documents FOLDER [OPTIONS]',
  details: [
    message(
      'The same suites run under `shinsa run` too. A path that is not in the working directory is looked for in the examples that ship.',
    ),
    message(
      'With --check every document of a folder is held against every requirement, and the answers are written into a workbook. Stopped in the middle, the same command goes on where it ended.',
    ),
  ],
  examples: [
    'shinsa review --suite examples/document-review/en/quick_start_suite.json',
    'shinsa review --suite my_tests/my_suite.json --experiment accuracy --verbose',
    'shinsa review --case my_tests/single_case.json --model claude-sonnet-4-5 --output my_results.json',
    'shinsa review --check requirements.xlsx --documents contracts --output reviewed.xlsx',
  ],
  options,
  async run(operands, flags, ownTerminal) {
    // A result on standard output stands there alone.
    const isPiped = flags.output === '-'
    const terminal = isPiped ? { ...ownTerminal, stdout: ownTerminal.stderr } : ownTerminal
    if (flags.check !== undefined || flags.documents !== undefined) return checkDocuments(operands, flags, terminal)
    if (flags.sure !== undefined) refuseIdleFlags(flags, ['sure'], { beside: '--suite' })
    const file = findSuite(suiteOf(operands, flags), terminal.cwd)
    const dependencies = dependenciesOf(terminal)
    const request = requestFrom(flags, file, { terminal, now: dependencies.now() })
    const prepared = await prepareRun(request, dependencies)
    refuseOtherDataset(prepared, file)
    printAgents([prepared], terminal)
    await confirmCost([prepared], { yes: flags.yes === true, limited: request.maxCost !== undefined }, terminal)
    const { dataset, metrics } = prepared.plan
    const judging = metrics.filter(({ threshold }) => threshold !== undefined)
    printLine(message('✓ {count} test {count|case|cases} loaded from {file}', { count: dataset.cases, file }), terminal)
    printLine(
      message('✓ Experiment with {count} {count|metric|metrics}: {names}', {
        count: judging.length,
        names: judging.map(({ name }) => name).join(', '),
      }),
      terminal,
    )
    return executeRuns([prepared], {
      resumed: false,
      outputs: [{ format: 'terminal', file: undefined }],
      terminal,
      store: dependencies.openStore(),
      progress: await loadReviewProgress(terminal, { verbose: flags.verbose === true }),
      ...(isPiped && {
        onRun: async (report) => ownTerminal.stdout((await resultText(reviewResultFile, report)) ?? ''),
      }),
    })
  },
})

/** Flags that apply to evaluations only. */
const EVALUATING = [
  'suite case experiment fixtures-dir prompt preset max-miss-rate max-approved-errors certainty verbose judge name repeat',
  'timeout cache max-cost github fail-on yes config',
].flatMap((names) => names.split(' '))

async function checkDocuments(
  operands: readonly string[],
  flags: Flags<typeof options>,
  terminal: Terminal,
): Promise<number> {
  const { check, documents, output = 'reviewed.xlsx', target } = flags
  const { model } = valuesFromFlags(reviewSettings, flags)
  const { concurrency = model === undefined ? 1 : 4 } = valuesFromFlags(runSettings, flags)
  if (check === undefined || documents === undefined || operands.length > 0) {
    throw new EvalError('usage', message('--check and --documents belong together'), {
      hint: message('shinsa review --check FILE --documents FOLDER'),
    })
  }
  refuseIdleFlags(flags, EVALUATING, { beside: '--check' })
  if (!/\.xlsx$/i.test(output)) {
    throw new EvalError(
      'usage',
      message('--output {file} is no .xlsx, and --check writes a workbook', { file: output }),
    )
  }
  const { cwd, signal } = terminal
  const tell = (sentence: Message) => terminal.stdout(`${oneLine(translate(sentence, terminal.language))}\n`)
  let pairs = 0
  const { checkFolder } = await import('../../workspace/documents/check-folder.ts')
  const found = await checkFolder(
    {
      cwd,
      signal,
      language: terminal.language,
      check: resolve(cwd, check),
      documents: resolve(cwd, documents),
      output: resolve(cwd, output),
      model,
      target,
      sure: (flags.sure === undefined ? undefined : readFlag('sure', flags.sure, share())) ?? SURE,
      concurrency,
      onNote: (note) => printMessage(message('warning:'), note, terminal),
      onStart: ({ requirements, documents: files, known, reviewer }) => {
        pairs = requirements * files
        tell(
          message(
            '{requirements} {requirements|requirement|requirements} × {files} {files|document|documents}, by {reviewer}',
            {
              requirements,
              files,
              reviewer,
            },
          ),
        )
        if (known > 0) tell(message('{known} of {pairs} were done before', { known, pairs }))
      },
      onRow: ({ document, requirement, verdict, confidence, problem, needsPerson }, done) => {
        const verdicts = verdict === '' ? '–' : `${verdict} ${confidence?.toFixed(2) ?? ''}`
        const person = needsPerson ? '  ⚑' : ''
        terminal.stdout(
          `${oneLine(`[${done}/${pairs}] ${document} · ${requirement}: ${problem === '' ? verdicts : `⚠ ${problem}`}${person}`)}\n`,
        )
      },
    },
    dependenciesOf(terminal),
  )
  const { rows, passed, violations, persons, failed } = found
  tell(
    message(
      '{rows} {rows|answer|answers}: {passed} {passed|passes|pass}, {violations} {violations|fails|fail}; {persons} {persons|needs|need} a person (⚑). {file}',
      {
        rows,
        passed,
        violations,
        persons,
        file: resolve(cwd, output),
      },
    ),
  )
  if (failed === 0) return 0
  tell(message('{failed} could not be reviewed; the same command asks again', { failed }))
  return 3
}

/** The confidence that a critical error must have. */
const SURE = 0.85

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

/** Refuses other datasets, since most flags of this command would have no effect on them. */
function refuseOtherDataset({ plan }: PreparedRun, file: string): void {
  if (packOf(plan.dataset.format)?.name === 'review') return
  throw new EvalError('usage', message('{file} is no suite of reviews', { file }), {
    hint: message('Other datasets run under `shinsa run`.'),
  })
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
    ...valuesFromFlags(runSettings, flags),
    resultFile: flags.output === '-' ? undefined : (flags.output ?? reviewResultPath(now)),
    review: valuesFromFlags(reviewSettings, flags),
  }
}
