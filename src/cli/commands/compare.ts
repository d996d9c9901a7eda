import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { readRunFile } from '../../compose/baseline/read-run-file.ts'
import { type Run, type RunStore, EvalError, message } from '../../core/index.ts'
import { atomicWrite } from '../../files/index.ts'
import { compareAgainst } from '../../workspace/runs/compare-against.ts'
import { comparisonChunks, comparisonFormats, type ComparisonFormat } from '../../workspace/runs/reports.ts'
import { isWorse, storedResults, type RunResults } from '../../runner/index.ts'
import { defineCommand, oneOfFrom, storeOption } from '../command.ts'
import { findNamedRun } from '../find-run.ts'
import { formatOfFile, refuseOtherReporter } from '../output.ts'
import { dependenciesOf, storeToRead } from '../dependencies.ts'
import { writePage } from '../write-page.ts'

/** A baseline and five other runs; a terminal has no room for more columns. */
const runsAtMost = 6

export const compare = defineCommand({
  name: 'compare',
  summary: message('two runs side by side, or several against one, case by case, with a paired test'),
  operands: 'BASELINE RUN … [OPTIONS]',
  mostOperands: runsAtMost,
  details: [
    message('A run is one of the store, or a file that `shinsa export` wrote as baseline or json, on any machine.'),
    message(
      'The first one is the baseline of up to five others. Only cases that both runs evaluated are compared; the others are counted and named.',
    ),
    message(
      'An error of the agent counts as not passed. What a judge was silent on is no loss: less may have been evaluated.',
    ),
    message(
      'The verdict is a paired test on the same cases: "better", "worse", or "cannot tell" with how many cases it would take. Of several runs p-values are adjusted by Holm.',
    ),
  ],
  examples: [
    'shinsa compare 20261120 latest',
    'shinsa compare main-run latest --fail-on-worse',
    'shinsa compare main-run small-model large-model --output comparison.csv',
    'shinsa compare baseline.json latest',
  ],
  options: {
    reporter: {
      value: 'FORMAT',
      short: 'r',
      summary: message('terminal, markdown, json or csv (else from the ending of --output)'),
    },
    output: {
      value: 'FILE',
      short: 'o',
      takesDash: true,
      summary: message('where to write (standard output); one that ends in .html has the pages of the runs too'),
    },
    json: { summary: message('the same as --reporter json') },
    'fail-on-worse': { summary: message('exit with 1 when one is worse than the baseline') },
    'fail-on-less-evaluated': { summary: message('exit with 1 when clearly less was evaluated than in the baseline') },
    ...storeOption,
  },
  async run(operands, flags, terminal) {
    const format = formatFrom(flags)
    if (operands.length < 2) {
      throw new EvalError('usage', message('compare needs two runs'), {
        hint: message('shinsa compare BASELINE RUN; `shinsa list` shows the runs.'),
      })
    }
    const { openStore } = dependenciesOf(terminal, storeToRead)
    const runs = await Promise.all(operands.map((name) => runNamed(name, { openStore, cwd: terminal.cwd })))
    const comparisons = await compareAgainst(runs)
    const file = flags.output
    if (format === 'html') await writePage(await storedRuns(runs, openStore()), { store: openStore(), file, terminal })
    else if (file === undefined)
      for await (const chunk of comparisonChunks(comparisons, format, terminal)) terminal.stdout(chunk)
    else {
      const chunks = comparisonChunks(comparisons, format, { ...terminal, color: false })
      await atomicWrite(resolve(terminal.cwd, file), chunks)
    }
    const closed =
      (flags['fail-on-worse'] === true && comparisons.some(isWorse)) ||
      (flags['fail-on-less-evaluated'] === true && comparisons.some(({ evaluation }) => evaluation?.less === true))
    return closed ? 1 : 0
  },
})

const formatOfEnding: Readonly<Record<string, ComparisonFormat | 'html'>> = {
  '.html': 'html',
  '.csv': 'csv',
  '.json': 'json',
  '.md': 'markdown',
  '.txt': 'terminal',
}

type CompareOptions = { readonly reporter?: string; readonly output?: string; readonly json?: boolean }

function formatFrom({ reporter, output, json }: CompareOptions): ComparisonFormat | 'html' {
  const named = oneOfFrom('reporter', reporter, comparisonFormats)
  if (json === true) {
    refuseOtherReporter(named)
    return 'json'
  }
  if (named !== undefined || output === undefined) return named ?? 'terminal'
  return formatOfFile(output, formatOfEnding, { name: 'reporter', takes: comparisonFormats })
}

async function storedRuns(runs: readonly RunResults[], store: RunStore): Promise<readonly Run[]> {
  const stored = await Promise.all(runs.map(async ({ run }) => store.find(run.plan.runId)))
  const found = stored.flatMap((run) => run ?? [])
  if (found.length === runs.length) return found
  throw new EvalError('usage', message('a page needs runs of the store: a baseline in a file has no answers to show'))
}

/** Reads an existing file with a result file's ending; any other name is a run of the store. */
async function runNamed(
  name: string,
  { openStore, cwd }: { readonly openStore: () => RunStore; readonly cwd: string },
): Promise<RunResults> {
  const file = resolve(cwd, name)
  if (/\.json$/i.test(name) && existsSync(file)) return readRunFile(file)
  return storedResults(await findNamedRun(openStore(), name), openStore())
}
