import { EvalError, message, stringifyJson } from '../../core/index.ts'
import { stateOf, type TrailEntry } from '../../improve/improve-trail.ts'
import {
  acceptChange,
  beginGoal,
  confirmChange,
  readTrail,
  registerChange,
  tryChange,
} from '../../workspace/improve/improve-service.ts'
import type { ImproveWorld } from '../../workspace/improve/project-state.ts'
import { loadImproveLines } from '../../workspace/runs/reports.ts'
import {
  defineCommand,
  oneOfFrom,
  storeOption,
  refuseIdleFlags,
  shareFrom,
  wholeNumberFrom,
  type Flags,
  type Terminal,
} from '../command.ts'
import { dependenciesOf } from '../dependencies.ts'
import { printLine } from '../print-message.ts'

const improveOptions = {
  'may-change': { value: 'PATHS', summary: message('init: files and folders of the agent, such as agent.ts,prompts') },
  goal: { value: 'GOAL', summary: message('init: pass-rate, or the mean of a metric (pass-rate)') },
  direction: { value: 'up|down', summary: message('init: which way is better (up)') },
  smallest: { value: 'DIFFERENCE', summary: message('init: the smallest difference that matters (0.05)') },
  alpha: { value: 'P', summary: message('init: how often "better" may be said wrongly, over all looks (0.05)') },
  sealed: { value: 'SHARE', summary: message('init: the share of the cases that nobody in the loop sees (0.33)') },
  seed: { value: 'N', summary: message('init: of the division (1)') },
  target: { value: 'TARGET', short: 't', summary: message('init: the agent, unless the config names it') },
  config: { value: 'FILE', short: 'c', summary: message('init: the config, unless it is the one of the project') },
  what: { value: 'TEXT', summary: message('register: what was changed') },
  why: { value: 'TEXT', summary: message('register, accept-change: why') },
  expect: { value: 'DIFFERENCE', summary: message('register: what it should bring, such as 0.08') },
  by: { value: 'NAME', summary: message('accept-change: who signs') },
  json: { summary: message('log: the trail as JSON') },
  ...storeOption,
} as const

const flagsOf: Readonly<Record<string, readonly string[]>> = {
  init: ['may-change', 'goal', 'direction', 'smallest', 'alpha', 'sealed', 'seed', 'target', 'config'],
  register: ['what', 'why', 'expect'],
  'accept-change': ['by', 'why'],
  log: ['json'],
}

type ImproveFlags = Flags<typeof improveOptions>

export const improve = defineCommand({
  name: 'improve',
  summary: message(
    'change an agent again and again without fooling oneself: a sealed third says whether it became better',
  ),
  operands: 'init DATASET --may-change PATHS | register | try | confirm | accept-change | log',
  mostOperands: 2,
  details: [
    message(
      '`init` divides the cases once: open ones may be read, a sealed part is encrypted and seen by nobody in the loop.',
    ),
    message(
      '`register` writes a change down, `try` plays the open cases, `confirm` judges it by the sealed ones: better, not better, or cannot tell yet.',
    ),
    message(
      'However many changes are confirmed, "better" is said wrongly in at most 5 % of all loops. What else changed is named, and the verdict is "not comparable" until a person signs it with accept-change.',
    ),
    message('confirm ends with 0 when it is better, 1 when not or not comparable, 2 when it cannot be told yet.'),
  ],
  examples: [
    'shinsa improve init cases.jsonl --may-change agent.ts',
    'shinsa improve register --what "asks for the order number" --why "three failures had none" --expect 0.08',
    'shinsa improve try',
    'shinsa improve confirm',
    'shinsa improve log',
  ],
  options: improveOptions,
  async run([verb = '', dataset], flags, terminal) {
    const handle = Object.hasOwn(verbs, verb) ? verbs[verb as keyof typeof verbs] : undefined
    if (handle === undefined || (verb === 'init') !== (dataset !== undefined)) {
      throw new EvalError('usage', message('shinsa improve: what?'), {
        hint: message('init DATASET --may-change PATHS, register, try, confirm, accept-change or log'),
      })
    }
    const idle = Object.keys(improveOptions).filter((name) => name !== 'store' && !flagsOf[verb]?.includes(name))
    refuseIdleFlags(flags, idle, { beside: `improve ${verb}` })
    const { cwd, environment, signal } = terminal
    const dependencies = dependenciesOf(terminal)
    return await handle({
      dataset: dataset ?? '',
      flags,
      terminal,
      world: { cwd, environment, dependencies, signal },
    })
  },
})

type ImproveCall = {
  readonly dataset: string
  readonly flags: ImproveFlags
  readonly terminal: Terminal
  readonly world: ImproveWorld
}

const verbs = {
  async init({ dataset, flags, terminal, world }: ImproveCall): Promise<number> {
    const entry = await beginGoal(
      {
        dataset,
        goal: flags.goal ?? 'pass-rate',
        direction: oneOfFrom('direction', flags.direction, ['up', 'down']) ?? 'up',
        smallest: shareFrom('smallest', flags.smallest) ?? 0.05,
        alpha: shareFrom('alpha', flags.alpha) ?? 0.05,
        share: shareFrom('sealed', flags.sealed) ?? 0.33,
        seed: wholeNumberFrom('seed', flags.seed, { min: 0, max: 2 ** 31 }) ?? 1,
        mayChange: needed(flags['may-change'], 'may-change')
          .split(',')
          .map((path) => path.trim()),
        ...(flags.target !== undefined && { target: flags.target }),
        ...(flags.config !== undefined && { config: flags.config }),
      },
      world,
    )
    await print([entry], terminal)
    return 0
  },

  async register({ flags, terminal, world }: ImproveCall): Promise<number> {
    const expected = shareFrom('expect', flags.expect)
    const change = { what: needed(flags.what, 'what'), why: needed(flags.why, 'why'), expected }
    const entry = await registerChange(change, world)
    await print([entry], terminal)
    return entry.type === 'registered' ? 0 : 1
  },

  async try({ terminal, world }: ImproveCall): Promise<number> {
    const { entry, suspicious, wasRead } = await tryChange(world)
    await print([entry], terminal)
    for (const place of suspicious) {
      printLine(message('the agent’s own files hold a case or its id: {place}', { place }), terminal)
    }
    for (const file of wasRead) printLine(message('{file} was read while the agent was asked', { file }), terminal)
    return entry.type === 'tried' ? 0 : 1
  },

  async confirm({ terminal, world }: ImproveCall): Promise<number> {
    const entry = await confirmChange(world)
    await print([entry], terminal)
    if (entry.type !== 'looked') return 1
    return { better: 0, 'not better': 1, 'cannot tell yet': 2 }[entry.outcome]
  },

  async 'accept-change'({ flags, terminal, world }: ImproveCall): Promise<number> {
    await print([await acceptChange({ by: needed(flags.by, 'by'), why: needed(flags.why, 'why') }, world)], terminal)
    return 0
  },

  async log({ flags, terminal, world }: ImproveCall): Promise<number> {
    const trail = await readTrail(world)
    if (flags.json === true) terminal.stdout(`${stringifyJson({ trail, state: stateOf(trail) })}\n`)
    else await print(trail, terminal)
    return 0
  },
}

async function print(entries: readonly TrailEntry[], terminal: Terminal): Promise<void> {
  terminal.stdout(await loadImproveLines(entries, terminal))
}

function needed(value: string | undefined, flag: string): string {
  if (value !== undefined && value.trim() !== '') return value
  throw new EvalError('usage', message('--{flag} is missing', { flag }), {
    hint: message('`shinsa improve --help` shows what each step takes.'),
  })
}
