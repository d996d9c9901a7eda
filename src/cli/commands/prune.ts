import { EvalError, message } from '../../core/index.ts'
import { defineCommand, wholeNumberFrom, storeOption } from '../command.ts'
import { deleteAgreedRuns, isActive } from '../delete-runs.ts'
import { storeToRead } from '../dependencies.ts'
import { printLine } from '../print-message.ts'

const HOUR = 3_600_000
const units: Readonly<Record<string, number>> = { h: HOUR, d: 24 * HOUR, w: 7 * 24 * HOUR }

export const prune = defineCommand({
  name: 'prune',
  summary: message('delete old runs'),
  operands: '--keep N | --older AGE [OPTIONS]',
  mostOperands: 0,
  details: [
    message('With both, only runs go that are older than AGE and not among the newest N.'),
    message('What judges answered stays in the cache. A run that is at work is not deleted.'),
  ],
  examples: ['shinsa prune --keep 50 --older 90d', 'shinsa prune --older 2w --yes'],
  options: {
    keep: { value: 'N', summary: message('the newest N stay') },
    older: { value: 'AGE', summary: message('only what began longer ago than this: 12h, 90d, 8w') },
    yes: { short: 'y', summary: message('do not ask') },
    ...storeOption,
  },
  async run(_operands, flags, terminal) {
    const keep = wholeNumberFrom('keep', flags.keep, { min: 0, max: 1_000_000 })
    const age = ageFrom(flags.older)
    if (keep === undefined && age === undefined) {
      throw new EvalError('usage', message('shinsa prune: which runs stay?'), {
        hint: message('Name how many with --keep N, how old they may be with --older 90d, or both.'),
      })
    }
    const before = new Date(Date.now() - (age ?? 0)).toISOString()
    const store = storeToRead(terminal)
    // The store lists the newest run first.
    const doomed = (await store.list())
      .slice(keep ?? 0)
      .filter((run) => (age === undefined || run.plan.createdAt < before) && !isActive(run))
      .map(({ plan }) => plan)
    if (doomed.length > 0) await deleteAgreedRuns(doomed, { store, terminal, yes: flags.yes === true })
    else printLine(message('there is no such run'), terminal)
    return 0
  },
})

/** Reads an age as milliseconds. @throws {EvalError} `usage` */
function ageFrom(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const [, count, unit = ''] = /^(\d{1,5})([hdw])$/.exec(text.trim()) ?? []
  const length = units[unit]
  if (count !== undefined && length !== undefined) return Number(count) * length
  throw new EvalError(
    'usage',
    message('--older takes an age such as 12h, 90d or 8w, not {given}', { given: JSON.stringify(text) }),
  )
}
