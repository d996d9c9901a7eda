import { hostname } from 'node:os'
import { type Message, message, type RunPlan } from '../../core/index.ts'
import { prepareShare } from '../../compose/prepare-share.ts'
import type { PreparedShare, Shared } from '../../fleet/play-open-run.ts'
import { fetchedFiles, forgetFetched } from '../../workspace/fleet/fetched-files.ts'
import { planFingerprint } from '../../workspace/fleet/plan-fingerprint.ts'
import { defineCommand, storeOption, wholeNumberFrom, type Terminal } from '../command.ts'
import { dependenciesOf } from '../dependencies.ts'
import { openFleetOf } from '../open-fleet.ts'
import { printMessage, sayLine } from '../print-message.ts'
import { labelsFrom } from '../queued-runs.ts'

export const worker = defineCommand({
  name: 'worker',
  summary: message('play runs that were begun with --queue, until it is stopped'),
  operands: '[OPTIONS]',
  mostOperands: 0,
  details: [
    message(
      'A worker needs the project as it is where the run was begun: config, code of the agent, dataset and versions. Where something differs it says in what, and leaves the run to others.',
    ),
    message(
      'Ctrl-C: it begins nothing more, ends what it is at, and stops; once more quits at once, and others take over when its lease ends.',
    ),
  ],
  examples: [
    'shinsa worker --store postgres://db.example/evaluations -j 16',
    'shinsa worker --labels gpu --until-idle',
  ],
  options: {
    concurrency: { value: 'N', short: 'j', summary: message('cases at once (as many as the run says)') },
    labels: {
      value: 'LABELS',
      summary: message('what it has, separated by commas: it plays also runs that ask for that'),
    },
    lease: {
      value: 'SECONDS',
      summary: message('how long nothing may be heard of it until others take over what it has (30)'),
    },
    ...storeOption,
    'until-idle': { summary: message('stop when there is nothing to play') },
  },
  async run(_operands, flags, terminal) {
    const concurrency = wholeNumberFrom('concurrency', flags.concurrency, { min: 1, max: 1024 })
    const lease = wholeNumberFrom('lease', flags.lease, { min: 2, max: 86_400 }) ?? 30
    terminal.sayOnStop?.(message('ending what is at work; nothing more is begun (Ctrl-C again quits at once)'))
    const { work } = await import('../../fleet/worker.ts')
    const fleet = await openFleetOf(terminal, 'shinsa worker')
    const tell = (sentence: Message) => sayLine(sentence, terminal)
    tell(message('waiting for runs; Ctrl-C stops'))
    await work(fleet, {
      name: `${hostname()}:${process.pid}`,
      labels: labelsFrom(flags.labels),
      concurrency,
      leaseMs: lease * 1000,
      untilIdle: flags['until-idle'] === true,
      signal: terminal.signal,
      prepare: async (plan, shared) => shareOf(plan, shared, terminal),
      tidy: async (isOver) => forgetFetched(terminal.cwd, isOver),
      onBegin: (run) => tell(message('playing {run}', { run })),
      onRefused: (run, why, hint) => {
        tell(message('leaving {run} to others', { run }))
        for (const sentence of why) printMessage(message('reason:'), sentence, terminal)
        if (hint !== undefined) tell(hint)
      },
      onTrouble: ({ sentence }) => tell(sentence),
    })
    return 0
  },
})

async function shareOf(
  plan: RunPlan,
  { answers, spent, limits, files, paceOf }: Shared,
  terminal: Terminal,
): Promise<PreparedShare> {
  const elsewhere = await fetchedFiles(terminal.cwd, files)
  const prepared = await prepareShare(plan, dependenciesOf(terminal), {
    cwd: terminal.cwd,
    answers,
    spent,
    maxCost: limits.maxCost,
    known: limits.dataset,
    elsewhere,
    paceOf,
  })
  const { fingerprint } = await planFingerprint(prepared, elsewhere)
  return { ...prepared, fingerprint }
}
