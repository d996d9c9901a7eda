import {
  type InjectedPassage,
  type Answer,
  type InstructionLanguage,
  type JudgeReply,
  type Question,
  type Usage,
  message,
} from '../core/index.ts'
import { type SearchedEvidence, searchEvidence } from './prompt-injection/search-evidence.ts'
import { answerShape } from './answer-shape.ts'
import type { ConfiguredJudge } from './judge-settings.ts'
import { sameVerdict } from './same-verdict.ts'
import { sumOfUsages } from './sum-of-usages.ts'

type InjectionRecheckOptions = {
  /** False only reports the passages; true by default. */
  readonly askAgain?: boolean
}

/**
 * Finds passages in the evidence that speak to the judge, and notes them in its reply. If there are any, the judge is
 * asked once more without them: its answer stands if both agree; otherwise there is none, because one of the two may be
 * due to the injection. Put this around the cache, so that both answers are cached, and around canaries, which test the
 * judge without this help.
 */
export function withInjectionRecheck(
  judge: ConfiguredJudge,
  { askAgain = true }: InjectionRecheckOptions = {},
): ConfiguredJudge {
  return {
    ...judge,
    ...(askAgain && {
      withholding: (question) => {
        const searched = searchEvidence(question)
        return searched.passages.length === 0 ? undefined : withheldQuestion(question, searched)
      },
    }),
    async ask(question, signal) {
      const searched = searchEvidence(question)
      const first = await judge.ask(question, signal)
      if (searched.passages.length === 0) return first
      const noted = { ...first, reply: { ...first.reply, addressed: shortened(searched.passages) } }
      // A decoy is a stronger test; the recheck follows only after the judge failed the decoy as it should.
      if (!askAgain || question.hasDecoy === true || noted.status !== 'answered') return noted
      const second = await judge.ask(withheldQuestion(question, searched), signal)
      return settled(noted, second, question)
    },
  }
}

function settled<Value>(
  first: Extract<Answer<Value>, { status: 'answered' }>,
  second: Answer<Value>,
  { answer }: Question<Value>,
): Answer<Value> {
  const reply = bothReplies(first.reply, second.reply)
  if (second.status !== 'answered') {
    const reason = message('the judge gave no verdict when passages that speak to it were withheld')
    return { status: 'abstained', reason, reply }
  }
  if (!sameVerdict(first.value, second.value, answerShape(answer), { tolerance })) {
    const reason = message('the judge changed its mind when passages that speak to it were withheld')
    return { status: 'abstained', reason, reply }
  }
  return { ...first, reply: { ...reply, confirmed: true } }
}

/** As a share of a number's range: one point on a scale of ten, none on a scale of five. */
const tolerance = 0.1

function withheldQuestion<Value>(question: Question<Value>, { passages, without }: SearchedEvidence): Question<Value> {
  const { mark, explanation } = words[question.language]
  const { instruction, subject } = question
  const texts = passages.map(({ text }) => text).toSorted((one, other) => other.length - one.length)
  return {
    ...question,
    subject: withheldIn(subject, (text) => texts.reduce((rest, passage) => rest.replaceAll(passage, () => mark), text)),
    instruction: { ...instruction, text: `${instruction.text.trim()}\n\n${explanation}` },
    evidence: without(mark),
  }
}

// The explanation must not suggest a verdict, because most false alarms are harmless passages.
const words: Readonly<Record<InstructionLanguage, { readonly mark: string; readonly explanation: string }>> = {
  en: {
    mark: '[passage withheld]',
    explanation:
      'Some passages of the material are withheld from you; [passage withheld] stands in their place. Judge by what is there. That something is missing there speaks neither for nor against what you judge.',
  },
  ja: {
    mark: '［一部非公開］',
    explanation:
      '資料の一部は非公開とし、その箇所を［一部非公開］で示します。示されている内容に基づいて判断してください。非公開の箇所があること自体は、評価を上げる理由にも下げる理由にもなりません。',
  },
}

function withheldIn(value: unknown, withhold: (text: string) => string): unknown {
  if (typeof value === 'string') return withhold(value)
  if (Array.isArray(value)) return value.map((entry) => withheldIn(entry, withhold))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, withheldIn(entry, withhold)]))
}

function bothReplies(first: JudgeReply, second: JudgeReply): JudgeReply {
  const { usage: _usage, cost: _cost, cached: _cached, ...reply } = first
  const usages: readonly Usage[] = [first, second].flatMap(({ usage }) => usage ?? [])
  return {
    ...reply,
    raw: `${first.raw}\n\n[asked again, with passages withheld]\n\n${second.raw}`,
    ...(usages.length === 0 ? {} : { usage: sumOfUsages(usages) }),
    ...(first.cost === undefined || second.cost === undefined ? {} : { cost: first.cost + second.cost }),
    ...(first.cached === true && second.cached === true ? { cached: true } : {}),
    latencyMs: first.latencyMs + second.latencyMs,
    calls: first.calls + second.calls,
  }
}

const mostPassages = 5
const longestPassage = 300

// The passages are stored with every sample of every turn.
function shortened(passages: readonly InjectedPassage[]): InjectedPassage[] {
  return passages.slice(0, mostPassages).map(({ text, ...rest }) => ({
    ...rest,
    text: text.length > longestPassage ? `${text.slice(0, longestPassage).toWellFormed()}…` : text,
  }))
}
