import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { openDataset, readDataset, writeDataset } from '../../compose/datasets.ts'
import { type Estimate, type EvalCase, EvalError, message, parseJson, stringifyJson, textOf } from '../../core/index.ts'
import { addJsonLines, atomicWrite, jsonLinesIn } from '../../files/index.ts'
import { divideCases } from '../../improve/divide-cases.ts'
import { changedFingerprints } from '../../improve/fingerprints.ts'
import {
  type ImproveGoal,
  type NewTrailEntry,
  type TrailEntry,
  TrailEntry as Entry,
  stateOf,
} from '../../improve/improve-trail.ts'
import { alphaOfLook, lookAtSealed } from '../../improve/sealed-look.ts'
import { casesWithTwins, compareTwins } from '../../improve/twins.ts'
import { meanInterval } from '../../statistics/mean.ts'
import { pairedMeanInterval } from '../../statistics/paired.ts'
import { playCases } from './play-cases.ts'
import { agentPath, casesInAgent } from './project-fingerprints.ts'
import { agentOf, filesOfCases, fingerprintsOf, improvePlace, type ImproveWorld, nameOfRead } from './project-state.ts'
import { watchReads } from './read-watch.ts'
import { type SealedCases, sealedStore } from './sealed-store.ts'

export type NewGoal = Omit<ImproveGoal, 'id' | 'open' | 'sealed'> & { readonly share: number }

/** Sealed cases are repeated so that one look costs about as much as a whole run. */
function repeatsOf({ open, sealed }: Pick<ImproveGoal, 'open' | 'sealed'>): number {
  return Math.max(1, Math.min(12, Math.round((open + sealed) / sealed)))
}

const fewestSealed = 5

/**
 * Begins a goal: divides the cases, encrypts the sealed ones, and plays both with the present agent as the baseline.
 *
 * @throws {EvalError} `usage` where a goal is under way, or there are too few cases to seal a part of them
 */
export async function beginGoal(given: NewGoal, world: ImproveWorld): Promise<TrailEntry> {
  const place = improvePlace(world)
  if (existsSync(place.trail)) {
    throw new EvalError('usage', message('{file}: a goal goes on already', { file: place.trail }), {
      hint: message('`shinsa improve log` shows it; remove the folder to begin another, with new sealed cases.'),
    })
  }
  if (given.goal === 'pass-rate' && given.direction === 'down') {
    throw new EvalError('usage', message('--direction down is about the mean of a metric, and --goal is pass-rate'), {
      hint: message('Name a metric of which less is better: --goal METRIC --direction down'),
    })
  }
  const file = resolve(world.cwd, given.dataset)
  const { dataset } = await openDataset(file)
  const cases = await Array.fromAsync(dataset.cases())
  const { share, ...settings } = {
    ...given,
    mayChange: given.mayChange.map((path) => agentPath(path, { ...given, cwd: world.cwd, folder: place.project })),
  }
  const { open, sealed } = divideCases(cases.map(dividedCase), { share, seed: given.seed })
  if (sealed.length < fewestSealed || open.length === 0) {
    throw new EvalError(
      'usage',
      message('{count} {count|case is|cases are} too few to seal a part of them', { count: cases.length }),
      {
        hint: message('At least {fewest} have to be sealed; about 300 in all show a difference of 8 points.', {
          fewest: fewestSealed,
        }),
      },
    )
  }
  const goal: ImproveGoal = {
    ...settings,
    id: randomBytes(8).toString('hex'),
    open: open.length,
    sealed: sealed.length,
  }
  const store = sealedStore(place.folder, world.environment)
  store.createKey(goal.id)
  mkdirSync(place.folder, { recursive: true })
  const bytes = readFileSync(file)
  const { text } = await writeDataset(
    'case-lines',
    dataset,
    cases.filter(({ id }) => open.includes(id)),
  )
  await atomicWrite(place.openCases, text)
  const parts = { dataset: bytes.toString('base64'), openIds: [...open], sealedIds: [...sealed] }
  const { unevaluatedRepeats, ...base } = await playBase(parts, { goal, ...world })
  if (Object.keys(base.sealedBase).length === 0) {
    throw new EvalError('usage', message('no sealed case could be evaluated by {goal}', { goal: goal.goal }), {
      hint: message('--goal is pass-rate, or a metric of the run: shinsa show baseline tells what was scored.'),
    })
  }
  const secret: SealedCases = { ...parts, ...base, trailHead: '' }
  const values = Object.values(base.openBase).map((value) => (goal.direction === 'up' ? value : 1 - value))
  const openMean = meanInterval(values, { bounds: [0, 1] })
  const lookedBefore = store.lookedBefore(await sealedTexts(secret, goal))
  const withoutBase = withoutBaseOf(secret, unevaluatedRepeats)
  return addEntry(
    { type: 'begun', goal, openMean, ...withoutBase, ...(lookedBefore > 0 && { lookedBefore }) },
    { secret, world, goal },
  )
}

/** Counts the cases, and the repeats of other sealed ones, that could not be evaluated when the baseline was played. */
function withoutBaseOf({ openIds, openBase, sealedIds, sealedBase }: SealedCases, repeats: number) {
  const open = openIds.filter((id) => openBase[id] === undefined).length
  const sealed = sealedIds.filter((id) => sealedBase[id] === undefined).length
  return open + sealed + repeats === 0 ? {} : { withoutBase: { open, sealed, ...(repeats > 0 && { repeats }) } }
}

async function sealedTexts(secret: SealedCases, goal: ImproveGoal): Promise<readonly string[]> {
  const { dataset } = await readDataset(Buffer.from(secret.dataset, 'base64'), goal.dataset)
  const cases = await Array.fromAsync(dataset.cases())
  return cases.map(dividedCase).flatMap(({ id, text }) => (secret.sealedIds.includes(id) ? [text] : []))
}

async function playBase(
  divided: Pick<SealedCases, 'dataset' | 'openIds' | 'sealedIds'>,
  world: ImproveWorld & { readonly goal: ImproveGoal },
) {
  const { goal } = world
  const options = { ...world, dataset: Buffer.from(divided.dataset, 'base64') }
  const open = await playCases(divided.openIds, { ...options, repeat: 1, name: 'baseline', isSealed: false })
  const repeat = repeatsOf(goal)
  const sealed = await playCases(divided.sealedIds, { ...options, repeat, name: 'sealed', isSealed: true })
  const { fingerprints } = await fingerprintsOf(options)
  const base = { openBase: { ...open.values }, sealedBase: { ...sealed.values }, sealedEvaluated: sealed.evaluated }
  return { ...base, unevaluatedRepeats: sealed.unevaluatedRepeats, fingerprints }
}

/**
 * Registers a change before it is judged: what was done, why, and what effect is expected.
 *
 * @throws {EvalError} `usage` where something other than the agent has changed
 */
export async function registerChange(
  { what, why, expected }: { readonly what: string; readonly why: string; readonly expected?: number | undefined },
  world: ImproveWorld,
): Promise<TrailEntry> {
  const loop = await openLoop(world)
  const { goal, secret, trail } = loop
  const change = stateOf(trail).changes + 1
  const differences = await tamperings(loop, world)
  if (secret === undefined || differences.length > 0) return notComparable(change, differences, loop, world)
  const agent = agentOf(goal, world)
  return addEntry(
    { type: 'registered', change, what, why, ...(expected !== undefined && { expected }), agent },
    { secret, world, goal },
  )
}

/** Plays the open cases with the present agent, any number of times; their difference proves nothing. */
export async function tryChange(world: ImproveWorld) {
  const loop = await openLoop(world)
  const { goal, trail } = loop
  const { change } = stateOf(trail)
  if (change === undefined) throw nothingRegistered()
  const differences = await tamperings(loop, world)
  const { secret } = loop
  if (secret === undefined || differences.length > 0)
    return { entry: await notComparable(change.change, differences, loop, world), suspicious: [], wasRead: [] }
  const dataset = Buffer.from(secret.dataset, 'base64')
  const options = { goal, ...world, dataset, repeat: 1 }
  const name = `change ${change.change}`
  const read = watchReads(filesOfCases(goal, world))
  const { values, runId } = await playCases(secret.openIds, { ...options, name, isSealed: false })
  const twinned = casesWithTwins(secret.openIds)
  const twins = await playCases(twinned, { ...options, name: `${name}, twins`, isSealed: true, isTwin: true })
  const wasRead = read()
  const asked = Object.fromEntries(Object.entries(values).filter(([id]) => twinned.includes(id)))
  const { project } = improvePlace(world)
  const opened = await readDataset(dataset, goal.dataset)
  const open = (await Array.fromAsync(opened.dataset.cases()))
    .map(dividedCase)
    .filter(({ id }) => secret.openIds.includes(id))
  const difference = differenceOf(pairsOf(secret.openBase, values))
  const { lost, ...compared } = compareTwins(asked, twins.values)
  const entry = await addEntry(
    { type: 'tried', change: change.change, runId, difference, twins: { ...compared, lost: [...lost] } },
    { secret, world, goal },
  )
  return { entry, suspicious: casesInAgent(project, goal.mayChange, open), wasRead }
}

/**
 * Judges the registered change by the sealed cases and returns only "better" or "cannot tell yet". Without a higher mean on
 * the open cases the answer is "not better", and no look is spent.
 *
 * @throws {EvalError} `usage` where no change is registered, or it was not tried
 */
export async function confirmChange(world: ImproveWorld): Promise<TrailEntry> {
  const loop = await openLoop(world)
  const { goal, trail, secret } = loop
  const { change, tried, looks, betters } = stateOf(trail)
  if (change === undefined) throw nothingRegistered()
  const differences = [...(await tamperings(loop, world))]
  if (agentOf(goal, world) !== change.agent) differences.push('agent: is not the one that was registered')
  if (secret === undefined || differences.length > 0) return notComparable(change.change, differences, loop, world)
  if (tried === undefined) {
    throw new EvalError(
      'usage',
      message('change {change} was not tried on the open cases', { change: change.change }),
      {
        hint: message('`shinsa improve try` plays them; it costs no look.'),
      },
    )
  }
  const look = looks + 1
  const alpha = alphaOfLook(goal.alpha, { look, betters })
  const common = { type: 'looked' as const, change: change.change, look, alpha, notEvaluated: 0, difference: null }
  if ((tried.difference?.value ?? 0) <= 0)
    return addEntry({ ...common, outcome: 'not better' }, { secret, world, goal })
  const dataset = Buffer.from(secret.dataset, 'base64')
  const options = { goal, ...world, dataset, repeat: repeatsOf(goal), name: 'sealed', isSealed: true }
  await sealedStore(improvePlace(world).folder, world.environment).addLooked(await sealedTexts(secret, goal))
  const read = watchReads(filesOfCases(goal, world))
  const { values, evaluated, unevaluatedRepeats } = await playCases(secret.sealedIds, options)
  const wasRead = read().map((file) => nameOfRead(file, world))
  if (wasRead.length > 0) return notComparable(change.change, wasRead, loop, world)
  const pairs = pairsOf(secret.sealedBase, values, { before: secret.sealedEvaluated ?? {}, after: evaluated })
  const { isBetter } = lookAtSealed(
    pairs.map(({ before, after }) => after - before),
    alpha,
  )
  const notEvaluated = secret.sealedIds.filter((id) => values[id] === undefined).length
  const unknown = { notEvaluated, ...(unevaluatedRepeats > 0 && { unevaluatedRepeats }) }
  if (!isBetter) {
    const needed = neededCases(tried.difference, goal.smallest)
    return addEntry({ ...common, outcome: 'cannot tell yet', ...unknown, needed }, { secret, world, goal })
  }
  const difference = differenceOf(pairs)
  const open = await playCases(secret.openIds, { ...options, repeat: 1, name: 'new baseline', isSealed: false })
  // A case without a baseline is in no later comparison: counted as lost, it would be won by doing nothing.
  const renewed = { ...secret, sealedBase: { ...values }, sealedEvaluated: evaluated, openBase: { ...open.values } }
  return addEntry({ ...common, outcome: 'better', ...unknown, difference }, { secret: renewed, world, goal })
}

/** Cases needed to detect `smallest` with a power of 80 % at the spread of the open cases: ((1.96 + 0.84) · s / d)². */
function neededCases(difference: Estimate | null, smallest: number): number | undefined {
  if (difference === null) return undefined
  const spread = ((difference.high - difference.low) / (2 * 1.96)) * Math.sqrt(difference.n)
  return Math.ceil(((2.8 * spread) / smallest) ** 2)
}

/** A person accepts changes outside of the agent: the present agent becomes the baseline, and spent looks stay spent. */
export async function acceptChange(
  { by, why }: { readonly by: string; readonly why: string },
  world: ImproveWorld,
): Promise<TrailEntry> {
  const loop = await openLoop(world)
  const { goal } = loop
  const { secret } = loop
  if (secret === undefined) {
    throw new EvalError('config', message('the sealed cases have been changed'), {
      hint: message('Begin a new goal with `shinsa improve init`.'),
    })
  }
  const differences = await tamperings(loop, world)
  const { unevaluatedRepeats, ...base } = await playBase(secret, { goal, ...world })
  const renewed = { ...secret, ...base }
  return addEntry(
    { type: 'accepted', by, why, differences: [...differences], ...withoutBaseOf(renewed, unevaluatedRepeats) },
    { secret: renewed, world, goal },
  )
}

/** Returns the trail, oldest entry first. @throws {EvalError} `usage` where no goal was begun */
export async function readTrail(world: ImproveWorld): Promise<readonly TrailEntry[]> {
  return (await openLoop(world)).trail
}

/** Returns the trail as it is written, without checking it; empty where no goal was begun. */
export function writtenTrail(cwd: string): TrailEntry[] {
  return jsonLinesIn(improvePlace({ cwd }).trail, Entry)
}

type Loop = {
  readonly goal: ImproveGoal
  readonly trail: readonly TrailEntry[]
  readonly secret: SealedCases | undefined
}

async function openLoop(world: ImproveWorld): Promise<Loop> {
  const place = improvePlace(world)
  const trail = writtenTrail(world.cwd)
  const [first] = trail
  if (first?.type !== 'begun') {
    throw new EvalError('usage', message('no goal was begun here'), {
      hint: message('shinsa improve init DATASET --may-change agent.ts'),
    })
  }
  return { goal: first.goal, trail, secret: sealedStore(place.folder, world.environment).read(first.goal.id) }
}

/** Describes everything outside of the agent that has changed. */
async function tamperings({ goal, trail, secret }: Loop, world: ImproveWorld): Promise<readonly string[]> {
  if (secret === undefined) return ['sealed cases: have been changed']
  const isWhole = trail.every(({ previous }, index) => previous === (index === 0 ? '' : hashOf(trail[index - 1])))
  const trailDifferences = isWhole && hashOf(trail.at(-1)) === secret.trailHead ? [] : ['trail: has been changed']
  const { fingerprints: now, wasRead } = await fingerprintsOf({
    goal,
    ...world,
    dataset: Buffer.from(secret.dataset, 'base64'),
  })
  const changed = changedFingerprints(secret.fingerprints, now)
  const [first] = trail
  const lookedBefore = first?.type === 'begun' && !trail.some(({ type }) => type === 'accepted') && first.lookedBefore
  // The dataset's file may be moved away from the loop: the sealed copy is what is played.
  return [
    ...trailDifferences,
    ...(lookedBefore ? [`sealed cases: an earlier goal has looked at ${lookedBefore}`] : []),
    ...wasRead,
    ...changed.filter((difference) => difference !== `file ${goal.dataset}: is gone`),
  ]
}

async function notComparable(
  change: number,
  differences: readonly string[],
  { goal, secret }: Loop,
  world: ImproveWorld,
) {
  return addEntry({ type: 'not comparable', change, differences: [...differences] }, { secret, world, goal })
}

type EntryContext = {
  readonly secret: SealedCases | undefined
  readonly world: ImproveWorld
  readonly goal: ImproveGoal
}

/** Each entry contains the hash of the one before, and the sealed file that of the last: no entry can be removed unnoticed. */
async function addEntry(entry: NewTrailEntry, { secret, world, goal }: EntryContext): Promise<TrailEntry> {
  const place = improvePlace(world)
  const last = existsSync(place.trail) ? readFileSync(place.trail, 'utf8').trimEnd().split('\n').at(-1) : undefined
  const previous = last === undefined ? '' : hashOf(Entry.parse(parseJson(last)))
  const whole = Entry.parse({ ...entry, at: world.dependencies.now().toISOString(), previous })
  // After the changed files are restored, the loop goes on.
  const isTampered = entry.type === 'not comparable'
  if (secret !== undefined && !isTampered) {
    await sealedStore(place.folder, world.environment).write(goal.id, { ...secret, trailHead: hashOf(whole) })
  }
  if (!isTampered) addJsonLines(place.trail, [whole])
  return whole
}

function hashOf(entry: TrailEntry | undefined): string {
  return createHash('sha256').update(stringifyJson(entry)).digest('hex')
}

function dividedCase({ id, tags, conversation, scenario }: EvalCase & { readonly tags?: readonly string[] }) {
  const turns = (conversation ?? []).map(({ userContent }) => textOf(userContent) ?? '')
  return { id, category: tags?.[0] ?? '', text: [...turns, scenario?.startingPrompt ?? ''].join(' ').trim() }
}

/**
 * What could be evaluated before the change and cannot be after it is lost, or an agent could hide its failures; so is
 * the share of a case's repeats by which fewer are evaluated than before.
 */
function pairsOf(
  before: Readonly<Record<string, number>>,
  after: Readonly<Record<string, number>>,
  evaluated?: Readonly<Record<'before' | 'after', Readonly<Record<string, number>>>>,
) {
  return Object.entries(before).map(([id, value]) => ({
    before: value,
    after: (after[id] ?? 0) * Math.min(1, (evaluated?.after[id] ?? 1) / (evaluated?.before[id] ?? 1)),
  }))
}

function differenceOf(pairs: ReturnType<typeof pairsOf>): Estimate | null {
  return pairedMeanInterval(
    pairs.map(({ after }) => after),
    pairs.map(({ before }) => before),
    { bounds: [0, 1] },
  )
}

function nothingRegistered(): EvalError {
  return new EvalError('usage', message('no change is registered'), {
    hint: message('shinsa improve register --what "…" --why "…"'),
  })
}
