import { type JudgeRace, EvalError, message } from '../../core/index.ts'
import { type Contender, raceJudges } from '../../workspace/judging/race-judges.ts'
import { validatedJudges } from '../../workspace/judging/validate-judge.ts'
import { loadJudgeRace } from '../../workspace/runs/reports.ts'
import type { Terminal } from '../command.ts'
import { confirmCost } from '../confirm-cost.ts'
import {
  type JudgeChoice,
  asJson,
  formatIn,
  judgeAll,
  spendAll,
  judgingDependencies,
  prepareAsked,
  printLeftOut,
  writeText,
} from './ask-judges.ts'
import type { JudgeFlags } from './judge-options.ts'

/** A terminal has no room for more, and every pair of them is tested. */
export const judgesAtMost = 20

/** Races several judges and prompts over the same labels. @returns the exit code */
export async function raceJudgesOver(
  file: string,
  flags: JudgeFlags,
  terminal: Terminal,
  advise: (race: JudgeRace) => void = () => undefined,
): Promise<number> {
  const format = formatIn(flags)
  const asked = combinationsIn(flags)
  const dependencies = judgingDependencies(flags, terminal)
  const prepared = []
  for (const one of asked) prepared.push(await prepareAsked(file, one, { flags, terminal, dependencies }))
  const runs = prepared.flatMap(({ validations }) => validations.map(({ run }) => run))
  await confirmCost(runs, { yes: flags.yes === true, limited: dependencies.budget !== undefined }, terminal)
  const judges = prepared.map(({ validations }) => [...new Set(validations.map(validatedJudges))].join(', '))
  const names = namesOf(asked, judges)
  const contenders: Contender[] = []
  for (const [index, one] of prepared.entries()) {
    const trusts = await judgeAll(one, terminal)
    spendAll(one, trusts, terminal.cwd)
    const items = trusts.flatMap((trust) => trust.items)
    const { judge: _named, ...others } = asked[index] ?? {}
    contenders.push({ name: names[index] ?? '', judge: judges[index] ?? '', ...others, items })
  }
  const race = raceJudges(contenders, { seed: runs[0]?.plan.seed ?? 1 })
  const text = format === 'json' ? asJson({ file, ...race }) : await loadJudgeRace(race, terminal)
  await writeText(text, flags.output, terminal)
  if (format !== 'json' && flags.output === undefined) advise(race)
  const [first] = prepared
  if (first !== undefined) printLeftOut(first, terminal)
  return terminal.signal.aborted ? 130 : 0
}

function combinationsIn({ judge, metric, config }: JudgeFlags): readonly JudgeChoice[] {
  const asked = each(judge).flatMap((oneJudge) =>
    each(metric).flatMap((oneMetric) =>
      each(config).map((oneConfig): JudgeChoice => ({
        ...(oneJudge !== undefined && { judge: oneJudge }),
        ...(oneMetric !== undefined && { metric: oneMetric }),
        ...(oneConfig !== undefined && { config: oneConfig }),
      })),
    ),
  )
  if (asked.length >= 2 && asked.length <= judgesAtMost) return asked
  throw new EvalError(
    'usage',
    message('a race takes 2 to {most} judges, not {count}', { most: judgesAtMost, count: asked.length }),
    {
      hint: message(
        'Name each of them: --judge embedded --judge gemini-2.5-flash; or each --metric, or each --config.',
      ),
    },
  )
}

/** A missing flag stands for its default. */
function each(given: readonly string[] | undefined): readonly (string | undefined)[] {
  return [...new Set(given ?? [undefined])]
}

/** Names each judge by what differs from the others, without the addresses of models. */
function namesOf(asked: readonly JudgeChoice[], judges: readonly string[]): readonly string[] {
  const differs = (key: keyof JudgeChoice) => new Set(asked.map((one) => one[key])).size > 1
  const names = asked.map(({ metric, config }, index) =>
    [
      ...(differs('judge') || !(differs('metric') || differs('config')) ? [judges[index] ?? ''] : []),
      ...(differs('metric') && metric !== undefined ? [metric] : []),
      ...(differs('config') && config !== undefined ? [config] : []),
    ].join(' · '),
  )
  return names.map((name, index) => {
    const same = names.slice(0, index).filter((other) => other === name).length
    return names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} (${same + 1})`
  })
}
