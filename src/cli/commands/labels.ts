import { EvalError, message, type RunStore } from '../../core/index.ts'
import { addLabel, exportLabels, importLabels } from '../../workspace/labels.ts'
import {
  type Flags,
  type Terminal,
  defineCommand,
  refuseIdleFlags,
  shareFrom,
  storeOption,
  wholeNumberFrom,
} from '../command.ts'
import { findNamedRun } from '../find-run.ts'
import { storeToRead } from '../dependencies.ts'
import { printMessage } from '../print-message.ts'

const options = {
  output: { value: 'FILE', short: 'o', takesDash: true, summary: message('where to write (standard output)') },
  aspect: { value: 'NAME', summary: message('the aspect that is meant, such as groundedness (the whole metric)') },
  repeat: { value: 'N', short: 'n', summary: message('which repeat of the case is meant (1)') },
  comment: { value: 'TEXT', summary: message('why') },
  corrected: { value: 'TEXT', summary: message('what should have been answered') },
  by: { value: 'NAME', summary: message('who says so') },
  through: { value: 'PROGRAM', summary: message('what hands it on for that person: such a label corrects no rate') },
  blind: { summary: message("the judge's answer was not seen before") },
  width: { value: 'SHARE', summary: message('how wide the interval of the corrected pass rate may be (0.1)') },
  seed: { value: 'N', summary: message("chance of what is drawn (the run's)") },
} as const

export const labels = defineCommand({
  name: 'labels',
  summary: message("people's verdicts on results: plan, add, export, import"),
  operands: 'export [RUN …] | import FILE | plan RUN [METRIC] | add RUN CASE [METRIC] pass|fail|0–100|note [OPTIONS]',
  details: [
    message('`export` writes JSON lines with case, transcript, metric and labels; without RUN those of all runs.'),
    message('Without METRIC the result as a whole is meant.'),
    message('`plan` says how many labels it takes, and draws the results: some of each verdict, the others by chance.'),
    message('`note` with --comment keeps a note beside the result: it is exported too, and counts as no label.'),
    message('A later label of the same place by the same person replaces the earlier one; the store keeps both.'),
  ],
  examples: [
    'shinsa labels plan latest --width 0.1',
    'shinsa labels add latest greet_1 final_response_match_v2 fail --comment "wrong price" --by reviewer-1',
    'shinsa labels export latest --output labels.jsonl',
    'shinsa labels import labels.jsonl',
    'shinsa judge validate labels.jsonl --judge gemini-2.5-flash',
  ],
  options: { ...options, ...storeOption },
  async run([verb, ...operands], flags, terminal) {
    const action = actions.get(verb ?? '')
    if (action === undefined) {
      throw new EvalError('usage', message('shinsa labels: plan, add, export or import?'), {
        hint: message('`shinsa {command} --help` lists what there is.', { command: 'labels' }),
      })
    }
    const idle = Object.keys(options).filter((flag) => !(flagsOf.get(action) ?? []).includes(flag))
    refuseIdleFlags(flags, idle, { beside: `labels ${verb}` })
    const store = storeToRead(terminal)
    return await action(operands, { flags, terminal, store })
  },
})

type LabelsDependencies = {
  readonly flags: Flags<typeof options>
  readonly terminal: Terminal
  readonly store: RunStore
}

const actions: ReadonlyMap<string, (operands: readonly string[], dependencies: LabelsDependencies) => Promise<number>> =
  new Map([
    ['export', exportTo],
    ['import', importFrom],
    ['plan', planFor],
    ['add', add],
  ])

const flagsOf: ReadonlyMap<unknown, readonly string[]> = new Map([
  [exportTo, ['output']],
  [planFor, ['width', 'seed']],
  [add, ['aspect', 'repeat', 'comment', 'corrected', 'by', 'through', 'blind']],
])

async function exportTo(names: readonly string[], { flags, terminal, store }: LabelsDependencies): Promise<number> {
  const runs =
    names.length === 0 ? await store.list() : await Promise.all(names.map((name) => findNamedRun(store, name)))
  for (const { runId, what, reason } of await store.unreadable()) {
    if (what === 'run' ? names.length === 0 : runs.some(({ plan }) => plan.runId === runId))
      printMessage(message('warning:'), reason, terminal)
  }
  const { lines } = await exportLabels(runs, store, { file: flags.output, stdout: terminal.stdout })
  printMessage(message('note:'), message('{lines} {lines|result|results} with labels written', { lines }), terminal)
  return 0
}

async function importFrom(
  [file, ...others]: readonly string[],
  { terminal, store }: LabelsDependencies,
): Promise<number> {
  if (file === undefined || others.length > 0) {
    throw new EvalError('usage', message('which file of labels?'), { hint: message('shinsa labels import FILE') })
  }
  const { kept, unknown } = await importLabels(file, { cwd: terminal.cwd, store })
  printMessage(message('note:'), message('{kept} {kept|label|labels} taken in', { kept }), terminal)
  if (unknown > 0) {
    const sentence = message('{unknown} {unknown|label is|labels are} of results that this store does not have', {
      unknown,
    })
    printMessage(message('warning:'), sentence, terminal)
  }
  return 0
}

async function planFor(
  [runName, metric, ...others]: readonly string[],
  { flags, terminal, store }: LabelsDependencies,
): Promise<number> {
  if (runName === undefined || others.length > 0) {
    throw new EvalError('usage', message('which run is to be labelled?'), {
      hint: message('shinsa labels plan RUN [METRIC]'),
    })
  }
  const run = await findNamedRun(store, runName)
  const width = shareFrom('width', flags.width) ?? 0.1
  const seed = wholeNumberFrom('seed', flags.seed, { min: 0, max: Number.MAX_SAFE_INTEGER }) ?? run.plan.seed
  const { labelPlanOf } = await import('../../workspace/label-plan.ts')
  const { needed, there, worth, results } = await labelPlanOf(run, { metric, width, seed }, store)
  for (const { caseId, repeat } of results)
    terminal.stdout(`${[caseId, ...(repeat === 0 ? [] : [`--repeat ${repeat + 1}`])].join(' ')}\n`)
  const values = { width: Math.round(1000 * width) / 10, needed, there, worth: worth.toFixed(1), more: results.length }
  const sentence =
    worth === 1
      ? message(
          'an interval {width} points wide takes about {needed} labels; {there} are there, {more} more are listed',
          values,
        )
      : message(
          'an interval {width} points wide takes about {needed} labels, each worth {worth} without verdicts; {there} are there, {more} more are listed',
          values,
        )
  printMessage(message('note:'), sentence, terminal)
  return 0
}

async function add(operands: readonly string[], { flags, terminal, store }: LabelsDependencies): Promise<number> {
  const [runName, caseId, ...said] = operands
  const rating = said.at(-1)
  if (caseId === undefined || rating === undefined || said.length > 2) {
    throw new EvalError(
      'usage',
      message('a label needs RUN, CASE and pass, fail, 0–100 or note; METRIC stands before it'),
      {
        hint: message('shinsa labels add latest CASE METRIC pass'),
      },
    )
  }
  const run = await findNamedRun(store, runName)
  await addLabel(
    run,
    {
      caseId,
      ...(said.length === 2 && { metric: said[0] }),
      repeat: (wholeNumberFrom('repeat', flags.repeat, { min: 1, max: 1000 }) ?? 1) - 1,
      ...ratingFrom(rating, flags.comment ?? flags.corrected),
      ...(flags.aspect !== undefined && { aspect: flags.aspect }),
      ...(flags.comment !== undefined && { comment: flags.comment }),
      ...(flags.corrected !== undefined && { corrected: flags.corrected }),
      ...(flags.by !== undefined && { by: flags.by }),
      ...(flags.through !== undefined && { through: flags.through }),
      at: new Date().toISOString(),
      blind: flags.blind === true,
    },
    store,
  )
  printMessage(
    message('note:'),
    rating === 'note'
      ? message('a note on {case} of run {run} is kept', { case: caseId, run: run.plan.runId })
      : message('labelled {case} of run {run}', { case: caseId, run: run.plan.runId }),
    terminal,
  )
  return 0
}

function ratingFrom(text: string, comment = ''): { readonly passed?: boolean; readonly value?: number } {
  if (text === 'pass' || text === 'fail') return { passed: text === 'pass' }
  if (text === 'note') {
    if (comment.trim() !== '') return {}
    throw new EvalError('usage', message('a note needs --comment TEXT'))
  }
  const score = Number(text)
  if (text.trim() !== '' && score >= 0 && score <= 100) return { value: score / 100 }
  throw new EvalError(
    'usage',
    message('{text} is neither pass nor fail nor 0–100 nor note', { text: JSON.stringify(text) }),
  )
}
