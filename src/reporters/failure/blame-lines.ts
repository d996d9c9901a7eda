import { type Message, type Verdict, message } from '../../core/index.ts'
import { percent, rateWithInterval } from '../number-format.ts'
import { createStyle, type StyleOptions, linesText } from '../style.ts'
import { oneLine } from '../visible-text.ts'
import { compact } from '../../core/basics/compact.ts'
import type { Suspicion, MeasuredSuspicion } from '../../failures/suspect-steps.ts'
import type { StepEvidence } from '../../failures/step-evidence.ts'
import type { Branching } from '../../statistics/branching.ts'

type BlameShown = Suspicion & {
  readonly caseId: string
  readonly verdict: Verdict
  readonly steps: readonly { readonly number: number; readonly turn: number; readonly name: string }[]
  /** True when the ranking is better than guessing. */
  readonly trusted: boolean
  readonly measured: MeasuredSuspicion
  readonly branching?: Branching
}

const mostShown = 3

/** Shows which step broke a result, the evidence against it, and how often such a ranking is right. */
export function toBlame(shown: BlameShown, options: StyleOptions): string {
  const style = createStyle(options)
  const { caseId, verdict, ranked } = shown
  if (verdict === 'passed') return linesText([style.say(message('{case} passed: no step is blamed', { case: caseId }))])
  if (verdict === 'not-evaluated')
    return linesText([style.say(message('{case} was not evaluated: no step is blamed', { case: caseId }))])
  const lines = [
    style.say(headOf(shown)),
    ...ranked
      .slice(0, mostShown)
      .flatMap(({ step, evidence }) => [
        `  ${style.say(stepSentence(shown, step))}`,
        ...evidence.map(({ kind, detail }) => `    ${style.say(sentences[kind](oneLine(detail, 120)))}`),
      ]),
    ...measuredSentences(shown).map(style.say),
    ...branchingSentences(shown).map(style.say),
  ]
  return linesText(lines)
}

function headOf({ caseId, blamed, ranked, trusted }: BlameShown): Message {
  if (blamed !== undefined) return message('{case}: step {step} is to blame', { case: caseId, step: blamed })
  if (ranked.length === 0) return message('{case}: nothing in its structure speaks against any step', { case: caseId })
  return trusted
    ? message('{case}: no step is named, as much speaks against two', { case: caseId })
    : message('{case}: no step is named, since here that would be no better than guessing', { case: caseId })
}

function stepSentence({ steps }: BlameShown, number: number): Message {
  const { turn, name } = steps[number - 1] ?? { turn: 1, name: '' }
  return message('step {step}, turn {turn}: {name}', { step: number, turn, name })
}

const sentences: Readonly<Record<StepEvidence['kind'], (detail: string) => Message>> = {
  diverges: (detail) => message('leaves the path of passing repeats, which go on with {detail}', { detail }),
  unusual: (detail) => message('no passing result of the run goes this way: {detail}', { detail }),
  error: (detail) => message('gave an error: {detail}', { detail }),
  untraceable: (detail) => message('nothing before it holds {detail}', { detail }),
  repeated: (detail) => message('{detail} was called before with the same arguments, and gave the same', { detail }),
  unsupported: (detail) => message('says what nothing before it bears out: {detail}', { detail }),
}

/** Negative steps count from the end. */
function guessSentence({ step, rate: hits }: BlameShown['measured']['constant']): Message {
  const share = percent(hits)
  if (step === -1) return message('always naming the last step would be right in {share}', { share })
  return step < 0
    ? message('always naming step {step} from the end would be right in {share}', { step: -step, share })
    : message('always naming step {step} would be right in {share}', { step, share })
}

function measuredSentences({ measured }: BlameShown): readonly Message[] {
  const { faults, named, hitsOfNamed, constant, falselyBlamed } = measured
  if (faults === 0 || hitsOfNamed === null) {
    return [message('how often that is right could not be measured: no fault could be planted in a passing result')]
  }
  return compact([
    message('of {faults} faults planted in passing results, the step of {named} was named: {share} rightly', {
      faults,
      named,
      share: rateWithInterval(hitsOfNamed),
    }),
    guessSentence(constant),
    falselyBlamed !== null &&
      message('of passing results without a fault, a step was named in {share}', {
        share: rateWithInterval(falselyBlamed),
      }),
  ])
}

function branchingSentences({ branching }: BlameShown): readonly Message[] {
  if (branching === undefined) return []
  const { decisive, pointOfNoReturn, chances, replays, decided } = branching
  const head =
    decisive !== undefined
      ? message('played again {replays} times: step {step} is decisive', { replays, step: decisive })
      : decided
        ? message('played again {replays} times: no single step is decisive', { replays })
        : message('played again {replays} times: that was not enough to decide', { replays })
  return compact([
    head,
    ...chances.map((chance) =>
      message('  passes with {kept} {kept|step|steps} kept: {share}', {
        kept: chance.kept,
        share: rateWithInterval(chance),
      }),
    ),
    pointOfNoReturn !== undefined && message('after step {step} it does not pass any more', { step: pointOfNoReturn }),
  ])
}
