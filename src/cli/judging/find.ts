import { type JudgeRace, type Message, EvalError, message } from '../../core/index.ts'
import { localAddresses, localServers } from '../../workspace/judging/local-judges.ts'
import { askPermission } from '../ask-permission.ts'
import type { Terminal } from '../command.ts'
import type { JudgeFlags } from './judge-options.ts'
import { judgesAtMost, raceJudgesOver } from './race.ts'
import { sayLine, printLine } from '../print-message.ts'

/**
 * Lists the models served on this machine; with labels it races them against the embedded judge.
 *
 * @returns the exit code: 1 where there is no model
 */
export async function findJudges(file: string | undefined, flags: JudgeFlags, terminal: Terminal): Promise<number> {
  const tell = (sentence: Message) => printLine(sentence, terminal)
  const addresses = localAddresses(terminal.environment)
  const shown = [...addresses.values()].join(', ')
  if (flags.yes !== true) {
    sayLine(message('Which models are served at {places}?', { places: shown }), terminal)
    await askPermission(terminal, {
      sentence: message('looking for models asks {places}', { places: shown }),
      hint: message('Nobody is there to be asked: add --yes.'),
    })
  }
  const servers = await localServers(addresses, terminal.signal)
  const models = servers.flatMap((server) => server.models)
  for (const server of servers) {
    tell(message('{url} serves {models}', { url: server.url, models: server.models.join(', ') || '–' }))
  }
  if (models.length === 0) {
    tell(message('no model is served at {places}', { places: shown }))
    return 1
  }
  if (file === undefined) {
    tell(message('With labels you see what each is worth: shinsa judge find LABELS (docs/comparing-judges.md)'))
    return 0
  }
  const judge = ['embedded', ...models]
  if (judge.length > judgesAtMost) {
    throw new EvalError('usage', message('{count} models are too many for one race', { count: models.length }), {
      hint: message('Name those that you mean: shinsa judge race LABELS --judge embedded --judge {model}', {
        model: models[0] ?? '',
      }),
    })
  }
  return raceJudgesOver(file, { ...flags, judge }, terminal, (race) => tell(adviceOf(race, judge)))
}

/** Recommends a judge: the embedded one, which costs nothing, where it cannot be told from the best. */
function adviceOf({ judges, best }: JudgeRace, asked: readonly string[]): Message {
  const [first] = judges
  const isEmbeddedBest = best.some((name) => name.startsWith('embedded'))
  const name = isEmbeddedBest
    ? 'embedded'
    : (asked.find((one) => one !== 'embedded' && first?.judge.endsWith(one)) ?? first?.judge ?? '')
  const agreement = judges.find(({ name: own }) =>
    isEmbeddedBest ? own.startsWith('embedded') : own === first?.name,
  )?.agreement
  return message('Use --judge {judge}: it agrees with people on {share} % ({low}–{high}) of these labels', {
    judge: name,
    share: percentOf(agreement?.value),
    low: percentOf(agreement?.low),
    high: percentOf(agreement?.high),
  })
}

function percentOf(share: number | undefined): number {
  return Math.round(100 * (share ?? 0))
}
