import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { EvalError, message, toEnglish } from '../../core/index.ts'
import { flagsOf, runSettings, valuesFromFlags } from '../../settings/index.ts'
import { postAlarm } from '../../workspace/production/alarm-webhook.ts'
import { openProductionJournal } from '../../workspace/production/production-journal.ts'
import { openTraceSource, type TraceSource } from '../../workspace/production/trace-source.ts'
import {
  type ProductionLook,
  type ProductionWatch,
  beginProductionWatch,
  lookAtProduction,
} from '../../workspace/production/watch-production.ts'
import { type Flags, type Terminal, defineCommand, refuseIdleFlags, storeOption, wholeNumberFrom } from '../command.ts'
import { dependenciesOf } from '../dependencies.ts'
import { printMessage, printLine, printWarnings } from '../print-message.ts'
import { alarmLine, productionLine } from '../watch/production-words.ts'

const options = {
  receive: { value: 'PORT', summary: message('receive traces on this port of this machine (OTLP/HTTP); 0 takes any') },
  anchors: { value: 'LABELS', summary: message('results that people labelled, asked again and again: needed') },
  'anchor-every': { value: 'N', summary: message('ask an anchor after so many judged conversations (2)') },
  sample: { value: 'SHARE', summary: message('the share of conversations that is judged (1)') },
  'daily-calls': { value: 'N', summary: message('how many calls of models judges may make a day, in UTC (1000)') },
  'daily-cost': { value: 'DOLLARS', summary: message('what they may cost a day (no limit)') },
  learn: { value: 'N', summary: message('how many verdicts, and answers about anchors, say what is usual (200)') },
  restart: { summary: message('learn anew what is usual, after a change that was meant') },
  webhook: { value: 'URL', summary: message('where an alarm is posted to, as JSON') },
  every: { value: 'SECONDS', summary: message('how often to look (60)') },
  once: {
    summary: message(
      'look once, at all that is there, and end: 0 where all is quiet, 1 after an alarm, 2 where traces could not be read',
    ),
  },
  name: { value: 'NAME', summary: message('of the watch and of its runs (production)') },
  config: { value: 'FILE', short: 'c', summary: message('a shinsa.config.ts: its metrics judge') },
  ...flagsOf(runSettings, ['metric', 'judge']),
  ...storeOption,
} as const

export const watchProduction = defineCommand({
  name: 'watch-production',
  summary: message('judge a sample of what users are answered, and tell whether the agent drifted or the judge'),
  operands: '[TRACES] [OPTIONS]',
  mostOperands: 1,
  details: [
    message('TRACES is a folder or file into which something else writes traces; --receive takes them itself.'),
    message('What happened is in .shinsa/production/NAME: after it was killed, the same line goes on from there.'),
    message('An alarm stays until --restart. False ones are raised in at most 5 % of all watches, however long.'),
  ],
  examples: [
    'shinsa watch-production traces --anchors labels.jsonl --sample 0.1',
    'shinsa watch-production --receive 4318 --anchors labels.jsonl --webhook https://chat.example/hook',
    'shinsa watch-production traces --anchors labels.jsonl --once',
  ],
  options,
  async run(operands, flags, terminal) {
    const name = nameFrom(flags.name)
    const journal = openProductionJournal(name, terminal.cwd)
    const everySeconds = wholeNumberFrom('every', flags.every, { min: 1, max: 86_400 }) ?? 60
    if (flags.once === true) refuseIdleFlags(flags, ['every', 'receive'], { beside: '--once' })
    const source = await openTraceSource({
      path: operands[0] === undefined ? undefined : resolve(terminal.cwd, operands[0]),
      port: wholeNumberFrom('receive', flags.receive, { min: 0, max: 65_535 }),
      inbox: journal.inbox,
      quietMs: flags.once === true ? 0 : Math.min(everySeconds, 30) * 1000,
    })
    const watch = watchFrom(flags, { name, journal, source }, terminal)
    try {
      await beginProductionWatch(watch, {
        conversations: wholeNumberFrom('learn', flags.learn, { min: 20, max: 100_000 }) ?? 200,
        restart: flags.restart === true,
      })
      if (source.port !== undefined)
        printLine(message('receiving traces at {url}', { url: `http://127.0.0.1:${source.port}` }), terminal)
      return await lookAgainAndAgain(watch, flags.once === true ? undefined : everySeconds * 1000, terminal)
    } finally {
      source.close()
    }
  },
})

/** @returns 1 after an alarm, 2 where traces could not be read, else 0 */
async function lookAgainAndAgain(watch: ProductionWatch, everyMs: number | undefined, terminal: Terminal) {
  let said = ''
  const noted = new Set<string>()
  while (true) {
    const look = await lookAtProduction(watch)
    for (const note of look.notes) {
      if (!noted.has(toEnglish(note))) printMessage(message('warning:'), note, terminal)
      noted.add(toEnglish(note))
    }
    const standing = `${look.state.verdict} ${look.waiting > 0} ${look.unreadable.length}`
    if (everyMs === undefined || look.judged > 0 || look.asked > 0 || standing !== said)
      terminal.stdout(`${productionLine(look, terminal.language)}\n`)
    said = standing
    const exitCode = exitCodeOf(look)
    if (everyMs === undefined) return terminal.signal.aborted ? 130 : exitCode
    await setTimeout(everyMs, undefined, { signal: terminal.signal }).catch(() => undefined)
    if (terminal.signal.aborted) return exitCode
  }
}

function exitCodeOf({ state, unreadable }: ProductionLook): number {
  if (state.verdict !== 'quiet') return 1
  return unreadable.length === 0 ? 0 : 2
}

function watchFrom(
  flags: Flags<typeof options>,
  { name, journal, source }: Pick<ProductionWatch, 'journal'> & { readonly name: string; readonly source: TraceSource },
  terminal: Terminal,
): ProductionWatch {
  if (flags.anchors === undefined) {
    throw new EvalError('usage', message('--anchors is needed: without them nobody knows whether the judge drifted'), {
      hint: message('`shinsa labels export` writes them; 50 results that people labelled are a start.'),
    })
  }
  const { config, webhook } = flags
  const judging = Object.fromEntries(Object.entries(flags).filter(([flag]) => flag === 'metric' || flag === 'judge'))
  const dependencies = dependenciesOf(terminal)
  const webhookUrl = webhook === undefined ? undefined : webAddress(webhook)
  return {
    journal,
    source,
    anchors: {
      file: flags.anchors,
      every: wholeNumberFrom('anchor-every', flags['anchor-every'], { min: 1, max: 10_000 }) ?? 2,
    },
    sample: positiveFrom('sample', flags.sample, 1) ?? 1,
    limits: {
      calls: wholeNumberFrom('daily-calls', flags['daily-calls'], { min: 1, max: 10 ** 9 }) ?? 1000,
      dollars: positiveFrom('daily-cost', flags['daily-cost'], 10 ** 9),
    },
    judging: {
      request: { ...valuesFromFlags(runSettings, judging), cwd: terminal.cwd, config, name },
      dependencies,
      store: dependencies.openStore(),
      signal: terminal.signal,
      onPrepared: warnOnce(terminal),
    },
    async tell(state) {
      terminal.stdout(`${alarmLine(state, terminal.language)}\n`)
      if (webhookUrl === undefined) return true
      const isPosted = await postAlarm(webhookUrl, { name, at: dependencies.now().toISOString(), state })
      if (!isPosted)
        printLine(message('the webhook did not take the alarm: it is posted again with the next look'), terminal)
      return isPosted
    },
  }
}

/** Prints a warning only once, since later runs and rounds of anchors repeat it. */
function warnOnce(terminal: Terminal): ProductionWatch['judging']['onPrepared'] {
  const said = new Set<string>()
  return (run) => {
    const key = `${run.plan.dataset.id} ${run.plan.metrics.map((metric) => metric.name).join(' ')}`
    if (said.has(key)) return
    said.add(key)
    printWarnings(run, terminal)
  }
}

function nameFrom(name = 'production'): string {
  if (/^[\p{L}\p{N}][\p{L}\p{N}_.-]{0,60}$/u.test(name)) return name
  throw new EvalError('usage', message('--name is letters, digits, - and _, and {name} is not', { name }))
}

function webAddress(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text
  throw new EvalError('usage', message('--webhook is an address that begins with http:// or https://'))
}

function positiveFrom(flag: string, text: string | undefined, most: number): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (value > 0 && value <= most) return value
  throw new EvalError(
    'usage',
    message('--{flag} is above 0 and at most {most}, and {text} is not', { flag, most, text }),
  )
}
